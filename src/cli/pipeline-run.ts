// What `latebench run` does around a pipeline: folder, signals, progress, and the table at the end.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes, LateBenchError } from '../errors.ts';
import type { Session } from '../executor/session.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { planPipeline } from '../pipeline/plan.ts';
import { runPipeline } from '../pipeline/run.ts';
import { poolStages, publishStages, type RecordPipeline } from '../pipeline/schema.ts';
import { formatScore } from '../report/format-score.ts';
import { takeExclusive } from '../storage/exclusive-lock.ts';
import { createTally } from '../stream/tally.ts';
import { batchWaitMs } from './batch-passes.ts';
import type { Call } from './command.ts';
import { commandSession } from './command-session.ts';
import { engineOf } from './engine.ts';
import { errorHandling } from './error-options.ts';
import { remoteInputs } from './hub-source.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { planText } from './plan-report.ts';
import { runFolder } from './run-folder.ts';
import { homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

/** Of a run folder, what people open first. Which of them are there depends on the stages. */
const shownFiles = [
  'report.html',
  'injection.html',
  'leaderboard.html',
  'leaderboard.md',
  'records.parquet',
  'results.json',
  'summary.json',
  'manifest.json',
];

export async function runPipelineCommand(call: Call): Promise<number> {
  const { options, stdout, stderr, say } = call;
  const [name, ...more] = options.positionals;
  if (name === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name one pipeline, for example: latebench run quickstart');
  }
  const loaded = await loadPipeline(name, options.list('set'));
  if (poolStages(loaded) !== null) {
    const { runPoolPipeline } = await import('./pool-pipeline.ts');
    return runPoolPipeline(call, loaded);
  }
  if (publishStages(loaded) !== null) {
    const { runPublishPipeline } = await import('./publish-pipeline.ts');
    return runPublishPipeline(call, loaded);
  }
  const definition = loaded as RecordPipeline;
  const config = pipelineConfig(definition, call);
  const folder = runFolder(options);
  const from = options.text('from');
  if (from !== undefined && options.text('run') === undefined) {
    throw new LateBenchError('LB_USAGE', '--from: name the run folder to go on in (--run DIR)');
  }
  const engine = engineOf(call);
  if (engine !== undefined && from !== undefined) {
    const message =
      '--from and --engine bullmq exclude each other; leave --from out: no reply that is in the run folder is paid for again';
    throw new LateBenchError('LB_USAGE', message);
  }
  const errors = errorHandling(call, homeOf(config));
  const { policy } = errors;
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench run: ${line}\n`),
    () => tally.inFlight,
  );
  const remote = remoteInputs(call, watch.stopReading);
  const { stopReading, abandon, stop: onStop } = watch;
  const pass = { policy, tally, stopReading, abandon, onStop, remote, terminal: call };
  let lock: Awaited<ReturnType<typeof takeExclusive>> | undefined;
  let session: Session | undefined;
  try {
    if (options.flag('plan')) {
      const plan = await planPipeline(definition, { ...pass, folder: options.text('run'), from });
      stdout.write(planText(definition, plan, config));
      return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
    }
    await mkdir(folder, { recursive: true });
    lock = await takeExclusive(join(folder, 'run.lock'));
    if (!('release' in lock)) {
      const message = `process ${lock.owner ?? 'of another machine'} is at work in ${folder}`;
      throw new LateBenchError('LB_BUSY', message);
    }
    session = commandSession(call, config, join(folder, 'journal'), {
      budget: definition.budget,
      budgetFolder: join(folder, 'budget'),
    });
    let share: (() => number | null) | undefined;
    if (engine !== undefined) {
      const { workOffByQueue } = await import('./queued-run.ts');
      let done = 0;
      share = () => done;
      const onShare = (now: number): void => {
        done = now;
      };
      await workOffByQueue(call, definition, { folder, engine, pass, onShare });
    }
    const result = await runPipeline(definition, {
      session,
      terminal: call,
      interruption: watch,
      policy,
      tally,
      folder,
      remote,
      from,
      batchWaitMs: batchWaitMs(call),
      metricsPort: options.whole('metrics-port', 0),
      doneShare: share,
    });
    if (!result.complete) {
      say('stopped early: the run folder has no figures');
      if (result.reason !== undefined) throw result.reason;
      return result.exitCode;
    }
    const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
    stdout.write(
      `\n${formatScore(result.score, 'table', { models: Object.values(result.models), colour })}\n`,
    );
    stdout.write(`Run folder: ${folder}\n`);
    stdout.write(`  ${shownFiles.filter((file) => existsSync(join(folder, file))).join('  ')}\n`);
    return result.exitCode;
  } finally {
    watch.dispose();
    errors.close();
    await session?.close();
    if (lock !== undefined && 'release' in lock) await lock.release();
  }
}
