// Which samples `pool compact` puts into which range file. Whole part files and, of earlier compactions, whole range files
// that came out small are taken, by problem in the pool's order, and a file ends with the one that makes it large enough.

import type { Side } from './layout.ts';
import { partPath } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { SliceRow } from './manifest-segment.ts';
import type { PartFacts } from './part-facts.ts';
import type { PoolProblem } from './read.ts';
import { hasAllCore, hasCore, slicesWithCore } from './sample-spans.ts';
import type { Source } from './sources.ts';

/** Size of a range file, about. */
export const defaultRangeMegabytes = 256;

export function rangeBytes(megabytes: number): number {
  return megabytes * 1_000_000;
}

/** A range file below this share of the size is put together with others. */
const smallShare = 0.5;

/** Samples of a problem that go into a range file. */
export interface Piece {
  readonly problemId: string;
  readonly source: Source;
  readonly first: number;
  /** What it takes on the disk now, about. */
  readonly bytes: number;
}

/** Files of one side that are written and committed together: no range file that is there already is taken in part. */
export interface Batch {
  readonly side: Side;
  readonly files: readonly (readonly Piece[])[];
  /** Numbers of range files whose place they take. */
  readonly replaced: readonly number[];
}

export interface Sizes {
  /** Bytes of a range file, about. */
  readonly size: number;
  /** What becomes of a byte, as far as is known. */
  readonly scale: (side: Side) => number;
}

interface Compacted {
  readonly folder: string;
  readonly problems: readonly PoolProblem[];
  readonly manifest: PoolManifest;
}

/** Bytes a row of range files to write again: those that are small, and those with rows that are of no use (`lost`). */
function smallRanges(
  manifest: PoolManifest,
  side: Side,
  { size, lost }: { readonly size: number; readonly lost: ReadonlySet<number> },
): ReadonlyMap<number, number> {
  const small = manifest
    .ranges(side)
    .filter(({ range, bytes }) => bytes < size * smallShare || lost.has(range));
  return new Map(small.map(({ range, rows, bytes }) => [range, bytes / Math.max(1, rows)]));
}

function partPiece({ folder }: Compacted, facts: PartFacts): Piece {
  const { side, problem_id: problemId, part, first_sample: first, bytes } = facts;
  const path = partPath(folder, side, problemId, part);
  return { problemId, source: { kind: 'part', part, path }, first, bytes };
}

/** What has to go into range files of one side: parts, and small range files where that makes fewer of them. */
function piecesOf(pool: Compacted, side: Side, size: number): Piece[] {
  const { problems, manifest } = pool;
  const parts = problems.flatMap(({ problem_id }) =>
    manifest
      .parts(side, problem_id)
      // Parts of top/ go with those of core/, if there are such; those whose samples core/ has not stay.
      .filter(
        ({ part, first_sample, rows }) =>
          side === 'core' ||
          (manifest.get('core', problem_id, part) === undefined &&
            hasCore(manifest, problem_id, [-1, 0, first_sample, rows])),
      )
      .map((facts) => partPiece(pool, facts)),
  );
  const lost = problems.flatMap(({ problem_id: id }) =>
    side === 'core'
      ? []
      : manifest.slices(side, id).flatMap((slice) => (hasAllCore(manifest, id, slice) ? [] : [slice[0]])),
  );
  const small = smallRanges(manifest, side, { size, lost: new Set(lost) });
  // One that stays small whatever is done is left as it is.
  if (small.size === 0 || (parts.length === 0 && small.size === 1 && lost.length === 0)) return parts;
  const slices = problems.flatMap(({ problem_id: problemId }) =>
    manifest
      .slices(side, problemId)
      .filter(([range]) => small.has(range))
      .flatMap((slice) => (side === 'core' ? [slice] : slicesWithCore(manifest, problemId, slice)))
      .map(
        (slice): Piece => ({
          problemId,
          source: { kind: 'slice', slice },
          first: slice[2],
          bytes: slice[3] * small.get(slice[0])!,
        }),
      ),
  );
  const places = new Map(problems.map(({ problem_id }, at) => [problem_id, at]));
  return [...parts, ...slices].sort(
    (a, b) => places.get(a.problemId)! - places.get(b.problemId)! || a.first - b.first,
  );
}

