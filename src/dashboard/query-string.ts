// A query as it is in an address: `?f.label=erroneous&critic=…&q=words&sort=steps&dir=down`. The pages and the API
// use the same form, so that every view is a link. No schema library here: the browser loads this.
import type { Query } from './api.ts';

const sorts = ['row', 'steps', 'first', 'place', 'review'] as const;

function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What cannot be read is left out: an old or mistyped link still opens. */
export function parseQuery(given: URLSearchParams): Query {
  // A link may name a facet `constructor`.
  const values = new Map<string, string[]>();
  for (const [name, value] of given) {
    if (!name.startsWith('f.') || name.length > 42) continue;
    values.set(name.slice(2), [...(values.get(name.slice(2)) ?? []), value]);
  }
  const chosen = Object.fromEntries(values);
  const [one, other] = given.getAll('differ');
  const sort = sorts.find((name) => name === given.get('sort')) ?? 'row';
  const query: Query = { chosen, sort, down: given.get('dir') === 'down' };
  const critic = given.get('critic');
  const text = given.get('q')?.trim();
  const [min, max] = [whole(given.get('min')), whole(given.get('max'))];
  if (critic !== null && critic !== '') query.critic = critic;
  if (one !== undefined && other !== undefined) query.differ = [one, other];
  if (min !== undefined) query.minSteps = min;
  if (max !== undefined) query.maxSteps = max;
  if (text !== undefined && text !== '') query.text = text;
  const where = given.get('where')?.trim();
  if (where !== undefined && where !== '') query.where = where;
  return query;
}

export function formatQuery(query: Query): URLSearchParams {
  const given = new URLSearchParams();
  for (const name of Object.keys(query.chosen).sort()) {
    for (const value of query.chosen[name]!) given.append(`f.${name}`, value);
  }
  if (query.critic !== undefined) given.set('critic', query.critic);
  for (const name of query.differ ?? []) given.append('differ', name);
  if (query.minSteps !== undefined) given.set('min', String(query.minSteps));
  if (query.maxSteps !== undefined) given.set('max', String(query.maxSteps));
  if (query.text !== undefined) given.set('q', query.text);
  if (query.where !== undefined) given.set('where', query.where);
  if (query.sort !== 'row') given.set('sort', query.sort);
  if (query.down) given.set('dir', 'down');
  return given;
}
