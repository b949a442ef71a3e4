// What plans run in: the endpoints of each role with their journal, cache and budget. Opened on first use, closed
// together. In a dry run every endpoint counts and none is called; what is stored is looked at, and nothing else opened.
import { join } from 'node:path';
import type { OtherDialect } from '../config/dialect-names.ts';
import { type EndpointConfig, endpointConfig, simulation, waitForMs } from '../config/endpoint-config.ts';
import { isAsked } from '../config/endpoint-key.ts';
import { type Config, placedOver } from '../config/resolve.ts';
import { type Role, roles } from '../config/setting-table.ts';
import { concurrencyOf, homeOf } from '../config/shared-settings.ts';
import type { BatchClient } from '../endpoints/batch/batch-client.ts';
import type { CacheMode } from '../endpoints/cache/cache-mode.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { Dialect } from '../endpoints/dialect.ts';
import type { DryRun } from '../endpoints/dry-run.ts';
import type { Requirement } from '../endpoints/profile/parameters.ts';
import { createUsageCounters, type UsageCounters } from '../endpoints/usage-counters.ts';
import { LateBenchError } from '../errors.ts';
import type { OwnCalls } from '../stages/job-calls.ts';
import { closeAll } from '../storage/close-all.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { checkEndpoint } from './check-endpoint.ts';
import type { OpenCalls } from './open-calls.ts';
import type { EndpointsOptions } from './open-endpoint.ts';
import type { RunBudgetOptions } from './run-budget.ts';

export type Mode = 'run' | 'dry' | 'offline';

export interface SessionOptions
  extends Pick<
      EndpointsOptions,
      'journalFolder' | 'tpm' | 'replies' | 'store' | 'allowDegenerate' | 'shared' | 'drain' | 'freshRun'
    >,
    Pick<OwnCalls, 'budgetFolder' | 'profileFolder'> {
  readonly config: Config;
  readonly mode: Mode;
  readonly cacheMode?: CacheMode | undefined;
  readonly budget?: RunBudgetOptions | undefined;
  /** Calls go as batches, which are picked up again from this run folder. */
  readonly batchFolder?: string | undefined;
  /** What is stored is asked for again: a dry run counts it. */
  readonly asksAgain?: boolean | undefined;
  /** A line about journals and batches, for the user. */
  readonly say: (line: string) => void;
}

export interface AskFor {
  readonly model?: string | undefined;
  readonly dialect?: OtherDialect | undefined;
  /** What the caller cannot do without. */
  readonly requires?: readonly Requirement[] | undefined;
}

export interface OpenedEndpoint extends Pick<ChatEndpoint, 'name' | 'model' | 'adapted'> {
  readonly role: Role;
}

/** What it adapts is known at the end. */
function openedEndpoint(role: Role, endpoint: ChatEndpoint): OpenedEndpoint {
  const { name, model } = endpoint;
  return {
    role,
    name,
    model,
    get adapted() {
      return endpoint.adapted;
    },
  };
}

export interface Session {
  readonly config: Config;
  readonly mode: Mode;
  /** The id of the fresh run that it makes calls for; undefined where stored replies are used. */
  readonly freshRun?: string | undefined;
  /** Calls go as batches. */
  readonly batches: boolean;
  /** Records in a stage at once, where it waits for calls. */
  readonly concurrency: number;
  /** The endpoint of a role; opened once for each model. Throws where the role has no endpoint. */
  endpoint(role: Role, ask?: AskFor): Promise<ChatEndpoint>;
  /** Throws where it is known that the endpoint of a role cannot do what is required of it. Opens nothing. */
  check(role: Role, ask: AskFor): Promise<void>;
  /** Those that were asked for, in order. */
  readonly opened: readonly OpenedEndpoint[];
  readonly counters: UsageCounters;
  /** Where calls wait for their batches. */
  readonly batchClients: readonly BatchClient[];
  /** What a dry run has counted, by role. */
  readonly counted: ReadonlyMap<Role, readonly DryRun[]>;
  /** Another session with the same settings and a separate store. */
  fork(own: OwnCalls): Session;
  /**
   * Another session over the same stored replies, which makes no call: LB_OFFLINE where one is missing.
   *
   * @param store where machines that do not see the journal keep their replies
   */
  storedOnly(store?: ObjectStore): Session;
  /** Another session with the same settings, in which every endpoint counts and none is called. */
  dryRun(): Session;
  /** Writes what is spent of the budget by now into the events: the last word before these are closed. */
  tellBudget(): Promise<void>;
  close(): Promise<void>;
}

/** A reward model has no default: the one that is configured for chat is none. */
function rewardModel(config: Config, role: Role, baseUrl: string): string | undefined {
  if (config.get(`${role}.model`)?.origin !== 'default') return undefined;
  if (baseUrl === simulation) return 'latebench-sim/prm';
  throw new LateBenchError('LB_USAGE', '--prm needs the name of a reward model: set --model');
}

