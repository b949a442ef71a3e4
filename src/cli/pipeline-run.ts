// What `latebench run` does around a pipeline: folder, signals, progress, and the table at the end.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import { roles } from '../config/settings.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { loadPipeline, withSettings } from '../pipeline/load.ts';
import { runPipeline } from '../pipeline/run.ts';
import { createTally } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { errorHandling } from './error-options.ts';
import { formatScore } from './format-score.ts';
import { openObservers } from './observers.ts';
import { startProgress } from './progress.ts';
import { endpointsOf } from './role-endpoint.ts';
import { runFolder } from './run-folder.ts';
import { homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

export async function runPipelineCommand(call: Call): Promise<number> {
  const { options, stdout, stderr, say } = call;
  const [name, ...more] = options.positionals;
  if (name === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name one pipeline, for example: latebench run quickstart');
  }
  const definition = withSettings(await loadPipeline(name), options.list('set'));
  const endpoint = options.text('endpoint') ?? definition.endpoint;
  const flags = new Map<string, { value: string; flag: string }>();
  if (endpoint !== undefined) {
    const flag = options.text('endpoint') === undefined ? `pipeline ${definition.name}` : '--endpoint';
    for (const role of roles) flags.set(`${role}.base_url`, { value: endpoint, flag });
  }
  for (const [option, setting] of [
    ['concurrency', 'concurrency'],
    ['max-retries', 'max_retries'],
  ] as const) {
    const value = options.text(option);
    if (value !== undefined) flags.set(setting, { value, flag: `--${option}` });
  }
  const config = resolveConfig({ flags, envFile: options.text('env-file') });
  const folder = runFolder(options);
  const errors = errorHandling(call, homeOf(config));
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench run: ${line}\n`),
    () => tally.inFlight,
  );
  const home = homeOf(config);
  const endpoints = await endpointsOf(call, home, join(folder, 'journal'));
  let observers: Awaited<ReturnType<typeof openObservers>> | undefined;
  try {
    await mkdir(folder, { recursive: true });
    observers = await openObservers(call, folder);
    const progress = startProgress(
      {
        label: definition.name,
        tally,
        policy: errors.policy,
        inputShare: () => null,
        spent: () => endpoints.ledger.total(),
      },
      call,
    );
    let result: Awaited<ReturnType<typeof runPipeline>>;
    try {
      result = await runPipeline(definition, {
        folder,
        config,
        endpoints,
        policy: errors.policy,
        tally,
        say,
        stopReading: watch.stopReading,
        abandon: watch.abandon,
        onStop: watch.stop,
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
    stdout.write(`  report.html  records.parquet  results.json  summary.json  manifest.json\n`);
    return errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
    await endpoints.close();
    await observers?.close();
  }
}