/** Cuts the pieces into files of about `size` bytes. */
function* batchesOf(
  pool: Compacted,
  side: Side,
  { size, scale }: { size: number; scale: () => number },
): Generator<Batch> {
  const pieces = piecesOf(pool, side, size);
  const left = new Map<number, number>();
  for (const { source } of pieces) {
    if (source.kind === 'slice') left.set(source.slice[0], (left.get(source.slice[0]) ?? 0) + 1);
  }
  const begun = new Set<number>();
  let files: Piece[][] = [];
  let file: Piece[] = [];
  let bytes = 0;
  let replaced: number[] = [];
  for (const [at, piece] of pieces.entries()) {
    file.push(piece);
    bytes += piece.bytes * scale();
    if (piece.source.kind === 'slice') {
      const [range] = piece.source.slice;
      begun.add(range);
      const rest = left.get(range)! - 1;
      left.set(range, rest);
      if (rest === 0) {
        begun.delete(range);
        replaced.push(range);
      }
    }
    const isLast = at === pieces.length - 1;
    if (bytes < size && !isLast) continue;
    files.push(file);
    file = [];
    bytes = 0;
    if (begun.size > 0 && !isLast) continue;
    yield { side, files, replaced };
    files = [];
    replaced = [];
  }
}

/** The slices of a problem once some range files have gone and others have come. */
export function mergedSlices(
  known: readonly SliceRow[],
  replaced: readonly number[],
  added: readonly SliceRow[],
): readonly SliceRow[] {
  return [...known.filter(([range]) => !replaced.includes(range)), ...added].sort((a, b) => a[2] - b[2]);
}

/** The files of top/ that belong to those of core/: samples of both sides move at once. */
function beside(pool: Compacted, { files }: Batch, size: Sizes): Batch {
  const cut: Piece[][] = [[]];
  let bytes = 0;
  for (const { problemId, source } of files.flat()) {
    const facts = source.kind === 'part' ? pool.manifest.get('top', problemId, source.part) : undefined;
    if (facts === undefined) continue;
    if (bytes >= size.size) {
      cut.push([]);
      bytes = 0;
    }
    cut.at(-1)!.push(partPiece(pool, facts));
    bytes += facts.bytes * size.scale('top');
  }
  return { side: 'top', files: cut.filter((file) => file.length > 0), replaced: [] };
}

/** What is committed at once, one after the other. The pool's manifest is looked at anew for each side. */
export function* compactionSteps(
  pool: Compacted,
  sides: readonly Side[],
  sizes: Sizes,
): Generator<readonly Batch[]> {
  const scaled = (side: Side) => ({ size: sizes.size, scale: () => sizes.scale(side) });
  for (const batch of batchesOf(pool, 'core', scaled('core'))) {
    yield sides.includes('top') ? [beside(pool, batch, sizes), batch] : [batch];
  }
  if (!sides.includes('top')) return;
  for (const batch of batchesOf(pool, 'top', scaled('top'))) yield [batch];
}

/** Files that a step takes the place of. */
export function filesOf(step: readonly Batch[]): number {
  const pieces = step.flatMap(({ files }) => files.flat());
  const parts = pieces.filter(({ source }) => source.kind === 'part').length;
  return step.reduce((sum, { replaced }) => sum + replaced.length, parts);
}

/** How many files would become how many. */
export function compactionPlan(
  pool: Compacted,
  sides: readonly Side[],
  size: number,
): { files: number; into: number } {
  let files = 0;
  let into = 0;
  for (const step of compactionSteps(pool, sides, { size, scale: () => 1 })) {
    into += step.reduce((sum, batch) => sum + batch.files.length, 0);
    files += filesOf(step);
  }
  return { files, into };
}
