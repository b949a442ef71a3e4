// Runs a command that reads records to their end and prints something about them: no stage, no sink.
import { Writable } from 'node:stream';
import { exitCodes } from '../errors.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { runStream } from '../stream/run.ts';
import { rowStream } from '../stream/source.ts';
import type { Stage } from '../stream/stage.ts';
import { createTally } from '../stream/tally.ts';
import { stageTransform } from '../stream/transform.ts';
import { until } from '../stream/until.ts';
import type { Call } from './command.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { startProgress } from './progress.ts';
import { hasNothingToRead, type InputFacts, openRecords } from './record-source.ts';
import { configOf, homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

export interface Consumed {
  readonly inputs: readonly InputFacts[];
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
  const tally = createTally();
  const watch = watchSignals(
    () => {},
    () => 0,
  );
  try {
    const read = await openRecords({
      call,
      policy: errors.policy,
      limit: options.whole('limit', 0),
      hash: true,
    });
    const progress = startProgress(
      { label: command.name, tally, policy: errors.policy, inputShare: read.inputShare },
      call,
    );
    const source = rowStream(until(read.groups, watch.stopReading), () => {
      tally.read += 1;
    });
    const check = stageTransform(checkStage(command.name), { policy: errors.policy, tally });
    const end = new Writable({
      objectMode: true,
      write(record: Solution, _encoding, callback) {
        tally.written += 1;
        errors.policy.accepted();
        try {
          take(record);
          callback();
        } catch (error) {
          callback(error as Error);
        }
      },
    });
    try {
      await runStream(source, [check], end, watch.abandon);
      errors.policy.finish();
    } finally {
      progress.end(false);
    }
    if (watch.exitCode !== undefined) return watch.exitCode;
    await finish({ inputs: read.inputs, policy: errors.policy });
    return errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
  }
}
