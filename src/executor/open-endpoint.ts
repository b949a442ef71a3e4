// Opens the endpoints a run needs, each with the run's journal, the shared cache and the run's budget. `sim` starts
// the simulated endpoint in this process, once, on loopback: to the client it is a server like any other.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type EndpointConfig, simulation } from '../config/endpoint-config.ts';
import type { BatchClient } from '../endpoints/batch/batch-client.ts';
import type { CacheAccess, CacheMode } from '../endpoints/cache/cache-mode.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { copiedReplies } from '../endpoints/copied-replies.ts';
import type { Drain } from '../endpoints/drain.ts';
import { answeredBefore } from '../endpoints/first-contact/answered-before.ts';
import type { ModelsRoute } from '../endpoints/first-contact/models-route.ts';
import type { Requirement } from '../endpoints/profile/parameters.ts';
import type { ProfilePlaces } from '../endpoints/profile/profile.ts';
import { endpointRedactor, publicUrl } from '../endpoints/redact.ts';
import type { SharedLimits } from '../endpoints/shared-limits.ts';
import type { ReplyStore, Reserve } from '../endpoints/stores.ts';
import { createUsageCounters, type UsageCounters } from '../endpoints/usage-counters.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { closeAll } from '../storage/close-all.ts';
import { journalCopies } from '../storage/journal/journal-copies.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { type EndpointKind, wireOf } from './endpoint-wire.ts';
import { sayRepairs } from './say-repairs.ts';

/** Journal, cache, budget and limits of all calls that go through `openEndpoints`. */
export interface EndpointsOptions {
  /** Each role's journal is a folder in this one. */
  readonly journalFolder: string;
  /** Folder of the cache of replies, which runs share. */
  readonly cacheFolder: string;
  /** Whether stored replies are used and new ones stored; `off` does neither. */
  readonly cacheMode: CacheMode;
  /** Make no call: a reply that is not stored is an error (LB_OFFLINE). Default false. */
  readonly offline?: boolean;
  /** The id of a fresh run: replies that it did not ask for are not used. */
  readonly freshRun?: string | undefined;
  /** Where replies are kept and looked for, in place of a role's journal and the cache. */
  readonly replies?: ReplyStore | undefined;
  /** Where journals are also kept, for machines without access to the folder. */
  readonly store?: ObjectStore | undefined;
  /** Accept replies whose logprobs say nothing. Default false. */
  readonly allowDegenerate?: boolean | undefined;
  /** Where it is kept what endpoints take; nowhere when absent. */
  readonly profiles?: ProfilePlaces | undefined;
  /** Tokens a minute. */
  readonly tpm?: number | undefined;
  /** Kept together with other machines. */
  readonly shared?: SharedLimits | undefined;
  /** How calls end with the run. */
  readonly drain?: Drain | undefined;
  /** Reserves each call's worst case; shared by all roles of the run. */
  readonly reserve?: Reserve | undefined;
  /** Calls go by way of batches, kept in this run folder; `reserve` does not wait. */
  readonly batch?: { readonly run: string; readonly reserve: Reserve } | undefined;
  /** Where calls, tokens and failures are counted; new counters when absent. */
  readonly counters?: UsageCounters | undefined;
  /** Receives a line for whatever the journal had to repair. */
  readonly say: (line: string) => void;
}

/** The endpoints of a run, with shared usage counters. Close them when done. */
export interface Endpoints {
  /** Calls and tokens by model, over all endpoints opened here. */
  readonly counters: UsageCounters;
  /** Of the endpoints opened so far, where calls go by way of batches. */
  readonly batchClients: readonly BatchClient[];
  /** `pooling`: a reward model; `embeddings`: a model of embeddings. The replies of both are numbers. */
  open(
    config: EndpointConfig,
    dialect?: EndpointKind,
    requires?: readonly Requirement[],
  ): Promise<ChatEndpoint>;
  /** Closes connections and journals. */
  close(): Promise<void>;
}

/**
 * Opens endpoints that share a journal folder, a cache and a budget. Nothing is opened before the first call of
 * `open`, and no reply that a journal has is paid for again.
 *
 * @throws LB_ENDPOINT_CONFIG, from `open`, for an endpoint that cannot be used; LB_ABORTED after `close`.
 * @example
 * const endpoints = openEndpoints(options);
 * try {
 *   const endpoint = await endpoints.open(endpointConfig(config, 'critic'));
 * } finally {
 *   await endpoints.close();
 * }
 */
