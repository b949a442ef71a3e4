// Runs a command that reads records to their end and prints something about them: no stage, no sink.
import { exitCodes } from '../errors.ts';
import { passRecords } from '../executor/pass.ts';
import { startProgress } from '../executor/progress.ts';
import type { SourceInput } from '../executor/source.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Stage } from '../stream/stage.ts';
import { stageStep } from '../stream/step.ts';
import { createTally } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { hasNothingToRead, openRecords, sourcePlan } from './record-source.ts';
import { configOf, homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

export interface Consumed {
  readonly inputs: readonly SourceInput[];
  readonly policy: ErrorPolicy;
}

/** Checks that a record is whole and passes it on. */
function checkStage(name: string): Stage<Solution, Solution> {
  return {
    name,
    version: '1',
    input: solutionSchema,
    output: solutionSchema,
    config: {},
    key: () => '',
    run: (record) => [record],
  };
}

/** Feeds every record to `take`, then calls `finish`, which prints. */
export async function consume(
  call: Call,
  take: (record: Solution) => void,
  finish: (consumed: Consumed) => Promise<void>,
): Promise<number> {
  const { options, command, stderr } = call;
  if (hasNothingToRead(call)) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const errors = errorHandling(call, homeOf(configOf(call)));
  const { policy } = errors;
  const tally = createTally();
  const watch = watchSignals(
    () => {},
    () => 0,
  );
  try {
    const plan = sourcePlan(call, { limit: options.whole('limit', 0), hash: true });
    const source = await openRecords(call, plan, policy, watch.stopReading);
    const progress = startProgress({ label: command.name, tally, policy, inputShare: source.share }, call);
    const sink = {
      ...noSink,
      write(row: Row) {
        policy.accepted();
        take(row as Solution);
      },
    };
    const links = [{ step: stageStep(checkStage(command.name)) }];
    try {
      const { stopReading, abandon, stop: onStop } = watch;
      await passRecords(
        { groups: source.groups, links, sink },
        { policy, tally, stopReading, abandon, onStop },
      );
      policy.finish();
    } finally {
      progress.end(false);
    }
    if (watch.exitCode !== undefined) return watch.exitCode;
    await finish({ inputs: source.inputs, policy });
    return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
  }
}
