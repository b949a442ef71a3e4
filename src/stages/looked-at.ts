// Records of a stage that are only looked at, for what can be known when the last one has passed.
import { LateBenchError } from '../errors.ts';
import type { Row } from '../storage/rows.ts';
import type { BuiltStage } from './define.ts';

export interface Watch {
  look?(record: Row): void;
  /** At the end: throws where what was asked for never came. */
  check(): void;
}

/** Records as they are; the watches are asked behind the last, unless the run was stopped before it. */
export function lookedAt(watches: readonly Watch[]): NonNullable<BuiltStage['after']> {
  return async function* (records, whole) {
    for await (const record of records) {
      for (const watch of watches) watch.look?.(record);
      yield record;
    }
    if (!whole()) return;
    for (const { check } of watches) check();
  };
}

/**
 * A watch for what a stage works on: where records came and all of them lack it, the stage would pass them on as if it had
 * done something.
 *
 * @param has Whether a record has it. Null: the record says nothing either way.
 * @param lacking What is missing, and what makes it.
 */
export function createNeedWatch(has: (record: Row) => boolean | null, lacking: string): Watch {
  let without = 0;
  let met = false;
  return {
    look(record) {
      if (met) return;
      const outcome = has(record);
      if (outcome === true) met = true;
      else if (outcome === false) without += 1;
    },
    check() {
      if (!met && without > 0) throw new LateBenchError('LB_USAGE', lacking);
    },
  };
}
