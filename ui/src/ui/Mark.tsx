/** The product's mark: a question's bubble that is also a well, with a drop above the water. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" className="mark-ground" />
      <path
        d="M32 12c11.6 0 21 8.500 21 19s-9.400 19-21 19c-2.600 0-5.100-.4-7.400-1.200L14 53.500l3.200-9.300C13.400 40.800 11 36.200 11 31c0-10.500 9.400-19 21-19z"
        className="mark-line"
      />
      <ellipse cx="32" cy="34" rx="12" ry="6" className="mark-water" />
      <circle cx="32" cy="22" r="3.200" className="mark-drop" />
    </svg>
  );
}
