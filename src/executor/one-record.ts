// A stage over one record, for who works on records by hand.
import { LateBenchError } from '../errors.ts';
import type { Solution } from '../records/solution.ts';
import type { StageContext, StageUse } from '../stages/define.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import { createErrorPolicy } from '../stream/error-policy.ts';
import { oneGroup, passRecords } from '../stream/pass.ts';
import { createTally } from '../stream/tally.ts';
import { buildStages, planStages } from './build-plan.ts';

/** Throws what keeps the stage from handing the record on. */
export async function runOneRecord(
  use: StageUse,
  record: Solution,
  { seed, endpoint }: Pick<StageContext, 'seed' | 'endpoint'>,
): Promise<Solution> {
  const noFiles = (path: string): never => {
    throw new LateBenchError('LB_CONFIG', `${path}: an option that names a file is not for single records`);
  };
  const { maps } = await planStages([use]);
  const links = await buildStages(maps, {
    seed,
    concurrency: 1,
    endpoint,
    rows: noFiles,
    records: noFiles,
    sources: [],
    dry: false,
    say: () => {},
  });
  const policy = createErrorPolicy({
    onError: 'fail',
    maxErrors: undefined,
    quarantine: { path: '', count: 0, add: () => {}, close: () => {} },
    say: () => {},
  });
  const passed: Row[] = [];
  let reason: LateBenchError | undefined;
  const { signal } = new AbortController();
  await passRecords(
    { groups: oneGroup([record]), links, sink: { ...noSink, write: (row) => void passed.push(row) } },
    {
      policy,
      tally: createTally(),
      stopReading: signal,
      abandon: signal,
      onStop: (error) => {
        reason ??= error;
      },
    },
  );
  if (reason !== undefined) throw reason;
  const [result] = passed;
  if (result === undefined) throw new LateBenchError('LB_STAGE', `${use.use} gave no record back`);
  return result as Solution;
}
