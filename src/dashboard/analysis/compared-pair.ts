// Two of the compared critics record by record: how many both have right, and the records that only one has right.
import { LateBenchError } from '../../errors.ts';
import { clipText, visibleLine } from '../../report/visible-text.ts';
import type { ComparePage, PairRow, Subject } from '../api-analysis.ts';
import { absent, unknownLabel } from '../records/columns.ts';
import type { Source } from '../sources/source.ts';
import type { Compared } from './compare.ts';
import { subjectAt } from './subject-key.ts';

const perPage = 50;

/** Where records of the base are in the source of a critic. */
function placesIn(base: Source, source: Source): (row: number) => number | null {
  if (source === base) return (row) => row;
  const byId = new Map<number, number>();
  for (const [row, id] of source.columns.ids.entries()) if (!byId.has(id)) byId.set(id, row);
  return (row) => byId.get(base.columns.ids[row]!) ?? null;
}

/** A critic by its name in the comparison, and the source that it comes from. */
export interface Side {
  readonly name: string;
  readonly source: Source;
}

/** @throws LB_USAGE when there is no such critic. */
export function subjectOf(subjects: readonly Subject[], key: string): Subject {
  const at = subjectAt(subjects, key);
  if (at === undefined) throw new LateBenchError('LB_USAGE', `there is no critic ${key} to compare here`);
  return subjects[at]!;
}

export async function comparedPair(
  base: Source,
  { labels, named }: Compared,
  [first, second]: readonly [Side, Side],
  { offset, isHidden = () => false }: { offset: number; isHidden?: (row: number) => boolean },
): Promise<NonNullable<ComparePage['pair']>> {
  const [one, other] = [named.get(first.name)!, named.get(second.name)!];
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  const differing: number[] = [];
  for (const [row, label] of labels.entries()) {
    if (label === unknownLabel || one[row] === absent || other[row] === absent) continue;
    const [firstRight, secondRight] = [one[row] === label, other[row] === label];
    if (firstRight !== secondRight) differing.push(row);
    if (firstRight) counts[secondRight ? 'both' : 'onlyFirst'] += 1;
    else counts[secondRight ? 'onlySecond' : 'neither'] += 1;
  }
  const listed = differing.filter((row) => !isHidden(row));
  const rows = listed.slice(offset, offset + perPage);
  const entries = await base.table.read(rows, 'summary');
  const places = [placesIn(base, first.source), placesIn(base, second.source)] as const;
  const line = (value: unknown, limit: number): string =>
    visibleLine(clipText(String(value ?? ''), limit).text);
  const shown = rows.map((row, at): PairRow => {
    const entry = entries[at]!;
    const { id, problem } = 'row' in entry ? entry.row : {};
    const label = labels[row]!;
    return {
      row,
      rows: [places[0](row), places[1](row)],
      id: line(id, 200),
      excerpt: line(problem, 160),
      label,
      first: one[row]!,
      second: other[row]!,
      firstRight: one[row] === label,
    };
  });
  return { ...counts, differing: shown, hidden: differing.length - listed.length, offset };
}
