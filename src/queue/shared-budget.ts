// What the machines of a run have spent and reserved together, on Redis: each step is one Lua script, so that no two
// machines can take the same room. A machine that is not heard of for the length of its lease has its reservations
// counted as spent, since its calls may have been billed. What a call came to takes its place: should the machine wake,
// or should its reply be found where it was kept. Whoever is first counts; the other does nothing. A count that Redis has
// lost begins again with what the coordinator last saw spent and reserved. Each machine adds what it has settled since, and
// reserves again what it has under way; until then that room is held for it, for the length of a lease.
import { randomUUID } from 'node:crypto';
import { budgetScript } from './budget-script.ts';
import { connectRedis, lastAnswerMs, leaveRedis, orElse, type RedisClient, within } from './redis.ts';
import { type Patience, tellWhenLost } from './tell-lost.ts';

/** The same interfaces as in endpoints; the two modules do not import each other. */
export interface Amount {
  readonly nanoUsd: number;
  readonly tokens: number;
  /** Calls in it whose price is not known. */
  readonly unpriced: number;
}
interface Limit {
  readonly nanoUsd: number;
  readonly tokens: number;
}
interface SharedTotals {
  readonly spent: Amount;
  readonly reserved: Amount;
}
export interface SharedBudget {
  reserve(
    ask: Amount,
    limit: Limit,
    name?: string,
  ): Promise<{ readonly id: string } | { readonly refused: 'never' | 'later' }>;
  end(id: string, spent: Amount): Promise<void>;
  reconcile(id: string, spent: Amount): Promise<void>;
  totals(): Promise<SharedTotals>;
  close(): Promise<void>;
}

/** The count that outlasts Redis, on the coordinator's disk. */
export interface DurableCount {
  totals(): Promise<SharedTotals>;
  add(spent: Amount): Promise<void>;
  close(): Promise<void>;
}

export interface SharedBudgetOptions {
  /** Names the budget on Redis. */
  readonly name: string;
  /** Of the coordinator, which begins the count on Redis, and again where Redis has lost it. */
  readonly durable?: DurableCount | undefined;
  /** How long a machine that is not heard of keeps its reservations; 60 s. */
  readonly leaseMs?: number | undefined;
  /** How often this machine is heard of; a quarter of the lease. */
  readonly beatMs?: number | undefined;
  /** Told that Redis is away, and why. */
  readonly say?: ((line: string) => void) | undefined;
  /** How long a Redis that lets nobody in is waited for; see `tell-lost.ts`. */
  readonly patienceMs?: Patience['patienceMs'];
}

type Op = 'begin' | 'reserve' | 'restore' | 'end' | 'reconcile' | 'again' | 'beat' | 'leave';
/** What a reservation came to. */
interface Settled {
  readonly spent: Amount;
  /** What was reserved for it. */
  readonly kept: Amount;
  /** Its place among the costs of the count: 0 while Redis is asked, infinite where it had no count. */
  step: number;
}

interface Step {
  readonly op: Op;
  readonly id?: string;
  readonly amount?: Amount;
  readonly limit?: Limit;
  readonly kept?: Amount;
  /** What is settled by it. */
  readonly one?: Settled;
}
interface Scripted {
  latebenchBudget(...words: string[]): Promise<[string, string, string, string, string, string]>;
}

const nothing: Amount = { nanoUsd: 0, tokens: 0, unpriced: 0 };
const noLimit: Limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };
const defaultLeaseMs = 60_000;
/** How often the durable count takes over what Redis says. */
const mirrorMs = 1000;

function sum(a: Amount, b: Amount, sign = 1): Amount {
  return {
    nanoUsd: a.nanoUsd + sign * b.nanoUsd,
    tokens: a.tokens + sign * b.tokens,
    unpriced: a.unpriced + sign * b.unpriced,
  };
}

/** The script's numbers: whole, and -1 for no limit. */
function words({ nanoUsd, tokens, unpriced = 0 }: Limit & { readonly unpriced?: number }): string {
  const all = [nanoUsd, tokens, unpriced];
  return all.map((value) => (Number.isFinite(value) ? String(Math.round(value)) : '-1')).join(' ');
}

function amountOf(text: string): Amount {
  const [nanoUsd, tokens, unpriced] = text.split(' ').map(Number) as [number, number, number];
  return { nanoUsd, tokens, unpriced };
}

