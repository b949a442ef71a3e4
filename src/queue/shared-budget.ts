// What the machines of a run have spent and reserved together, on Redis: each step is one Lua script, so that no two
// machines can take the same room. A machine that is not heard of for the length of its lease has its reservations
// counted as spent, since its calls may have been billed. What a call came to takes its place: should the machine wake,
// or should its reply be found where it was kept. Whoever is first counts; the other does nothing. A count that Redis has
// lost begins again with what the coordinator last saw spent and reserved: each machine reserves again what it has under
// way, and until then that room is held for it, for the length of a lease.
import { randomUUID } from 'node:crypto';
import { connectRedis, lastAnswerMs, type RedisClient, within } from './redis.ts';

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
}

const script = `
local totals, rows, owners, lapsed, reconciled = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local op, owner, lease, id = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local fields = {'nano', 'tokens', 'unpriced'}
local function int(value) return value == 0 and '0' or string.format('%.0f', value) end
local function amount(text)
  local all = {}
  for word in string.gmatch(text, '[^ ]+') do all[#all + 1] = tonumber(word) or word end
  return all
end
local function get(prefix)
  local all = {}
  for at, field in ipairs(fields) do all[at] = tonumber(redis.call('HGET', totals, prefix .. field) or '0') end
  return all
end
local function add(prefix, what, sign)
  for at, field in ipairs(fields) do redis.call('HINCRBY', totals, prefix .. field, int(sign * what[at])) end
end
local function text(what) return int(what[1]) .. ' ' .. int(what[2]) .. ' ' .. int(what[3]) end
local ask, limit, carried = amount(ARGV[5]), amount(ARGV[6]), amount(ARGV[7])
local known, kept = ARGV[8], amount(ARGV[9])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if op == 'begin' then
  local there = get('')
  for at, field in ipairs(fields) do redis.call('HSET', totals, field, int(math.max(there[at], ask[at]))) end
  if redis.call('HSETNX', totals, 'count', known) == 1 then
    add('held-', kept, 1)
    redis.call('HSET', totals, 'held-until', int(now + lease))
  end
end
if redis.call('EXISTS', totals) == 0 then return {'missing', '0 0 0', '0 0 0', ''} end
local count = redis.call('HGET', totals, 'count') or ''
add('', carried, 1)
local function held()
  if now > tonumber(redis.call('HGET', totals, 'held-until') or '0') then return {0, 0, 0} end
  return get('held-')
end
local function lower(what)
  local left = get('held-')
  for at, field in ipairs(fields) do
    redis.call('HSET', totals, 'held-' .. field, int(math.max(0, left[at] - what[at])))
  end
end
local function taken()
  local all, more = get('reserved-'), held()
  for at in ipairs(fields) do all[at] = all[at] + more[at] end
  return all
end
redis.call('ZADD', owners, int(now + lease), owner)
local function release(gone, billed)
  local all = redis.call('HGETALL', rows)
  for at = 1, #all, 2 do
    local row = amount(all[at + 1])
    if gone[row[4]] then
      redis.call('HDEL', rows, all[at])
      add('reserved-', row, -1)
      if billed then
        add('', row, 1)
        redis.call('HSET', lapsed, all[at], all[at + 1])
      end
    end
  end
end
local dead = redis.call('ZRANGEBYSCORE', owners, '-inf', '(' .. int(now))
if #dead > 0 then
  local gone = {}
  for _, who in ipairs(dead) do gone[who] = true end
  release(gone, true)
  redis.call('ZREM', owners, unpack(dead))
end
local state = 'ok'
if op ~= 'begin' and known ~= count then lower(kept) end
if op == 'reserve' and known ~= '' and known ~= count then
  state = 'other'
elseif op == 'restore' and redis.call('HEXISTS', rows, id) == 0 then
  redis.call('HSET', rows, id, text(ask) .. ' ' .. owner)
  add('reserved-', ask, 1)
  lower(ask)
elseif op == 'reserve' and redis.call('HEXISTS', rows, id) == 0 then
  local spent, reserved = get(''), taken()
  local fits, alone = true, true
  for at = 1, 2 do
    if limit[at] >= 0 then
      alone = alone and spent[at] + ask[at] <= limit[at]
      fits = fits and spent[at] + ask[at] + reserved[at] <= limit[at]
    end
  end
  if fits then
    redis.call('HSET', rows, id, text(ask) .. ' ' .. owner)
    add('reserved-', ask, 1)
  else
    state = alone and 'later' or 'never'
  end
elseif op == 'end' or op == 'reconcile' then
  local row, late = redis.call('HGET', rows, id), redis.call('HGET', lapsed, id)
  local open, found = row or late, op == 'reconcile'
  if row then
    redis.call('HDEL', rows, id)
    add('reserved-', amount(row), -1)
  elseif late then
    redis.call('HDEL', lapsed, id)
    add('', amount(late), -1)
  end
  local known = not open and (found or redis.call('SREM', reconciled, id) == 1)
  if not known then add('', ask, 1) end
  if open and found then redis.call('SADD', reconciled, id) end
elseif op == 'leave' then
  release({[owner] = true}, false)
  redis.call('ZREM', owners, owner)
end
return {state, text(get('')), text(taken()), count}
`;

