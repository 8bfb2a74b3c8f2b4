// A result's letter.
export function ClusterBadge({ id }: { id: string }) {
  return (
    <span className="cluster-badge" data-cluster={id.slice(0, 1)}>
      <span className="offscreen">result </span>
      {id}
    </span>
  );
}