export function openEndpoints(options: EndpointsOptions): Endpoints {
  checkObject('openEndpoints', 'options, an object', options);
  const { counters = createUsageCounters() } = options;
  const closers: (() => Promise<void>)[] = [];
  const batchClients: BatchClient[] = [];
  const routes = new Map<string, ModelsRoute>();
  let simulated: Promise<string> | undefined;
  let cache: Promise<CacheAccess> | undefined;

  const startSimulation = async (): Promise<string> => {
    const { startSimulator } = await import('../simulator/server.ts');
    const server = await startSimulator();
    closers.push(() => server.close());
    return server.url;
  };
  /** Direct calls leave those alone that are in batches of the run folder, and are not made beside them. */
  const apart = async (replies: ReplyStore, role: string, embedded: boolean): Promise<ReplyStore> => {
    const run = dirname(options.journalFolder);
    const { batch, freshRun, offline } = options;
    const isFree = batch !== undefined || freshRun !== undefined || offline === true;
    // Without a run folder there are no batches.
    if (isFree || embedded || basename(options.journalFolder) !== 'journal') return replies;
    const { announceDirectCalls } = await import('../endpoints/batch/lock-batches.ts');
    const lock = await announceDirectCalls({ run, role });
    closers.push(() => lock.release());
    if (!existsSync(join(run, 'batches'))) return replies;
    const { apartFromBatches } = await import('../endpoints/batch/calls-in-batches.ts');
    return apartFromBatches(replies, run, role);
  };
  const openShared = async (mode: CacheMode, runLeases?: string): Promise<CacheAccess> => {
    const { openCacheAccess } = await import('../endpoints/cache/cache-mode.ts');
    const fresh = options.freshRun !== undefined;
    const opened = await openCacheAccess(mode, options.cacheFolder, { fresh, runLeases });
    closers.push(() => opened.close());
    return opened;
  };
  return {
    counters,
    batchClients,
    async open(config, kind = 'chat', requires = []) {
      const { baseUrl, model, role, apiKey, keyNote, urlFrom, modelFrom, waitForMs, ...limits } = config;
      const { concurrency, rpm, maxRetries, maxReplyMb, caFile } = limits;
      const maxReplyBytes = maxReplyMb === undefined ? undefined : maxReplyMb << 20;
      const [
        { createChatEndpoint },
        { createFirstContact },
        { openProfile },
        { createReplyStore },
        { openJournal },
      ] = await Promise.all([
        import('../endpoints/client.ts'),
        import('../endpoints/first-contact/first-contact.ts'),
        import('../endpoints/profile/profile.ts'),
        import('../endpoints/reply-store.ts'),
        import('../storage/journal/journal.ts'),
      ]);
      const embedded = baseUrl === simulation;
      if (embedded) simulated ??= startSimulation();
      const served = embedded ? await simulated! : baseUrl;
      const { dialect, address, name } = wireOf(config, kind, served);
      let answered = false;
      const ownReplies = async (): Promise<ReplyStore> => {
        // What the embedded simulation says again costs nothing.
        const journal = await openJournal(
          join(options.journalFolder, role),
          embedded ? { reservedBytes: 0 } : {},
        );
        closers.push(() => journal.close());
        answered = await answeredBefore(journal);
        sayRepairs(role, journal, options.say);
        // The embedded simulation costs nothing, and its replies change with the version: not worth sharing.
        if (!embedded) cache ??= openShared(options.cacheMode, join(options.journalFolder, 'leases'));
        const access = await (embedded ? openShared('off') : cache!);
        const replies = await apart(createReplyStore(journal, access, options.freshRun), role, embedded);
        if (options.store === undefined) return replies;
        const { say } = options;
        return copiedReplies(replies, journalCopies(journal, options.store, `journal/${role}/`, { say }));
      };
      const replyStore = options.replies ?? (await ownReplies());
      const key = embedded ? undefined : apiKey;
      const headers = dialect.headers(key);
      const profile = await openProfile({
        places: options.profiles ?? {},
        endpoint: embedded ? name : publicUrl(address),
        model,
        dialect,
        requires,
        redactor: endpointRedactor({ baseUrl: address, headers, apiKey: key, dialect }),
        say: options.say,
      });
      const place = {
        ...{ role, model, dialect: dialect.name },
        ...{ urlFrom: urlFrom ?? 'default', modelFrom: modelFrom ?? 'default' },
      };
      // The embedded simulation is there, and a pooling route is beside the models', not above them.
      const contact = embedded
        ? undefined
        : createFirstContact({
            baseUrl: served,
            headers,
            caFile,
            place,
            waitForMs,
            answered,
            routes,
            say: options.say,
          });
      // Without calls there is nothing to note for a batch.
      if (options.batch !== undefined && dialect.can.batch && options.offline !== true) {
        // Several models may have one role: the order in which they are opened distinguishes their files.
        const same = batchClients.filter((batchClient) => batchClient.role === role).length;
        const label = same === 0 ? role : `${role}.${same + 1}`;
        const wire = { dialect, profile, caFile, maxReplyBytes, contact };
        const { freshRun } = options;
        const facts = { role, label, name, model, address, key, freshRun, replyStore, counters, ...wire };
        const { openBatches } = await import('./open-batches.ts');
        const batchClient = await openBatches(options.batch, facts, options.say);
        batchClients.push(batchClient);
        closers.push(() => batchClient.endpoint.close());
        return batchClient.endpoint;
      }
      const endpoint = createChatEndpoint({
        baseUrl: address,
        name,
        dialect,
        profile,
        role,
        model,
        apiKey: key,
        keyNote,
        maxReplyBytes,
        caFile,
        direct: embedded,
        contact,
        concurrency,
        rpm,
        tpm: options.tpm,
        shared: options.shared,
        maxRetries,
        counters,
        replyStore,
        allowDegenerate: options.allowDegenerate,
        reserve: options.reserve,
        drain: options.drain,
        offline: options.offline,
      });
      closers.push(() => endpoint.close());
      return endpoint;
    },
    async close() {
      await closeAll(closers.splice(0).reverse());
    },
  };
}
