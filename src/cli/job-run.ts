// Runs the command of a job: its flags become the job's options, and the executor does the rest.

import { homeOf } from '../config/shared-settings.ts';
import { exitCodes } from '../errors.ts';
import { checkedStage } from '../executor/build-plan.ts';
import { openErrorHandling } from '../executor/error-handling.ts';
import type { QueuePlan } from '../executor/queue/job-queue.ts';
import { runJob } from '../executor/run-job.ts';
import type { JobStage } from '../stages/define-job.ts';
import { optionRows } from '../stages/option-rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { createTally } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { configFor } from './command-config.ts';
import { commandSession, modeOf } from './command-session.ts';
import { engineOf } from './engine.ts';
import { errorSettings } from './error-options.ts';
import { shortHelp } from './help.ts';
import { journalFolder } from './journal-folder.ts';
import { countedOn, queueLimits } from './queue-limits.ts';
import { openRecords, sourcePlan } from './record-source.ts';
import { runFolder } from './run-folder.ts';
import { stageUse } from './stage-use.ts';
import { styleOf } from './text-style.ts';
import { watchCommand } from './watch-command.ts';

/** The files of a job that reads problems: after --problems, or without a flag. */
function problemFiles({ options }: Call, { reads }: JobStage): readonly string[] {
  return reads === 'problems' ? [...options.list('problems'), ...options.positionals] : [];
}

/** Neither a file nor an option of the stage was named, where it is files that it takes. */
function hasNothingToTake({ options, stdin }: Call, stage: JobStage, files: readonly string[]): boolean {
  if (stage.reads === 'problems') return files.length === 0 && stdin.isTTY === true;
  const own = optionRows(stage.options).some(
    ({ name }) => options.flag(name) || options.list(name).length > 0,
  );
  return stage.others !== undefined && options.positionals.length === 0 && !own;
}

function queueOf(call: Call, { spreads }: JobStage): QueuePlan | undefined {
  const engine = spreads === true ? engineOf(call) : undefined;
  if (engine === undefined) return undefined;
  const { options } = call;
  return {
    ...engine,
    endpoint: options.text('endpoint') ?? options.text('base-url') ?? null,
    ...queueLimits(call),
  };
}

export async function runJobCommand(call: Call, stage: JobStage): Promise<number> {
  const { options, command, stderr } = call;
  const paths = problemFiles(call, stage);
  if (hasNothingToTake(call, stage, paths)) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  return runJobParts(call, [{ stage, use: await stageUse(stage, options) }]);
}

/** One of the jobs of a command. */
export interface JobPart {
  readonly stage: JobStage;
  readonly use: StageUse;
  /** In place of the command's. */
  readonly seed?: number | undefined;
}

/** Jobs one after the other; each takes what the one before leaves. In a dry run only the first is estimated. */
export async function runJobParts(call: Call, parts: readonly [JobPart, ...JobPart[]]): Promise<number> {
  const { options, command } = call;
  const [{ stage, use }] = parts;
  const paths = problemFiles(call, stage);
  const { options: checked } = await checkedStage(use);
  const config = configFor(call);
  const queue = queueOf(call, stage);
  const limit = stage.reads === 'problems' ? options.whole('limit', 1) : undefined;
  const source = sourcePlan(call, { paths, limit, raw: true });
  const place = {
    label: command.name,
    home: stage.quarantineFolder?.(checked) ?? homeOf(config),
    notesHome: homeOf(config),
  };
  const errors = openErrorHandling(errorSettings(options), { ...place, dry: modeOf(call) === 'dry' }, call);
  const tally = createTally();
  const watch = watchCommand(call, config);
  const session = commandSession(call, config, journalFolder(call, homeOf(config)), {
    drain: watch.drain,
    budget: countedOn(queue),
  });
  try {
    const folder = runFolder(options);
    let worst: number = exitCodes.ok;
    for (const part of parts) {
      const { done, exitCode } = await runJob(
        {
          label: command.name,
          seed: part.seed ?? options.whole('seed', 0) ?? 0,
          job: {
            use: part.stage.name,
            with: (await checkedStage(part.use)).options,
            given: part.use.with,
            stage: part.stage,
          },
          folder,
          price: options.text('price'),
          metricsPort: options.whole('metrics-port', 0),
          keys: source.keys,
          queue: part.stage.spreads === true ? queue : undefined,
          sources: source.files,
          source: ({ policy, quiet }) =>
            openRecords(quiet ? { ...call, say: () => {} } : call, source, policy, watch.stopReading),
          style: styleOf(call),
        },
        {
          session,
          terminal: call,
          interruption: watch,
          policy: errors.policy,
          tally,
        },
      );
      worst = Math.max(worst, exitCode);
      const goesOn = done !== null && done.stopped !== true;
      if (!goesOn || (exitCode !== exitCodes.ok && exitCode !== exitCodes.partial)) return exitCode;
    }
    return worst;
  } finally {
    errors.close();
    // Calls on the wire are waited for here, as long as the watch says.
    await session.close();
    watch.dispose();
  }
}
