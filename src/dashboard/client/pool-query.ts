// The explorer's choices as they are in the address.
import type { PoolPage } from '../api-pools.ts';
import { address } from './state.ts';

export const metrics = ['avg', 'bottom10', 'lowest', 'tail'] as const;

export function changed(name: string, value: string): string {
  const query = new URLSearchParams(address.value.query);
  query.set(name, value);
  return `${address.value.path}?${query}`;
}

export function voteQuery(pool: PoolPage): URLSearchParams {
  const given = address.value.query;
  const query = new URLSearchParams();
  for (const name of ['k', 'eta', 'metric', 'window', 'seed', 'repeat']) {
    const value = given.get(name);
    if (value !== null) query.set(name, value);
  }
  if (!query.has('window')) query.set('window', String(pool.window));
  return query;
}
