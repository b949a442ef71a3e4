// Where something will be in a moment: as high as what comes, so that the page does not jump.

export function Skeleton({ rows = 8, what }: { rows?: number; what: string }) {
  return (
    <div class="skeleton" role="status" aria-busy="true">
      <span class="sr">{what}</span>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
