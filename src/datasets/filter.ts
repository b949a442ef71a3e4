// The filter stage: keeps the records that pass every check, and says of each other one why it was dropped. Which
// checks there are is in quality/, one idea a file; which are asked, in filter-checks.ts.
import { contentKey } from '../records/identity.ts';
import { recordSchema } from '../records/solution.ts';
import { configured, drop, type Stage } from '../stream/stage.ts';
import { type FilterOptions, filterChecks, withPreset } from './filter-checks.ts';
import { createFunnel, type FunnelLine } from './quality/funnel.ts';

/** What the checks rely on. A record that other stages would reject is not passed on to them: recordSchema checks it. */
interface FilterRecord {
  readonly id: string;
  readonly problem: string;
  readonly [field: string]: unknown;
}

export interface FilterStage extends Stage<FilterRecord, FilterRecord> {
  /** What each check saw and dropped so far, in the order in which they are asked. */
  funnel(): readonly FunnelLine[];
  /**
   * At the end of the input: throws LB_USAGE for a condition on a field or a name that no record has, and for judgements
   * of other records.
   */
  end(): void;
}

/** The options as plain JSON, so that the manifest and the key say what was asked for. */
function configOf(options: FilterOptions): Record<string, unknown> {
  const { overlap, answersEqual, accepted, judged: _, known, embed, ...plain } = withPreset(options);
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(accepted === undefined ? {} : { accepted: contentKey([...accepted]) }),
    ...(known === undefined ? {} : { known: known.problems.size }),
    ...(embed === undefined ? {} : { embed: embed.config }),
    ...(overlap === undefined ? {} : { overlap: { problems: overlap.problems, words: overlap.words } }),
    ...(answersEqual === undefined ? {} : { answersEqual: answersEqual.name }),
  };
}

async function* later(record: FilterRecord, reason: Promise<string | null>) {
  const found = await reason;
  yield found === null ? record : drop(found);
}

/**
 * A stage that keeps the records that pass every check and drops the others with the first reason.
 *
 * @example
 * const stage = filterStage({ late: true, singleError: true, minSteps: 8 });
 */
export function filterStage(options: FilterOptions): FilterStage {
  const funnel = createFunnel(filterChecks(options));
  return {
    name: 'filter',
    version: '3',
    input: recordSchema,
    output: recordSchema,
    ...configured(configOf(options)),
    run(record, { signal }) {
      if (funnel.waits) return later(record, funnel.reasonInTurn(record, signal));
      const reason = funnel.reason(record);
      return [reason === null ? record : drop(reason)];
    },
    funnel: funnel.lines,
    end: funnel.end,
  };
}
