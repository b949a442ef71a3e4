// What `latebench run` does around a pipeline: folder, signals, progress, and the table at the end.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes, LateBenchError } from '../errors.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { planPipeline } from '../pipeline/plan.ts';
import { runPipeline } from '../pipeline/run.ts';
import { poolStages, publishStages, type RecordPipeline } from '../pipeline/schema.ts';
import { takeExclusive } from '../storage/exclusive-lock.ts';
import { createTally } from '../stream/tally.ts';
import { batchWaitMs } from './batch-passes.ts';
import type { Call } from './command.ts';
import { engineOf } from './engine.ts';
import { errorHandling } from './error-options.ts';
import { formatScore } from './format-score.ts';
import { remoteInputs } from './hub-source.ts';
import { openObservers } from './observers.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { planText } from './plan-report.ts';
import { doneIn, startProgress } from './progress.ts';
import { endpointsOf } from './role-endpoint.ts';
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
  const errors = errorHandling(call, homeOf(config));
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench run: ${line}\n`),
    () => tally.inFlight,
  );
  const engine = engineOf(call);
  let doneShare: () => number | null = () => null;
  const pass = {
    policy: errors.policy,
    tally,
    say,
    remote: remoteInputs(call, watch.stopReading),
    stopReading: watch.stopReading,
    abandon: watch.abandon,
    onInput(expected: () => number | null) {
      // On a queue, laying the records out is not the work.
      if (engine !== undefined) return;
      doneShare = () => {
        const most = expected();
        return most === null || most === 0 ? null : Math.min(1, doneIn(tally, errors.policy) / most);
      };
    },
    onStop: watch.stop,
  };
  const from = options.text('from');
  if (from !== undefined && options.text('run') === undefined) {
    throw new LateBenchError('LB_USAGE', '--from: name the run folder to go on in (--run DIR)');
  }
  if (engine !== undefined && from !== undefined) {
    const message =
      '--from and --engine bullmq exclude each other; leave --from out: no reply that is in the run folder is paid for again';
    throw new LateBenchError('LB_USAGE', message);
  }
  if (options.flag('plan')) {
    try {
      const plan = await planPipeline(definition, { ...pass, folder: options.text('run'), from });
      stdout.write(planText(definition, plan, config));
      return errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
    } finally {
      watch.dispose();
      errors.close();
    }
  }
  await mkdir(folder, { recursive: true });
  const lock = await takeExclusive(join(folder, 'run.lock'));
  if (!('release' in lock)) {
    watch.dispose();
    errors.close();
    throw new LateBenchError(
      'LB_BUSY',
      `process ${lock.owner ?? 'of another machine'} is at work in ${folder}`,
    );
  }
  const endpoints = await endpointsOf(call, homeOf(config), join(folder, 'journal'), {
    budget: definition.budget,
  });
  let observers: Awaited<ReturnType<typeof openObservers>> | undefined;
  try {
    observers = await openObservers(call, folder);
    const progress = startProgress(
      {
        label: definition.name,
        tally,
        policy: errors.policy,
        inputShare: () => null,
        doneShare: () => doneShare(),
        spent: () => endpoints.ledger.total(),
      },
      call,
    );
    if (engine !== undefined) {
      const { workOffByQueue } = await import('./queued-run.ts');
      await workOffByQueue(call, definition, {
        folder,
        engine,
        pass,
        onShare: (share) => {
          doneShare = () => share;
        },
      });
    }
    let result: Awaited<ReturnType<typeof runPipeline>>;
    try {
      result = await runPipeline(definition, {
        ...pass,
        folder,
        config,
        endpoints,
        from,
        batchWaitMs: batchWaitMs(call),
      });
    } finally {
      progress.end(true);
    }
    if (!result.complete) {
      say('stopped early: the run folder has no figures');
      if (watch.exitCode === undefined && watch.reason !== undefined) throw watch.reason;
      return watch.exitCode ?? exitCodes.ok;
    }
    const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
    stdout.write(
      `\n${formatScore(result.score, 'table', { models: Object.values(result.models), colour })}\n`,
    );
    stdout.write(`Run folder: ${folder}\n`);
    stdout.write(`  ${shownFiles.filter((file) => existsSync(join(folder, file))).join('  ')}\n`);
    return errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
    await endpoints.close();
    await observers?.close();
    await lock.release();
  }
}
