// A stage over one record, for who works on records by hand.
import { LateBenchError } from '../errors.ts';
import type { Solution } from '../records/solution.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import { strictPolicy } from '../stream/error-policy.ts';
import { oneGroup } from '../stream/pass.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { type GivenEndpoints, givenContext } from './given-context.ts';
import { runRecordsPlan } from './run-records-plan.ts';

/** Throws what keeps the stage from handing the record on. */
export async function runOneRecord(
  use: StageUse,
  record: Solution,
  { seed, endpoint }: Pick<GivenEndpoints, 'endpoint'> & { readonly seed: number },
): Promise<Solution> {
  const passed: Row[] = [];
  let reason: LateBenchError | undefined;
  const onStop = (error: LateBenchError): void => {
    reason ??= error;
  };
  await runRecordsPlan(
    {
      label: use.use,
      seed,
      stages: [use],
      groups: () => oneGroup([record]),
      sink: async () => ({ ...noSink, write: (row) => void passed.push(row) }),
    },
    givenContext({ endpoint, concurrency: 1, policy: strictPolicy(), onStop }),
  );
  if (reason !== undefined) throw reason;
  const [result] = passed;
  if (result === undefined) throw new LateBenchError('LB_STAGE', `${use.use} gave no record back`);
  return result as Solution;
}
