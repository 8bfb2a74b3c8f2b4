/** Grey lines where text will be. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="offscreen">{label}</span>
      {Array.from({ length: lines }, (_, n) => (
        <span key={n} className="skeleton-line" style={{ width: `${88 - ((n * 23) % 46)}%` }} />
      ))}
    </div>
  );
}
