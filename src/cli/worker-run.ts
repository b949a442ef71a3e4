// What `latebench worker` does: waits for the run, opens endpoints with a journal of its own in the run's folder, and
// performs what the queue hands it until it is told to stop.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wholeNumber } from '../config/resolve.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { openSharedLimits } from '../pipeline/queued/coordinate.ts';
import { awaitQueueFile } from '../pipeline/queued/queue-file.ts';
import { recordPerformer } from '../pipeline/queued/records.ts';
import { endpointByRole } from '../pipeline/run.ts';
import { checkRedis } from '../queue/redis.ts';
import { runWorker } from '../queue/worker.ts';
import type { Call } from './command.ts';
import { redisOf } from './engine.ts';
import { openObservers } from './observers.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { endpointsOf } from './role-endpoint.ts';
import { homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

export async function runWorkerCommand(call: Call): Promise<number> {
  const { options, stderr } = call;
  const [folder, ...more] = options.positionals;
  const redis = redisOf(call);
  if (folder === undefined || more.length > 0 || redis === undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      'name the folder of the run and the queue: latebench worker DIR --redis URL',
    );
  }
  if (!existsSync(folder)) throw new LateBenchError('LB_INPUT_MISSING', `${folder}: no such folder`);
  const say = (line: string): void => {
    if (!options.flag('quiet')) stderr.write(`latebench worker: ${line}\n`);
  };
  await checkRedis(redis);
  const watch = watchSignals(say, () => 0);
  const closers: (() => Promise<void>)[] = [];
  try {
    const file = await awaitQueueFile(folder, watch.stopReading, say);
    if (file === null) return watch.exitCode ?? exitCodes.ok;
    const definition = await loadPipeline(join(folder, 'pipeline.json'));
    const config = pipelineConfig(definition, call, file.endpoint ?? undefined);
    const observers = await openObservers(call, folder);
    closers.push(() => observers.close());
    const limits = await openSharedLimits(redis, file, say);
    closers.push(() => limits.close());
    const endpoints = await endpointsOf(call, homeOf(config), join(folder, 'journal'), {
      budget: file.budget,
      budgetFolder: file.budget.folder ?? join(folder, 'budget'),
      shared: limits,
    });
    closers.push(() => endpoints.close());
    const concurrency = wholeNumber(config, 'concurrency', 1) ?? 1;
    const perform = await recordPerformer(definition, folder, {
      seed: definition.seed,
      concurrency,
      endpoint: endpointByRole(config, endpoints),
    });
    say(`working for ${folder}, ${concurrency} at once`);
    const lockSeconds = options.number('lock', 0.5, 86_400);
    await runWorker({
      redis,
      run: file.run,
      concurrency,
      lockMs: lockSeconds === undefined ? undefined : lockSeconds * 1000,
      rpm: file.rpm ?? undefined,
      signal: watch.stopReading,
      say,
      perform,
    });
    const { calls, hits } = endpoints.ledger.total();
    say(`${calls} calls made, ${hits} found paid for`);
    return watch.exitCode === undefined || watch.exitCode === exitCodes.terminated
      ? exitCodes.ok
      : watch.exitCode;
  } finally {
    watch.dispose();
    for (const close of closers.reverse()) await close();
  }
}
