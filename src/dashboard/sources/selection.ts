// What a query chooses from a source: waits for the parts of the records it needs, remembers the last answers.

import type { Query } from '../api.ts';
import type { Facet } from '../api-record.ts';
import type { Dimension } from '../records/dimensions.ts';
import { fieldsOf, parseExpression } from '../records/expression.ts';
import { type Selection, selectRows, sortRows } from '../records/select.ts';
import { whereTest } from '../records/where.ts';
import type { Part } from '../tables/record-table.ts';
import type { Source } from './source.ts';

export interface Chosen {
  /** In the order asked for. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  readonly working: { readonly what: string; readonly share: number } | null;
}

const stepDimensions = new Set(['place', 'late', 'length', 'steps']);
/** Values of one facet that are listed. */
const maxValues = 12;

function partsFor({ chosen, critic, differ, minSteps, maxSteps, sort, text, where }: Query): Part[] {
  const names = Object.keys(chosen).filter((name) => chosen[name]!.length > 0);
  if (where !== undefined) names.push(...fieldsOf(parseExpression(where)));
  const steps =
    sort !== 'row' ||
    minSteps !== undefined ||
    maxSteps !== undefined ||
    names.some((name) => stepDimensions.has(name));
  const verdicts =
    differ !== undefined || names.includes('outcome') || (critic !== undefined && names.length > 0);
  const fields = steps || verdicts || names.length > 0 || text !== undefined;
  return [
    ...(fields ? (['fields'] as const) : []),
    ...(verdicts ? (['verdicts'] as const) : []),
    ...(steps ? (['steps'] as const) : []),
  ];
}

/** The critic that outcomes are about. */
export function criticOf(source: Source, query: Query): string | undefined {
  return query.critic !== undefined && source.columns.critics.has(query.critic)
    ? query.critic
    : source.columns.critics.keys().next().value;
}

async function dimensionsOf(source: Source, query: Query, annotator: string | null): Promise<Dimension[]> {
  const { dimensions, columns, notes } = source;
  const critic = criticOf(source, query);
  const known = dimensions
    .all()
    .filter(({ name }) => source.has(stepDimensions.has(name) ? 'steps' : 'fields'));
  return [
    ...(annotator === null ? [] : [await notes.dimension(annotator, columns.ids)]),
    ...(annotator === null || source.assignment === null || !source.has('fields')
      ? []
      : [source.assignment.dimension(annotator, columns.ids)]),
    ...(critic === undefined || !source.has('verdicts') ? [] : [dimensions.outcome(critic)]),
    ...known,
  ];
}

function facetOf(dimension: Dimension, counts: Uint32Array, chosen: readonly string[]): Facet | null {
  const { name, title, labels, hasNone } = dimension;
  const values = labels.flatMap((value, at) => {
    const count = counts[at]!;
    if (value === '' || (count === 0 && !chosen.includes(value))) return [];
    return [{ value, count, at }];
  });
  // A facet that tells nothing apart is left out.
  if (values.length === 0 || (values.length === 1 && chosen.length === 0 && hasNone && values[0]!.at === 0))
    return null;
  const ordered = ['place', 'late', 'length', 'mine', 'assigned', 'label', 'outcome'].includes(name)
    ? values
    : values.sort(
        (a, b) => Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)) || b.count - a.count,
      );
  const shown = ordered.slice(0, Math.max(maxValues, chosen.length));
  return {
    name,
    title,
    values: shown.map(({ value, count }) => ({ value, count })),
    more: ordered.length - shown.length,
  };
}

async function choose(
  source: Source,
  query: Query,
  annotator: string | null,
  patienceMs: number | null,
): Promise<Chosen> {
  const { columns, dimensions } = source;
  const needed = partsFor(query);
  for (const part of needed) await source.ready(part);
  const found = query.text === undefined ? null : await source.search.find(query.text, patienceMs);
  const { minSteps = 0, maxSteps = Number.POSITIVE_INFINITY, differ } = query;
  const ranged = query.minSteps !== undefined || query.maxSteps !== undefined;
  const [one, other] = (differ ?? []).map((name) => dimensions.outcome(name).codes);
  const all = await dimensionsOf(source, query, annotator);
  const where = query.where === undefined ? null : whereTest(parseExpression(query.where), all, columns);
  // A link may name a facet that these records do not have: none of them has its value.
  const impossible = Object.entries(query.chosen).some(
    ([name, values]) => values.length > 0 && all.every((dimension) => dimension.name !== name),
  );
  const passes = (row: number): boolean => {
    if (impossible) return false;
    if (where !== null && !where(row)) return false;
    if (found !== null && found.hits[row] === 0) return false;
    if (ranged && !(columns.steps[row]! >= minSteps && columns.steps[row]! <= maxSteps)) return false;
    return one === undefined || other === undefined || one[row] !== other[row];
  };
  const always = !impossible && found === null && !ranged && one === undefined && where === null;
  const selection: Selection = selectRows(columns.rows, all, query.chosen, always ? null : passes);
  const facets = all.flatMap((dimension) => {
    const counts = selection.counts.get(dimension.name)!;
    return facetOf(dimension, counts, query.chosen[dimension.name] ?? []) ?? [];
  });
  const progress = source.progress();
  const working =
    found !== null && found.share < 1
      ? { what: 'searching', share: found.share }
      : progress === null
        ? null
        : { what: 'indexing', share: progress.share };
  return { rows: sortRows(selection.rows, columns, query.sort, query.down), facets, working };
}

const remembered = new WeakMap<Source, Map<string, Chosen>>();
const maxRemembered = 8;

/**
 * `annotator`: whose judgements can be filtered by. `patienceMs`: how long a search is waited for, by those who say that
 * what it has found is not all yet (`working`); null waits for its end.
 */
export async function selection(
  source: Source,
  query: Query,
  annotator: string | null,
  patienceMs: number | null = null,
): Promise<Chosen> {
  // The index is read in the background from the first request on, whether or not this one needs it.
  source.ready('fields').catch(() => {});
  const key = JSON.stringify([query, annotator, source.version(), await source.notes.version()]);
  const known = remembered.get(source) ?? new Map<string, Chosen>();
  remembered.set(source, known);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const chosen = await choose(source, query, annotator, patienceMs);
  if (chosen.working === null) {
    known.set(key, chosen);
    for (const oldest of known.keys()) {
      if (known.size <= maxRemembered) break;
      known.delete(oldest);
    }
  }
  return chosen;
}

/** True for a query that leaves no record out, in whatever order. */
export function takesAll({ critic: _, down: __, sort: ___, chosen, ...others }: Query): boolean {
  return Object.keys(chosen).length === 0 && Object.values(others).every((value) => value === undefined);
}

/** True for a query that chooses every record in the order of the file: nothing has to be read for that. */
export function choosesAll(query: Query): boolean {
  return partsFor(query).length === 0 && !query.down && Object.keys(query.chosen).length === 0;
}
