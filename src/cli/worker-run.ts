// What `latebench worker` does: waits for the run, opens endpoints with a separate journal in the run's folder, and
// makes the calls that the queue assigns to it until it is stopped.

import { join } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import { drainMsOf, homeOf } from '../config/shared-settings.ts';
import type { Drain } from '../endpoints/drain.ts';
import { failureLines } from '../endpoints/failure-tally.ts';
import { spentText } from '../endpoints/spent-text.ts';
import type { UsageCounters } from '../endpoints/usage-counters.ts';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { allFailedText, exitCodeOfCalls } from '../executor/failed-calls.ts';
import { openListeners } from '../executor/listeners.ts';
import { namedFiles } from '../executor/named-files.ts';
import { boardOf } from '../executor/queue/board.ts';
import { type OpenLimits, openSharedLimits } from '../executor/queue/coordinate.ts';
import { countOwnCalls } from '../executor/queue/own-calls.ts';
import {
  awaitQueueFile,
  checkBudgetHere,
  type QueueFile,
  readQueueFile,
} from '../executor/queue/queue-file.ts';
import { layoutPerformer, type QueuedStages } from '../executor/queue/records.ts';
import { openRunStore, takeFolder } from '../executor/queue/run-store.ts';
import { checkObjects } from '../objects/open-objects.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { noRemote, pipelineSource } from '../pipeline/pipeline-source.ts';
import type { RecordPipeline } from '../pipeline/schema.ts';
import { checkRedis } from '../queue/check-redis.ts';
import { runWorker, type WorkerOptions } from '../queue/worker.ts';
import { openPoolWork } from '../stages/pool/work.ts';
import { closeAll } from '../storage/close-all.ts';
import { bringFile, folderObjects } from '../storage/folder-objects.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { checkNamedFolder } from '../storage/named-text.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { commandSession, type OwnStore } from './command-session.ts';
import { redisOf, storeOf } from './engine.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { watchSignals } from './signals.ts';
import { wireOptions } from './wire-options.ts';

interface Work {
  readonly call: Call;
  readonly folder: string;
  readonly file: QueueFile;
  readonly redis: string;
  readonly limits: OpenLimits;
  readonly drain: Drain;
  /** Of the run, where machines share no disk. */
  readonly store: ObjectStore | undefined;
  readonly say: (line: string) => void;
}

interface OpenWork extends Pick<WorkerOptions, 'concurrency' | 'perform' | 'putTogether'> {
  readonly counters: UsageCounters;
  close(): Promise<void>;
}

/** A worker's own share of a budget, on a machine that cannot see the run's count. */
function ownShare({ options }: Call): boolean {
  return options.text('budget-usd') !== undefined || options.text('budget-tokens') !== undefined;
}

function settingsOf({ call, file, folder, redis, limits, drain, store }: Work): OwnStore {
  const { price } = file.budget;
  const own = {
    budget: { price },
    budgetFolder: join(homeOf(configOf(call)), 'budget', file.run),
  };
  // A pool has its count in its own folder, a run in one below it.
  const place = file.kind === 'pool' ? folder : join(folder, 'budget');
  const { name, ...budget } = file.budget;
  const onRedis = name === undefined ? undefined : { redis, name };
  const shared = { budget: { ...budget, onRedis }, budgetFolder: file.budget.folder ?? place };
  return {
    ...(ownShare(call) ? own : shared),
    store,
    shared: limits,
    drain,
    allowDegenerate: file.allow_degenerate,
    freshRun: file.fresh_run,
  };
}

function queuedRecords(definition: RecordPipeline): Omit<QueuedStages, 'stages'> {
  const source = pipelineSource(definition);
  const files = namedFiles({ stdin: undefined, remote: noRemote, source });
  return { seed: definition.seed, sources: source.files, files };
}

async function recordWork(work: Work): Promise<OpenWork> {
  const { call, folder, file, store } = work;
  const bring = store === undefined ? undefined : (name: string) => bringFile(store, folder, name);
  await bring?.('pipeline.json');
  const definition = (await loadPipeline(join(folder, 'pipeline.json'))) as RecordPipeline;
  const config = pipelineConfig(definition, call, file.endpoint ?? undefined);
  const session = commandSession(call, config, join(folder, 'journal'), settingsOf(work));
  const { concurrency, endpoint } = session;
  return {
    concurrency,
    perform: layoutPerformer(queuedRecords(definition), folder, { endpoint }, bring),
    counters: session.counters,
    close: () => session.close(),
  };
}

async function poolWork(work: Work): Promise<OpenWork> {
  const { call, folder, file, store, say } = work;
  const { settings, replies, perform, putTogether } = await openPoolWork(folder, {
    store,
    say,
    keepRaw: file.keep_raw,
  });
  const flags = new Map<string, { value: string; flag: string }>();
  const set = (setting: string, value: string | undefined, flag: string): void => {
    if (value !== undefined) flags.set(setting, { value, flag });
  };
  set('logprob.base_url', call.options.text('endpoint') ?? file.endpoint ?? undefined, '--endpoint');
  for (const { name, setting = '', multiple } of wireOptions) {
    const given = call.options.list(name);
    const text = multiple === true ? JSON.stringify(given) : given.at(-1);
    if (given.length > 0) set(setting.replace('ROLE', 'logprob'), text, `--${name}`);
  }
  set('logprob.model', settings.model ?? undefined, 'the pool');
  set('concurrency', call.options.text('concurrency'), '--concurrency');
  set('wait_for_endpoint', call.options.text('wait-for-endpoint'), '--wait-for-endpoint');
  set('max_retries', call.options.text('max-retries'), '--max-retries');
  const config = resolveConfig({ flags, envFile: call.options.text('env-file') });
  const own = { ...settingsOf(work), replies };
  const session = commandSession(call, config, join(folder, 'journal'), own);
  const endpoint = await session.endpoint('logprob');
  return {
    concurrency: session.concurrency,
    perform: perform(endpoint),
    putTogether,
    counters: session.counters,
    async close() {
      await session.close();
      await replies.close();
    },
  };
}

