// Remembers where a record was read, under a symbol: it rides along through `{...record}` and is never written.
import type { Where } from '../errors.ts';

const location = Symbol('latebench.location');

type Located = { [location]?: Where };

export function setLocation<R extends object>(record: R, where: Where): R {
  (record as Located)[location] = where;
  return record;
}

export function locationOf(record: object): Where | undefined {
  return (record as Located)[location];
}