type Op = 'begin' | 'reserve' | 'restore' | 'end' | 'reconcile' | 'beat' | 'leave';
interface Scripted {
  latebenchBudget(...words: string[]): Promise<[string, string, string, string]>;
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
  { name, durable, leaseMs = defaultLeaseMs, beatMs = leaseMs / 4 }: SharedBudgetOptions,
): Promise<SharedBudget> {
  const client = await connectRedis(url);
  client.defineCommand('latebenchBudget', { numberOfKeys: 5, lua: script });
  const scripted = client as RedisClient & Scripted;
  // One slot of a cluster.
  const keys = ['totals', 'rows', 'owners', 'lapsed', 'reconciled'].map(
    (key) => `{latebench-budget-${name}}:${key}`,
  );
  const owner = randomUUID();
  let count = 0;
  /** What was spent while Redis had no count to add it to, and the room that was reserved for it. */
  let carried = nothing;
  let carriedRoom = nothing;
  let mirrored = (await durable?.totals())?.spent ?? nothing;
  /** Reserved by all machines, as last seen. */
  let reservedLast = nothing;
  /** Which count on Redis this machine has its reservations in; each that is begun has a name of its own. */
  let known = '';
  /** Reservations of this machine that have not ended. */
  const open = new Map<string, Amount>();

  const run = async (op: Op, id = '', amount = nothing, limit = noLimit, kept = nothing) => {
    const [carry, room] = [carried, op === 'begin' ? kept : sum(carriedRoom, kept)];
    [carried, carriedRoom] = [nothing, nothing];
    const [state, spent, reserved, count] = await scripted.latebenchBudget(
      ...keys,
      ...[op, owner, String(leaseMs), id, words(amount), words(limit), words(carry)],
      ...[op === 'begin' ? randomUUID() : known, words(room)],
    );
    if (state === 'missing') {
      carried = sum(carried, op === 'end' ? sum(carry, amount) : carry);
      carriedRoom = sum(carriedRoom, room);
    }
    if (op === 'reserve' && state === 'ok') open.set(id, amount);
    if (state !== 'missing' && count !== known) {
      known = count;
      // Sent before anything else is: whoever asks next finds them.
      await Promise.all([...open].map(([one, of]): Promise<unknown> => run('restore', one, of)));
    }
    return { state, spent: amountOf(spent), reserved: amountOf(reserved) };
  };
  const begin = () => run('begin', '', mirrored, noLimit, reservedLast);
  const mirror = async (): Promise<void> => {
    if (durable === undefined) return;
    let { state, spent, reserved } = await run('beat');
    if (state === 'missing') ({ spent, reserved } = await begin());
    reservedLast = reserved;
    // Also less than before: what a machine had reserved that was thought dead, and what it came to.
    const news = sum(spent, mirrored, -1);
    if (Object.values(news).every((value) => value === 0)) return;
    mirrored = spent;
    await durable.add(news);
  };
  if (durable !== undefined) await begin();
  let working: Promise<unknown> = Promise.resolve();
  const timer = setInterval(
    () => {
      working = (durable === undefined ? run('beat') : mirror()).catch(() => undefined);
    },
    durable === undefined ? beatMs : Math.min(mirrorMs, beatMs),
  );
  timer.unref();
  return {
    async reserve(ask, limit, given) {
      count += 1;
      const id = given ?? `${owner}/${count}`;
      let { state } = await run('reserve', id, ask, limit);
      // The count was begun again, and what this machine has under way is in it now.
      while (state === 'other') ({ state } = await run('reserve', id, ask, limit));
      // Without a count nobody can say what is left: the coordinator begins it again.
      if (state === 'missing') return { refused: 'later' };
      return state === 'later' || state === 'never' ? { refused: state } : { id };
    },
    async end(id, spent) {
      const kept = open.get(id);
      open.delete(id);
      await run('end', id, spent, noLimit, kept);
    },
    async reconcile(id, spent) {
      await run('reconcile', id, spent);
    },
    async totals() {
      const { spent, reserved } = await run('beat');
      return { spent, reserved };
    },
    async close() {
      clearInterval(timer);
      const last = async (): Promise<void> => {
        await working;
        await mirror();
        await run('leave');
      };
      await within(last(), lastAnswerMs);
      client.disconnect();
      await durable?.close();
    },
  };
}
