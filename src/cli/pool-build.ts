// What `latebench pool build` does around the build itself: problems, endpoint, checks beforehand, progress, exit code.
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type EndpointConfig, endpointConfig, simulation } from '../config/endpoint-config.ts';
import type { Config } from '../config/resolve.ts';
import { type BuildOptions, buildPool } from '../deepconf/pool/build.ts';
import { planBuild, samplesMissing, spentJournals } from '../deepconf/pool/build-plan.ts';
import { openPartReplies } from '../deepconf/pool/part-replies.ts';
import { lockPool } from '../deepconf/pool/pool-lock.ts';
import { preparePool, type ReadyPool } from '../deepconf/pool/prepare.ts';
import { checkModelName, probe } from '../deepconf/pool/probe.ts';
import { estimateSizes } from '../deepconf/pool/sizes.ts';
import { servedModels } from '../endpoints/served-models.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import type { Interruption } from '../executor/interruption.ts';
import { openListeners } from '../executor/listeners.ts';
import { formatBytes, formatCount } from '../report/format.ts';
import { isSimulated, simulationNotice } from '../report/simulation.ts';
import type { Call } from './command.ts';
import { commandSession } from './command-session.ts';
import { engineOf } from './engine.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { type BuildWishes, buildWishes } from './pool-build-options.ts';
import { poolDryRun } from './pool-dry-run.ts';
import { poolFolderOf } from './pool-options.ts';
import { readProblems } from './pool-problems.ts';
import { buildProgress } from './pool-progress.ts';
import { configOf, homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

/** Replies of a pool are large: fewer calls at once than elsewhere, unless somebody says how many. */
function withConcurrency(config: Config): Config {
  if (config.get('concurrency')?.origin !== 'default') return config;
  return new Map([...config, ['concurrency', { value: '8', origin: 'default' }]]);
}

/** Of the file system that the folder is on, or will be on. */
async function freeBytes(folder: string): Promise<number> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const facts = await statfs(path).catch(() => undefined);
    if (facts !== undefined) return facts.bavail * facts.bsize;
    if (dirname(path) === path) return 0;
  }
}

/** Says what the missing samples will take, and stops where the disk has not got it. */
async function checkDisk(call: Call, pool: ReadyPool, missing: number, wishes: BuildWishes): Promise<void> {
  const sizes = estimateSizes(missing, {
    manifest: pool.manifest,
    problems: pool.problems,
    maxTokens: wishes.sampling.max_tokens,
  });
  const free = await freeBytes(pool.folder);
  const slim = sizes.core + sizes.journal + (wishes.keepRaw ? sizes.raw : 0);
  const need = slim + (pool.settings.keep_top ? sizes.top : 0);
  const basis =
    sizes.from === 'pool' ? 'by the parts that are there' : `at ${formatCount(sizes.tokens)} tokens a sample`;
  call.say(
    `${formatCount(missing)} samples to buy: about ${formatBytes(slim + sizes.top)} with the alternatives of each token, ` +
      `${formatBytes(slim)} without (--no-keep-top), ${basis}; ${formatBytes(free)} free`,
  );
  if (need <= free || call.options.flag('no-disk-check')) return;
  const message =
    `about ${formatBytes(need)} are needed and ${formatBytes(free)} are free in ${pool.folder}; make room, ` +
    'take --no-keep-top or a smaller --n, or --no-disk-check to begin all the same';
  throw new LateBenchError('LB_DISK_FULL', message);
}

/** The name as it is, or without what stands before a slash. */
async function checkServed({ baseUrl, apiKey, model }: EndpointConfig, signal: AbortSignal): Promise<void> {
  if (baseUrl === simulation) return;
  const served = await servedModels(baseUrl, apiKey, signal);
  const last = (name: string): string => name.split('/').at(-1)!;
  if (served === null || served.length === 0 || served.some((name) => last(name) === last(model))) return;
  const some = served.slice(0, 12).join(', ');
  const message = `the endpoint does not list the model ${model}; it lists ${some}${served.length > 12 ? ', …' : ''} (--model)`;
  throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
}

