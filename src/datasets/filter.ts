// The filter stage: keeps the records that meet every condition, and says of each other one why it was dropped.
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { drop, type Stage } from '../stream/stage.ts';
import { isInShare } from './sample.ts';
import { holds, parseCondition } from './where.ts';

export interface FilterOptions {
  readonly minSteps?: number | undefined;
  readonly maxSteps?: number | undefined;
  readonly hasError?: boolean | undefined;
  readonly noError?: boolean | undefined;
  readonly where?: readonly string[] | undefined;
  /** Share of the records that meet the conditions to keep, 0 to 1, seeded by `seed` and each record's id. */
  readonly share?: number | undefined;
  readonly seed?: number | undefined;
}

/** Loose on purpose: a filter looks at what its conditions name and passes everything else on. */
const filterInput = z.looseObject({ id: z.string(), problem: z.string() });
type FilterRecord = z.infer<typeof filterInput>;

function stepCount(record: FilterRecord): number {
  return Array.isArray(record.steps) ? record.steps.length : 0;
}

function errorCount(record: FilterRecord): number | null {
  return Array.isArray(record.error_steps) ? record.error_steps.length : null;
}

export function filterStage(options: FilterOptions): Stage<FilterRecord, FilterRecord> {
  const { minSteps, maxSteps, hasError = false, noError = false, where = [], share, seed = 0 } = options;
  const conditions = where.map((text) => ({ text, condition: parseCondition(text) }));
  const config = {
    minSteps: minSteps ?? null,
    maxSteps: maxSteps ?? null,
    hasError,
    noError,
    where,
    share: share ?? null,
    seed,
  };
  const key = sha256Hex(canonicalJson(config)).slice(0, 16);

  const reasonToDrop = (record: FilterRecord): string | null => {
    const steps = stepCount(record);
    if (minSteps !== undefined && steps < minSteps) return `fewer than ${minSteps} steps`;
    if (maxSteps !== undefined && steps > maxSteps) return `more than ${maxSteps} steps`;
    const errors = errorCount(record);
    if (hasError && (errors ?? 0) === 0) return errors === null ? 'no label' : 'no error';
    if (noError && errors !== 0) return errors === null ? 'no label' : 'has an error';
    const failed = conditions.find(({ condition }) => !holds(record, condition));
    if (failed !== undefined) return `not ${failed.text}`;
    return share === undefined || isInShare(record.id, share, seed) ? null : 'not in the sample';
  };

  return {
    name: 'filter',
    version: '1',
    input: filterInput,
    output: filterInput,
    config,
    key: () => key,
    run(record) {
      const reason = reasonToDrop(record);
      return [reason === null ? record : drop(reason)];
    },
  };
}
