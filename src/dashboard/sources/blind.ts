// What a person who judges blind gets of a record before the decision: the problem and the steps. Label, injection and
// critics, and what others say, stay on the server until the decision is on its disk.
import type { Solution } from '../../records/solution.ts';
import type { Query } from '../api.ts';
import type { ListPage } from '../api-record.ts';
import { isDecided, judgements } from './judgement-names.ts';
import type { Source } from './source.ts';

/** The solution with nothing that says or suggests where its error is. */
export function withoutSuggestions(record: Solution): Solution {
  const { id, problem, steps, dataset, subset, original_id, subject, difficulty, task, answer } = record;
  return {
    ...{ id, problem, steps, dataset, subset, original_id, subject, difficulty, task, answer },
    error_steps: null,
    meta: {},
  } as Solution;
}

/**
 * Which rows this person is still to judge: results and actions that would tell of one of them leave it out. Whoever is
 * assigned other records, or none where records are assigned, has nothing left to judge in a row (a referee).
 */
export async function rowsToJudge(
  { notes, columns, assignment }: Source,
  annotator: string,
): Promise<(row: number) => boolean> {
  const judged = (await notes.dimension(annotator, columns.ids)).codes;
  const assigned = assignment?.dimension(annotator, columns.ids).codes;
  return (row) => assigned?.[row] !== 0 && !isDecided(judgements[judged[row]!] ?? null);
}

/** Dimensions that tell nothing of the label. */
const harmless = new Set([
  'mine',
  'assigned',
  'length',
  'dataset',
  'subset',
  'subject',
  'difficulty',
  'task',
]);

/** A filter by what is hidden would show it. */
export function blindQuery(query: Query): Query {
  const chosen = Object.fromEntries(Object.entries(query.chosen).filter(([name]) => harmless.has(name)));
  const { differ: _, text: __, where: ___, ...rest } = query;
  return { ...rest, chosen, sort: query.sort === 'steps' ? 'steps' : 'row' };
}

/** What `blindQuery` leaves out, in the page's words. */
function unusedWhenBlind(query: Query): readonly string[] {
  const { differ, text, where, sort } = blindQuery(query);
  return [
    ...Object.keys(query.chosen).filter((name) => !harmless.has(name)),
    ...(query.differ === differ ? [] : ['critics that differ']),
    ...(query.text === text ? [] : ['search']),
    ...(query.where === where ? [] : ['expression']),
    ...(query.sort === sort ? [] : ['order']),
  ];
}

export function blindList(page: ListPage, query: Query): ListPage {
  return {
    ...page,
    unused: unusedWhenBlind(query),
    facets: page.facets.filter(({ name }) => harmless.has(name)),
    records: page.records.map((row) =>
      isDecided(row.mine) ? row : { ...row, label: -2, status: null, type: null, review: null, verdicts: [] },
    ),
  };
}