export function endpointFor(config: Config, role: Role, { model, dialect }: AskFor = {}): EndpointConfig {
  const configured = endpointConfig(config, role);
  const reward = dialect === 'pooling' ? rewardModel(config, role, configured.baseUrl) : undefined;
  return { ...configured, model: model ?? reward ?? configured.model };
}

/** The settings, with a job's own as defaults. */
function presetConfig(
  config: Config,
  { endpoint, concurrency }: Pick<OwnCalls, 'endpoint' | 'concurrency'>,
): Config {
  let changed = new Map(config);
  if (concurrency !== undefined && config.get('concurrency')?.origin === 'default') {
    changed.set('concurrency', { value: String(concurrency), origin: 'default' });
  }
  for (const role of endpoint === undefined ? [] : roles) {
    const { origin = 'default' } = config.get(`${role}.base_url`) ?? {};
    const given = { value: endpoint!.url, origin: endpoint!.from };
    if (!isAsked(origin)) changed = placedOver(changed, `${role}.base_url`, given);
  }
  return changed;
}

/** What a job keeps in place of a journal and a cache has no earlier attempts. */
function checkFresh({ freshRun, replies }: SessionOptions): void {
  if (freshRun === undefined || replies === undefined) return;
  const message =
    '--fresh: a pool is sampled again with --rebuild, or into another folder; leave --fresh out';
  throw new LateBenchError('LB_USAGE', message);
}

export function openSession(options: SessionOptions): Session {
  checkFresh(options);
  const { config, mode } = options;
  // A wrong value is an error also where no model is called, as that of `concurrency` is.
  waitForMs(config);
  const known = new Map<string, Promise<ChatEndpoint>>();
  const opened: OpenedEndpoint[] = [];
  const counted = new Map<Role, DryRun[]>();
  // Whoever asks before the first endpoint is open sees what is counted afterwards.
  const counters = createUsageCounters();
  let calls: Promise<OpenCalls> | undefined;
  let open: OpenCalls | undefined;

  const closers: (() => Promise<void>)[] = [];

  /** Undefined where a run would use nothing that is stored, or keeps it elsewhere. */
  async function storedCalls(role: Role, { baseUrl, model }: EndpointConfig, dialect: Dialect) {
    if (options.asksAgain === true || options.replies !== undefined) return undefined;
    const { openStoredCalls } = await import('./stored-calls.ts');
    const isCached = baseUrl !== simulation && options.cacheMode !== 'off';
    const cacheFolder = isCached ? join(homeOf(config), 'cache') : null;
    const journal = join(options.journalFolder, role);
    const stored = await openStoredCalls({ journal, cacheFolder, dialect, model });
    closers.push(stored.close);
    return stored;
  }
  async function count(role: Role, asked: EndpointConfig, ask: AskFor): Promise<ChatEndpoint> {
    const [{ createDryRun }, { wireOf }] = await Promise.all([
      import('../endpoints/dry-run.ts'),
      import('./endpoint-wire.ts'),
    ]);
    const { usd, tokens } = options.budget ?? {};
    const limited = usd !== undefined || tokens !== undefined;
    const wire = wireOf(asked, ask.dialect);
    const stored = await storedCalls(role, asked, wire.dialect);
    const dryRun = createDryRun(wire, asked.model, limited, stored?.has);
    counted.set(role, [...(counted.get(role) ?? []), dryRun]);
    return dryRun.endpoint;
  }
  async function call(asked: EndpointConfig, ask: AskFor): Promise<ChatEndpoint> {
    calls ??= import('./open-calls.ts').then(({ openCalls }) => openCalls({ ...options, counters }));
    open = await calls;
    return open.open(asked, ask.dialect, ask.requires);
  }
  async function opening(role: Role, asked: EndpointConfig, ask: AskFor): Promise<ChatEndpoint> {
    await checkEndpoint(options, asked, ask);
    return mode === 'dry' ? count(role, asked, ask) : call(asked, ask);
  }
  return {
    config,
    mode,
    freshRun: options.freshRun,
    batches: options.batchFolder !== undefined,
    concurrency: concurrencyOf(config),
    opened,
    counted,
    check: (role, ask) => checkEndpoint(options, endpointFor(config, role, ask), ask),
    async endpoint(role, ask = {}) {
      const asked = endpointFor(config, role, ask);
      const key = `${role} ${ask.dialect ?? 'chat'} ${asked.model}`;
      const first = !known.has(key);
      const endpoint = known.get(key) ?? opening(role, asked, ask);
      known.set(key, endpoint);
      const ready = await endpoint;
      if (first) opened.push(openedEndpoint(role, ready));
      return ready;
    },
    fork: ({ endpoint, concurrency, ...own }) =>
      openSession({ ...options, ...own, config: presetConfig(config, { endpoint, concurrency }) }),
    storedOnly: (store) => openSession({ ...options, store, mode: 'offline', batchFolder: undefined }),
    dryRun: () => openSession({ ...options, mode: 'dry', batchFolder: undefined }),
    counters,
    get batchClients() {
      return open?.batchClients ?? [];
    },
    async tellBudget() {
      await open?.tellBudget();
    },
    close: () => closeAll([...closers, async () => (await calls)?.close()]),
  };
}
