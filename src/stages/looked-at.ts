// Records of a stage that are only looked at, for what can be known when the last one has passed.
import type { Row } from '../storage/rows.ts';
import type { BuiltStream } from './define.ts';

export interface Watch {
  look?(record: Row): void;
  /** At the end: throws where what was asked for never came. */
  check(): void;
}

/** Records as they are; the watches are asked behind the last. */
export function lookedAt(watches: readonly Watch[]): BuiltStream['pass'] {
  return async function* (records) {
    for await (const record of records) {
      for (const watch of watches) watch.look?.(record);
      yield record;
    }
    for (const { check } of watches) check();
  };
}