export async function openSharedBudget(
  url: string,
  {
    name,
    durable,
    leaseMs = defaultLeaseMs,
    beatMs = leaseMs / 4,
    say = () => {},
    patienceMs,
  }: SharedBudgetOptions,
): Promise<SharedBudget> {
  const client = await connectRedis(url);
  client.defineCommand('latebenchBudget', { numberOfKeys: 5, lua: budgetScript });
  const scripted = client as RedisClient & Scripted;
  // One slot of a cluster.
  const keys = ['totals', 'rows', 'owners', 'lapsed', 'reconciled'].map(
    (key) => `{latebench-budget-${name}}:${key}`,
  );
  const owner = randomUUID();
  let count = 0;
  let mirrored = (await durable?.totals())?.spent ?? nothing;
  /** As last heard of. */
  let seen: SharedTotals = { spent: mirrored, reserved: nothing };
  /** Reserved by all machines, as last seen, and how many costs are in what is mirrored. */
  let reservedLast = nothing;
  let noted = 0;
  /** Which count on Redis this machine has its reservations in; each that is begun has a name of its own. */
  let known = '';
  /** Reservations of this machine that have not ended. */
  const open = new Map<string, Amount>();
  /** What it has settled and the coordinator may not have noted yet, in that order. */
  const settled = new Set<Settled>();

  /** Why Redis is not waited for any longer. */
  let failure: Error | undefined;
  const lostRedis = tellWhenLost(url, say, {
    patienceMs,
    isSpare: true,
    giveUp(error) {
      failure = error;
      // What waits for an answer fails then.
      void leaveRedis(client);
    },
  });
  const ask = (...words: string[]): ReturnType<Scripted['latebenchBudget']> =>
    scripted.latebenchBudget(...words).catch((error: unknown) => {
      throw failure ?? error;
    });
  const run = async ({ op, id = '', amount = nothing, limit = noLimit, kept = nothing, one }: Step) => {
    const [state, spent, reserved, count, step, notedStep] = await ask(
      ...keys,
      ...[op, owner, String(leaseMs), id, words(amount), words(limit)],
      ...[op === 'begin' ? randomUUID() : known, words(kept), String(noted)],
    );
    const answer = { state, spent: amountOf(spent), reserved: amountOf(reserved), step: Number(step) };
    if (one !== undefined) one.step = state === 'missing' ? Number.POSITIVE_INFINITY : answer.step;
    if (op === 'reserve' && state === 'ok') open.set(id, amount);
    if (state === 'missing') return answer;
    seen = answer;
    const begun = count !== known;
    known = count;
    const lost: Settled[] = [];
    for (const each of settled) {
      if (each === one || each.step === 0) continue;
      if (each.step <= Number(notedStep)) settled.delete(each);
      else if (begun) lost.push(each);
    }
    if (!begun) return answer;
    // Sent before anything else is: whoever asks next finds it.
    const restored = [...open].map(([id, amount]) => run({ op: 'restore', id, amount }));
    const counted = lost.map((each) => settle({ op: 'again' }, each));
    await Promise.all<unknown>([...restored, ...counted]);
    return answer;
  };
  const settle = (step: Pick<Step, 'op' | 'id'>, one: Settled): ReturnType<typeof run> => {
    one.step = 0;
    settled.add(one);
    return run({ ...step, amount: one.spent, kept: one.kept, one });
  };
  const begin = () => run({ op: 'begin', amount: mirrored, kept: reservedLast });
  const mirror = async (): Promise<void> => {
    if (durable === undefined) return;
    let { state, spent, reserved, step } = await run({ op: 'beat' });
    if (state === 'missing') ({ spent, reserved, step } = await begin());
    reservedLast = reserved;
    // Also less than before: what a machine had reserved that was thought dead, and what it came to.
    const news = sum(spent, mirrored, -1);
    if (Object.values(news).some((value) => value !== 0)) {
      mirrored = spent;
      await durable.add(news);
    }
    noted = step;
  };
  if (durable !== undefined) await begin();
  let working: Promise<unknown> = Promise.resolve();
  const timer = setInterval(
    () => {
      working = (durable === undefined ? run({ op: 'beat' }) : mirror()).catch(() => undefined);
    },
    durable === undefined ? beatMs : Math.min(mirrorMs, beatMs),
  );
  timer.unref();
  return {
    async reserve(ask, limit, given) {
      count += 1;
      const id = given ?? `${owner}/${count}`;
      const reserve: Step = { op: 'reserve', id, amount: ask, limit };
      let { state } = await run(reserve);
      // The count was begun again, and what this machine has under way is in it now.
      while (state === 'other') ({ state } = await run(reserve));
      // Without a count nobody can say what is left: the coordinator begins it again.
      if (state === 'missing') return { refused: 'later' };
      return state === 'later' || state === 'never' ? { refused: state } : { id };
    },
    async end(id, spent) {
      const kept = open.get(id) ?? nothing;
      open.delete(id);
      // What is answered later still counts.
      await orElse<unknown>(settle({ op: 'end', id }, { spent, kept, step: 0 }), undefined, lastAnswerMs);
    },
    async reconcile(id, spent) {
      const settling = settle({ op: 'reconcile', id }, { spent, kept: nothing, step: 0 });
      await orElse<unknown>(settling, undefined, lastAnswerMs);
    },
    async totals() {
      const { spent, reserved } = await orElse<SharedTotals>(run({ op: 'beat' }), seen, lastAnswerMs);
      return { spent, reserved };
    },
    async close() {
      clearInterval(timer);
      const last = async (): Promise<void> => {
        await working;
        await mirror();
        await run({ op: 'leave' });
      };
      await within(last(), lastAnswerMs);
      lostRedis.end();
      client.disconnect();
      // What Redis was not told: should it keep its count, that takes the place of this one.
      const untold = [...settled].filter(({ step }) => step === 0).map(({ spent }) => spent);
      if (untold.length > 0) await durable?.add(untold.reduce((total, spent) => sum(total, spent), nothing));
      await durable?.close();
    },
  };
}
