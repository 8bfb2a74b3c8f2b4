import { useId } from "react";

/** The product's mark, as in `icons/icon.svg`: a well seen from above. Its rim is a Q, the drop in it the answer. */
export function Mark({ size = 24 }: { size?: number }) {
  const id = useId();
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 1024 1024" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#138270" />
          <stop offset="1" stopColor="#084a40" />
        </linearGradient>
        <linearGradient id={`${id}d`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd27a" />
          <stop offset="1" stopColor="#f7a325" />
        </linearGradient>
      </defs>
      <rect x="48" y="48" width="928" height="928" rx="216" fill={`url(#${id}s)`} />
      <path
        d="M 640 700 L 766 640 L 838 808 Q 846 844 808 838 Z"
        fill="#fffefb"
        stroke="#fffefb"
        strokeWidth="24"
        strokeLinejoin="round"
      />
      <circle cx="500" cy="500" r="282" fill="#06352e" stroke="#fffefb" strokeWidth="92" />
      <circle cx="500" cy="500" r="178" fill="none" stroke="#6fbfac" strokeWidth="30" />
      <circle cx="500" cy="500" r="104" fill={`url(#${id}d)`} />
    </svg>
  );
}
