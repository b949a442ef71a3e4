// Runs `latebench dataset build`: spec, endpoints with their journals, signals and progress, and what came of it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, resolveConfig } from '../config/resolve.ts';
import { roles } from '../config/settings.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { openListeners } from '../executor/listeners.ts';
import { startProgress } from '../executor/progress.ts';
import { type BuiltDataset, buildDataset } from '../publish/build.ts';
import { buildFolder } from '../publish/layout.ts';
import { type LoadedSpec, loadSpec } from '../publish/load-spec.ts';
import { surfaceSentence } from '../publish/quality-text.ts';
import { formatCount } from '../report/format.ts';
import { simulationNotice } from '../report/simulation.ts';
import { createTally } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { commandSession } from './command-session.ts';
import { errorHandling } from './error-options.ts';
import { watchSignals } from './signals.ts';

function buildConfig({ options }: Call, { spec }: LoadedSpec): Config {
  const flags = new Map<string, { value: string; flag: string }>();
  const given = options.text('endpoint');
  const endpoint = given ?? spec.endpoint;
  if (endpoint !== undefined) {
    const flag = given === undefined ? `spec of ${spec.name}` : '--endpoint';
    for (const role of roles) flags.set(`${role}.base_url`, { value: endpoint, flag });
  }
  for (const [option, setting] of [
    ['concurrency', 'concurrency'],
    ['max-retries', 'max_retries'],
  ] as const) {
    const value = options.text(option);
    if (value !== undefined) flags.set(setting, { value, flag: `--${option}` });
  }
  return resolveConfig({ flags, envFile: options.text('env-file') });
}

function summary({ manifest, statistics, funnel, quality }: BuiltDataset, folder: string): string {
  const { parts, records } = statistics;
  const width = Math.max(...funnel.map(({ step }) => step.length));
  const steps = funnel.map(({ step, in: entered, out, reasons }) => {
    const why = Object.entries(reasons).map(([reason, count]) => `${reason}: ${formatCount(count)}`);
    return `  ${step.padEnd(width)}  ${formatCount(entered).padStart(9)} -> ${formatCount(out).padStart(9)}  ${why.join('; ')}`.trimEnd();
  });
  const counts = Object.entries(parts).map(([part, count]) => `${part} ${formatCount(count)}`);
  return [
    ...(manifest.simulated ? [simulationNotice] : []),
    ...steps,
    `${manifest.name} ${manifest.version}: ${formatCount(records)} records (${counts.join(', ')}) in ${folder}`,
    `  content ${manifest.content_sha256}`,
    `  ${surfaceSentence(quality.surface)}`,
    '',
  ].join('\n');
}

export async function runDatasetBuild(call: Call, names: readonly string[]): Promise<number> {
  const { options, stdout, stderr, say } = call;
  const [name, ...more] = names;
  const folder = options.text('output');
  if (name === undefined || more.length > 0 || folder === undefined) {
    throw new LateBenchError('LB_USAGE', 'name a spec and a folder: latebench dataset build SPEC -o DIR');
  }
  const loaded = await loadSpec(name);
  const config = buildConfig(call, loaded);
  const build = buildFolder(folder);
  await mkdir(build, { recursive: true });
  const errors = errorHandling(call, build);
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench dataset: ${line}\n`),
    () => tally.inFlight,
  );
  const session = commandSession(call, config, join(build, 'journal'));
  let listeners: Awaited<ReturnType<typeof openListeners>> | undefined;
  try {
    listeners = await openListeners({
      metricsPort: call.options.whole('metrics-port', 0),
      runFolder: build,
      say: call.say,
    });
    const { policy } = errors;
    const spent = () => session.ledger.total();
    const progress = startProgress({ label: 'dataset', tally, policy, inputShare: () => null, spent }, call);
    let built: BuiltDataset | null;
    try {
      built = await buildDataset(loaded, {
        folder,
        concurrency: session.concurrency,
        policy,
        tally,
        say: (line) => say(`latebench dataset: ${line}`),
        stopReading: watch.stopReading,
        abandon: watch.abandon,
        onStop: watch.stop,
        endpoint: (role) => session.endpoint(role),
      });
    } finally {
      progress.end(true);
    }
    if (built === null) {
      say('stopped early: no version was written; the same again goes on from the journals');
      if (watch.exitCode === undefined && watch.reason !== undefined) throw watch.reason;
      return watch.exitCode ?? exitCodes.ok;
    }
    stdout.write(summary(built, folder));
    const { surface } = built.quality;
    if (surface?.verdict !== 'passes') {
      const what = surface === null ? 'has too few records to judge' : 'does not pass';
      stderr.write(`latebench dataset: the surface classifier ${what}; see quality/report.md\n`);
      if (options.flag('strict')) return exitCodes.partial;
    }
    return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
    await session.close();
    await listeners?.close();
  }
}
