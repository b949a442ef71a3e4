// The stage of the fault tests: a simulated endpoint with a fault script, a client with a journal in front of it, and
// the invariants that hold whatever the fault was.
import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCacheAccess } from '../../../src/endpoints/cache/cache-mode.ts';
import { checkReply } from '../../../src/endpoints/chain/reply-check.ts';
import type { ChatReply, ChatRequest } from '../../../src/endpoints/chat.ts';
import { type ClientOptions, createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createReplyStore } from '../../../src/endpoints/reply-store.ts';
import { requestKey } from '../../../src/endpoints/request-key.ts';
import { createUsageCounters, type UsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { isDegenerate } from '../../../src/endpoints/wire-logprobs.ts';
import { readReply } from '../../../src/endpoints/wire-reply.ts';
import { type ErrorCode, isLateBenchError } from '../../../src/errors.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/server.ts';
import type { JournalEntry } from '../../../src/storage/journal/entry.ts';
import { type Journal, openJournal } from '../../../src/storage/journal/journal.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const name = 'faults';
const { signal } = new AbortController();
// Every call of a test listens to it at once.
setMaxListeners(0, signal);

export type Settings = Partial<Omit<ClientOptions, 'ledger' | 'paid' | 'name'>>;

/** How one call ended: its reply, or the code of its error. */
export type Ending = ChatReply | ErrorCode;

export interface Client {
  readonly journal: Journal;
  readonly counters: UsageCounters;
  /** Makes these calls at once, each once. */
  ask(requests: readonly ChatRequest[]): Promise<Ending[]>;
  close(): Promise<void>;
}

/** Distinct requests; `more` goes into each, for example `logprobs`. */
export function requests(count: number, more: Partial<ChatRequest> = {}, text = 'What is'): ChatRequest[] {
  return Array.from({ length: count }, (_, n) => ({
    messages: [{ role: 'user', content: `${text} ${n} plus ${n + 1}?` }],
    ...more,
  }));
}

export async function openClient(
  t: TestContext,
  {
    folder,
    counters = createUsageCounters(),
    reservedBytes = 1 << 16,
    ...options
  }: Settings & {
    folder: string;
    baseUrl: string;
    counters?: UsageCounters | undefined;
    reservedBytes?: number;
  },
): Promise<Client> {
  const journal = await openJournal(folder, { reservedBytes });
  const endpoint = createChatEndpoint({
    model: 'latebench-sim/critic',
    concurrency: 4,
    backoff: { firstMs: 1, maxMs: 5 },
    breaker: { firstPauseMs: 20, maxPauseMs: 50 },
    ...options,
    name,
    counters,
    replyStore: createReplyStore(journal, await openCacheAccess('off', '')),
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await endpoint.close();
    await journal.close();
  };
  const client: Client = {
    journal,
    counters,
    ask: (requested) =>
      Promise.all(
        requested.map((request) =>
          endpoint.chat(request, { signal }).catch((error: unknown): ErrorCode => {
            if (!isLateBenchError(error)) throw error;
            return error.code;
          }),
        ),
      ),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
  t.after(client.close);
  return client;
}

export function isReply(ending: Ending): ending is ChatReply {
  return typeof ending !== 'string';
}

/** The codes of the failed calls, sorted. */
export function failed(endings: readonly Ending[]): ErrorCode[] {
  return endings.filter((ending) => typeof ending === 'string').sort();
}

/** How often each value occurs. */
export function tallied(values: readonly string[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const value of values) tally[value] = (tally[value] ?? 0) + 1;
  return tally;
}

export interface Setting {
  readonly server: Simulator;
  readonly folder: string;
  readonly client: Client;
  /** Another client on the same journal, as a resumed run has it; its spending goes into the same ledger. */
  resume(change?: Settings): Promise<Client>;
  /** Asserts the invariants for these requests, which have all been answered well. */
  holds(answered: readonly ChatRequest[], alsoStored?: number): Promise<void>;
  /** All that stands in the journal for this request, oldest first. */
  kept(request: ChatRequest): Promise<JournalEntry[]>;
}

export async function setting(
  t: TestContext,
  faults: readonly FaultRule[],
  { latencyMs = 0, ...options }: Settings & { latencyMs?: number } = {},
): Promise<Setting> {
  const folder = join(await temporaryFolder(t), 'journal');
  const server = await startSimulator({ faults, latencyMs });
  t.after(() => server.close());
  const counters = createUsageCounters();
  const model = options.model ?? 'latebench-sim/critic';
  const base = { baseUrl: server.url, ...options, folder, counters };
  const client = await openClient(t, base);
  return {
    server,
    folder,
    client,
    async resume(change = {}) {
      await client.close();
      return openClient(t, { ...base, ...change });
    },
    async holds(answered, alsoStored = 0) {
      await holds({ server, folder, model, answered, spent: counters.total().calls - alsoStored });
    },
    async kept(request) {
      const journal = await openJournal(folder);
      const entries = await journal.entries(requestKey(name, model, request, 0));
      await journal.close();
      return entries;
    },
  };
}

/** The reply that a request gets from a simulation without faults, byte for byte. */
async function cleanReplies(model: string, requested: readonly ChatRequest[]): Promise<Map<string, string>> {
  const clean = await startSimulator();
  const bodies = new Map<string, string>();
  for (const request of requested) {
    const response = await fetch(`${clean.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model, ...request, stream: false }),
    });
    bodies.set(requestKey(name, model, request, 0), await response.text());
  }
  await clean.close();
  return bodies;
}

/** Whether a kept reply answers its request. */
function isGood({ status, body, model }: JournalEntry, request: ChatRequest): boolean {
  try {
    const reply = readReply(status, Buffer.from(body));
    if (checkReply(model, request, reply) !== null) return false;
    return request.logprobs !== true || !isDegenerate(reply.logprobs, request);
  } catch {
    return false;
  }
}

/**
 * Each answered request has one good reply in the journal and no other request has one; its bytes are those that the
 * server sent; no key was paid for twice; and the ledger says what the server says.
 */
export async function holds(run: {
  readonly server: Simulator;
  readonly folder: string;
  readonly model: string;
  readonly answered: readonly ChatRequest[];
  readonly spent: number;
  /** Replies that came whole and could not be kept. */
  readonly lost?: number;
}): Promise<void> {
  const { counts } = run.server;
  while (counts.in_flight > 0) await sleep(5);
  const expected = await cleanReplies(run.model, run.answered);
  const asked = new Map(run.answered.map((request) => [requestKey(name, run.model, request, 0), request]));
  // Stands for a request that was not answered well: no reply may be good for it.
  const any: ChatRequest = { ...run.answered[0], messages: [] };
  const found = new Map<string, string[]>();
  const journal = await openJournal(run.folder);
  for await (const entry of journal.scan()) {
    if (!isGood(entry, asked.get(entry.key) ?? any)) continue;
    found.set(entry.key, [...(found.get(entry.key) ?? []), Buffer.from(entry.body).toString().trimStart()]);
  }
  await journal.close();
  assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort(), 'the keys that have a reply');
  for (const [key, bodies] of found) assert.deepEqual(bodies, [expected.get(key)], `the replies of ${key}`);
  const { lost = 0 } = run;
  assert.equal(Object.keys(counts.by_request).length, expected.size);
  assert.equal(counts.completed, expected.size + lost, 'replies paid for');
  assert.equal(run.spent, expected.size, 'spent by the ledger');
  const carriedOut = Object.values(counts.faults).reduce((sum, count) => sum + count, 0);
  const max = expected.size + lost + carriedOut;
  assert.ok(counts.requests <= max, `${counts.requests} calls, at most ${max} expected`);
}
