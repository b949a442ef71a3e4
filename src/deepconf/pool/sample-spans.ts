// Which samples of a problem are where: spans of their numbers, in parts and in range files.
import type { PoolManifest } from './manifest.ts';
import type { SliceRow } from './manifest-segment.ts';

/** Whether these samples, `first` and on, are all among those of the spans, which are in order. */
export function isCovered(
  { first, rows }: { readonly first: number; readonly rows: number },
  spans: readonly { readonly first: number; readonly rows: number }[],
): boolean {
  let sample = first;
  for (const span of [...spans].sort((a, b) => a.first - b.first)) {
    if (span.first <= sample) sample = Math.max(sample, span.first + span.rows);
  }
  return sample >= first + rows;
}

export function spansOf(slices: readonly SliceRow[]): { first: number; rows: number }[] {
  return slices.map(([, , first, rows]) => ({ first, rows }));
}

/** What a slice of top/ has of the samples that core/ has, as slices; the rest of it is of no use. */
export function slicesWithCore(
  manifest: PoolManifest,
  id: string,
  [range, row, first, rows]: SliceRow,
): SliceRow[] {
  const parts = manifest.parts('core', id).map((part) => ({ first: part.first_sample, rows: part.rows }));
  const found: SliceRow[] = [];
  let from = first;
  for (const span of [...spansOf(manifest.slices('core', id)), ...parts].sort((a, b) => a.first - b.first)) {
    const begin = Math.max(from, span.first);
    const end = Math.min(first + rows, span.first + span.rows);
    if (begin >= end) continue;
    const last = found.at(-1);
    // What follows without a gap stays one slice.
    if (last !== undefined && last[2] + last[3] === begin)
      found.splice(-1, 1, [range, last[1], last[2], end - last[2]]);
    else found.push([range, row + begin - first, begin, end - begin]);
    from = end;
  }
  return found;
}

/** Whether core/ has some of the samples that top/ has there. */
export function hasCore(manifest: PoolManifest, id: string, slice: SliceRow): boolean {
  return slicesWithCore(manifest, id, slice).length > 0;
}

/** Whether core/ has all of them. */
export function hasAllCore(manifest: PoolManifest, id: string, slice: SliceRow): boolean {
  const [found, ...more] = slicesWithCore(manifest, id, slice);
  return found !== undefined && more.length === 0 && found[3] === slice[3];
}
