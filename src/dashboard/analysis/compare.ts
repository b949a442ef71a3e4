// Critics against each other on the records that both judged, in one run or in two: who is right where the other is
// not, McNemar's exact test, and which of them nobody can tell from the best.
import { isSimulated } from '../../report/simulation.ts';
import { clipText, visibleLine } from '../../report/visible-text.ts';
import { mcnemarExact } from '../../statistics/mcnemar.ts';
import type { ComparePage, Subject } from '../api-analysis.ts';
import { absent, unknownLabel } from '../records/columns.ts';
import type { Source } from '../sources/source.ts';
import { shareOf } from './share.ts';

export interface Side {
  readonly source: Source;
  readonly critic: string;
}

/** 1 right, 0 wrong, 2 not judged; an unreadable reply is wrong. */
function verdicts({ source, critic }: Side): Uint8Array {
  const { columns } = source;
  const named = columns.critics.get(critic);
  const { gold } = columns;
  const right = new Uint8Array(columns.rows).fill(2);
  if (named === undefined) return right;
  for (let row = 0; row < columns.rows; row += 1) {
    if (named[row] === absent || gold[row] === unknownLabel) continue;
    right[row] = named[row] === gold[row] ? 1 : 0;
  }
  return right;
}

/** Rows of the second source by the row of the first; -1 where it has no such record. */
function matchRows(first: Source, second: Source): Int32Array {
  const rows = new Int32Array(first.columns.rows);
  if (first === second) return rows.map((_, row) => row);
  const byId = new Map<number, number>();
  for (const [row, id] of second.columns.ids.entries()) if (!byId.has(id)) byId.set(id, row);
  return rows.map((_, row) => byId.get(first.columns.ids[row]!) ?? -1);
}

interface Paired {
  both: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
  otherLabel: number;
  /** Rows of the first where exactly one is right. */
  readonly differing: number[];
  readonly partner: Int32Array;
}

function pairUp(first: Side, second: Side): Paired {
  const [one, other] = [verdicts(first), verdicts(second)];
  const partner = matchRows(first.source, second.source);
  const paired: Paired = {
    both: 0,
    onlyFirst: 0,
    onlySecond: 0,
    neither: 0,
    otherLabel: 0,
    differing: [],
    partner,
  };
  const [goldFirst, goldSecond] = [first.source.columns.gold, second.source.columns.gold];
  for (let row = 0; row < one.length; row += 1) {
    const match = partner[row]!;
    if (match === -1 || one[row] === 2 || other[match] === 2) continue;
    if (goldFirst[row] !== goldSecond[match]) paired.otherLabel += 1;
    if (one[row] === 1 && other[match] === 1) paired.both += 1;
    else if (one[row] === 1) paired.onlyFirst += 1;
    else if (other[match] === 1) paired.onlySecond += 1;
    else paired.neither += 1;
    if (one[row] !== other[match]) paired.differing.push(row);
  }
  return paired;
}

const alpha = 0.05;

function subjectsOf(sources: readonly Source[]): Subject[] {
  const sides = sources.flatMap((source) =>
    [...source.columns.critics.keys()].map((critic): Side => ({ source, critic })),
  );
  const scored = sides.map((side) => {
    const right = verdicts(side);
    let [hits, n] = [0, 0];
    for (const code of right) {
      if (code === 2) continue;
      n += 1;
      hits += code;
    }
    return { side, right: shareOf(hits, n) };
  });
  scored.sort((a, b) => (b.right.share ?? -1) - (a.right.share ?? -1));
  const best = scored[0]?.side;
  return scored.map(({ side, right }) => {
    const { onlyFirst, onlySecond } =
      best === undefined ? { onlyFirst: 0, onlySecond: 0 } : pairUp(best, side);
    const p = side === best ? null : mcnemarExact(onlyFirst, onlySecond);
    return {
      source: side.source.id,
      sourceName: side.source.name,
      critic: side.critic,
      right,
      simulated: isSimulated(side.critic),
      tied: p === null || p >= alpha,
      p,
    };
  });
}

const perPage = 50;

export async function compare(
  sources: readonly Source[],
  pair: readonly [Side, Side] | null,
  offset: number,
): Promise<ComparePage> {
  for (const source of sources) {
    await source.ready('fields');
    await source.ready('verdicts');
  }
  const subjects = subjectsOf(sources);
  if (pair === null) return { subjects, pair: null };
  const [first, second] = pair;
  const paired = pairUp(first, second);
  const { both, onlyFirst, onlySecond, neither, otherLabel, differing, partner } = paired;
  const n = both + onlyFirst + onlySecond + neither;
  const rows = differing.slice(offset, offset + perPage);
  const entries = await first.source.table.read(rows, 'summary');
  const right = verdicts(first);
  const line = (value: unknown, limit: number): string =>
    visibleLine(clipText(String(value ?? ''), limit).text);
  return {
    subjects,
    pair: {
      both,
      onlyFirst,
      onlySecond,
      neither,
      otherLabel,
      p: mcnemarExact(onlyFirst, onlySecond),
      first: shareOf(both + onlyFirst, n),
      second: shareOf(both + onlySecond, n),
      offset,
      differing: rows.map((row, at) => {
        const entry = entries[at]!;
        const fields = 'row' in entry ? entry.row : {};
        return {
          rowFirst: row,
          rowSecond: partner[row]!,
          id: line(fields.id, 200),
          excerpt: line(fields.problem, 160),
          label: first.source.columns.gold[row]!,
          first: first.source.columns.critics.get(first.critic)?.[row] ?? absent,
          second: second.source.columns.critics.get(second.critic)?.[partner[row]!] ?? absent,
          firstRight: right[row] === 1,
        };
      }),
    },
  };
}