/** What is bought of the problems named, once every check has passed that costs nothing or next to nothing. */
async function buy(call: Call, folder: string, wishes: BuildWishes, watch: Interruption): Promise<number> {
  const { say, options, stderr } = call;
  const { config, sampling, allowDegenerate, problems, n } = wishes;
  const prepare = (dryRun: boolean): Promise<ReadyPool> =>
    preparePool(folder, wishes.wanted, problems, {
      rebuild: options.flag('rebuild'),
      dryRun,
      say: (line) => say(`latebench pool build: ${line}`),
    });
  const before = await prepare(true);
  const planned = planBuild(before.manifest, problems, n);
  const missing = samplesMissing(planned);
  if (missing > 0) await checkDisk(call, before, missing, wishes);
  if (options.flag('dry-run')) return poolDryRun(call, planned, wishes);
  const engine = engineOf(call);
  if (engine !== undefined) await (await import('../queue/redis.ts')).checkRedis(engine.redis);
  const replies = openPartReplies(folder, { say: (line) => say(`latebench pool build: ${line}`) });
  const own = { replies, allowDegenerate, budgetFolder: folder };
  const session = commandSession(call, withConcurrency(configOf(call)), join(folder, 'journal'), own);
  const listeners = await openListeners({
    metricsPort: call.options.whole('metrics-port', 0),
    runFolder: folder,
    say: call.say,
  });
  try {
    const endpoint = await session.endpoint('logprob');
    if (missing > 0) {
      await checkServed(config, watch.abandon);
      await probe(endpoint, replies, sampling, { allowDegenerate, signal: watch.abandon });
    }
    // From here on the folder is a pool, made with these settings.
    const pool = await prepare(false);
    for (const name of spentJournals(pool.manifest, pool.problems, n)) await replies.discard(name);
    const jobs = planBuild(pool.manifest, problems, n);
    const progress = buildProgress(call, { jobs, n, ledger: session.ledger, model: config.model });
    const build: BuildOptions & Pick<ReadyPool, 'manifest'> = {
      ...pool,
      sampling,
      jobs,
      endpoint,
      replies,
      concurrency: config.concurrency,
      allowDegenerate,
      keepRaw: wishes.keepRaw,
      stopping: watch.stopReading,
      signal: watch.abandon,
      onSample: progress.sample,
      say: (line) => stderr.write(`latebench pool build: ${line}\n`),
    };
    const work =
      engine === undefined
        ? buildPool(build)
        : import('./queued-pool.ts').then(({ buildPoolByQueue }) =>
            buildPoolByQueue(call, engine, { build, rpm: config.rpm }),
          );
    const outcome = await work.finally(() => progress.end());
    if (jobs.length === 0) say(`every problem has its ${formatCount(n)} samples already`);
    else say(`pool build: ${progress.summary()}`);
    if (watch.exitCode !== undefined) return watch.exitCode;
    if (outcome.reason !== undefined) throw outcome.reason;
    if (outcome.failed > 0) {
      say(`${formatCount(outcome.failed)} samples failed; run the same again to ask for them once more`);
      return exitCodes.partial;
    }
    await replies.discard('probe');
    return exitCodes.ok;
  } finally {
    await session.close();
    await replies.close();
    await listeners.close();
  }
}

export async function runPoolBuild(call: Call): Promise<number> {
  const { options, say, stderr, command } = call;
  const paths = [...options.list('problems'), ...options.positionals];
  if (paths.length === 0 && call.stdin.isTTY === true) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const folder = poolFolderOf(options, command);
  const settings = withConcurrency(configOf(call));
  const config = endpointConfig(settings, 'logprob');
  checkModelName(config.model);
  const errors = errorHandling(call, homeOf(settings));
  const watch = watchSignals(
    (line) => stderr.write(`latebench pool build: ${line}\n`),
    () => config.concurrency,
  );
  try {
    const problems = await readProblems(call, errors.policy, paths);
    const wishes = buildWishes(call, config, problems);
    const release = options.flag('dry-run') ? async () => {} : await lockPool(folder);
    try {
      if (isSimulated(config.model)) say(simulationNotice);
      const code = await buy(call, folder, wishes, watch);
      return code === exitCodes.ok && errors.policy.rejected > 0 ? exitCodes.partial : code;
    } finally {
      await release();
    }
  } finally {
    watch.dispose();
    errors.close();
  }
}