/** What this worker's calls came to; that all of them failed comes first. */
function endingOf(counters: UsageCounters): readonly string[] {
  const allFailed = allFailedText(counters);
  const failed = failureLines(counters.failures);
  return [...(allFailed === null ? [] : [allFailed]), ...failed, spentText(counters.total())];
}

interface Place {
  readonly address: string | undefined;
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly stopReading: AbortSignal;
  readonly abandon: AbortSignal;
}

interface FoundRun {
  readonly store?: ObjectStore;
  readonly file: QueueFile | null;
  /** The file as it is now: each start of the run writes it anew. */
  readonly readOnce: () => Promise<QueueFile | null>;
}

/** The run of the store, or of the folder where there is none; its file is null where the wait was given up. */
async function findRun(
  { address, folder, say, stopReading, abandon }: Place,
  closers: (() => Promise<void>)[],
): Promise<FoundRun> {
  if (address === undefined) {
    const readOnce = () => readQueueFile(folder);
    return { readOnce, file: await awaitQueueFile({ place: folder, readOnce }, stopReading, say) };
  }
  await checkObjects(address);
  const store = await openRunStore(address, { signal: abandon, say });
  closers.push(() => store.close());
  const readOnce = store.queueFile;
  const file = await awaitQueueFile({ place: address, readOnce }, stopReading, say);
  if (file === null) return { readOnce, file };
  await takeFolder(folder, file);
  return { readOnce, file, store: store.ofRun(file.run) };
}

interface Start extends Pick<Work, 'call' | 'folder' | 'file' | 'redis' | 'store' | 'say'> {
  readonly watch: ReturnType<typeof watchSignals>;
  /** The file as it is now; as it was where it cannot be read. */
  readonly readNow: () => Promise<QueueFile>;
}

/**
 * Works as the file says. `next`: that of a later start, with other work or under other settings, which this worker has
 * met: they are opened anew.
 */
async function workForStart({
  readNow,
  watch,
  ...start
}: Start): Promise<{ readonly exitCode: number; readonly next: QueueFile | null }> {
  const { call, folder, file, redis, store, say } = start;
  const { options } = call;
  if (!ownShare(call)) checkBudgetHere(folder, file);
  const closers: (() => Promise<void>)[] = [];
  let next: QueueFile | null = null;
  try {
    const limits = await openSharedLimits(redis, file, say);
    closers.push(() => limits.close());
    const open = file.kind === 'pool' ? poolWork : recordWork;
    const work = await open({ ...start, limits, drain: watch.drain });
    closers.push(() => work.close());
    say(`working for ${folder}, ${work.concurrency} at once`);
    const own = store === undefined ? undefined : countOwnCalls();
    closers.push(async () => own?.close());
    const lockSeconds = options.number('lock', 0.5, 86_400);
    const ended = await runWorker({
      redis,
      run: file.run,
      board: boardOf(store ?? folderObjects(folder)),
      async met() {
        const now = await readNow();
        if (now.work !== file.work) next = now;
        return next === null;
      },
      concurrency: work.concurrency,
      stay: options.flag('stay'),
      lockMs: lockSeconds === undefined ? undefined : lockSeconds * 1000,
      signal: watch.stopReading,
      abandon: watch.abandon,
      say,
      perform: work.perform,
      putTogether: work.putTogether,
      callsDone: own?.done,
    });
    for (const line of endingOf(work.counters)) say(line);
    if (ended === 'over') next = null;
    return { exitCode: exitCodeOfCalls(work.counters), next };
  } finally {
    await closeAll(closers.reverse());
  }
}

export async function runWorkerCommand(call: Call): Promise<number> {
  const { options, stderr } = call;
  const [folder, ...more] = options.positionals;
  const redis = redisOf(call);
  if (folder === undefined || more.length > 0 || redis === undefined) {
    const message = 'name the folder of the run and the queue: latebench worker DIR --redis URL';
    throw new LateBenchError('LB_USAGE', message);
  }
  const address = storeOf(call);
  if (address !== undefined) await makeFolder(folder);
  else checkNamedFolder(folder);
  const say = (line: string): void => {
    if (!options.flag('quiet')) stderr.write(`latebench worker: ${line}\n`);
  };
  await checkRedis(redis);
  const watch = watchSignals({ say, drainMs: drainMsOf(configOf(call)) });
  const closers: (() => Promise<void>)[] = [];
  try {
    const { store, file, readOnce } = await findRun({ address, folder, say, ...watch }, closers);
    if (file === null) return exitCodes.ok;
    let now = file;
    const readNow = async (): Promise<QueueFile> => {
      const read = await readOnce().catch((error: unknown) => {
        // The run was taken over by another version.
        if (isLateBenchError(error) && error.code === 'LB_CONFIG') throw error;
        return null;
      });
      now = read ?? now;
      return now;
    };
    const listeners = await openListeners({
      metricsPort: call.options.whole('metrics-port', 0),
      runFolder: folder,
      traceparent: () => now.traceparent,
      say: call.say,
    });
    closers.push(() => listeners.close());
    let exitCode: number = exitCodes.ok;
    for (let work: QueueFile | null = file; work !== null; ) {
      const begun = await workForStart({ call, folder, file: work, redis, store, watch, readNow, say });
      exitCode = Math.max(exitCode, begun.exitCode);
      work = begun.next;
    }
    return exitCode;
  } finally {
    await closeAll([...closers.reverse(), () => watch.dispose()]);
  }
}
