// How a run is doing, read from the event files that its processes leave in its folder: calls, rates, latency, tokens,
// spend and budget, retries, the queue and batches, how far it is, and how long ago anything happened.
import type { WorkersDone } from '../records/queue-depth.ts';
import { followEvents, type LoggedEvent } from './event-files.ts';
import { batchesOf, type EndpointEvent } from './events.ts';

export interface RunStatus {
  readonly processes: number;
  /** Workers with folders of their own, as the coordinator has told their sums, which are among those below. */
  readonly workers: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly calls: {
    /** With a reply, each once: paid for, or from the cache. */
    ok: number;
    failed: number;
    aborted: number;
    /** Of `ok`: from the cache. */
    paid_before: number;
    /** Replies that another process of the run, or an earlier one, had paid for and kept in its journal. */
    read_again: number;
  };
  /** Begun and not ended, as far as the files say. */
  readonly in_flight: number;
  /** Calls that were paid for and ended, a second: over all, and over the last minute of the run. */
  readonly rate: number | null;
  readonly rate_last_minute: number | null;
  /** Milliseconds of calls that were paid for: the median and the 95th percentile, to within a tenth. */
  readonly latency_p50_ms: number | null;
  readonly latency_p95_ms: number | null;
  readonly tokens: { prompt: number; completion: number };
  /** Of calls with a known price; null where none had one. */
  readonly usd: number | null;
  readonly retries: Readonly<Record<string, number>>;
  /** Calls that may be in flight now, by role. */
  readonly pace: Readonly<Record<string, number>>;
  /** As a coordinator last counted it, and when. */
  readonly queue: Extract<LoggedEvent, { type: 'queue' }> | null;
  readonly batch_calls: number | null;
  /** As last told; null where nothing limits the run. */
  readonly budget: Extract<EndpointEvent, { type: 'budget' }> | null;
  /** How far the run is, 0 to 1, and the seconds left at the rate of this process; null where it is unknown. */
  readonly share: number | null;
  readonly eta_seconds: number | null;
}

interface Mark {
  readonly at: string;
  readonly share: number;
}

export interface StatusCount {
  /** `file`: the event file of one process. */
  take(event: LoggedEvent, file: string): void;
  now(): Omit<RunStatus, 'processes'>;
}

function paidBy({ ok, paid_before }: WorkersDone): number {
  return ok - paid_before;
}

/** Latencies are counted in buckets a tenth apart: a run of any length takes a few hundred numbers. */
const bucketBase = 1.1;
/** Seconds until a share of 1, from when the last mark was made; null where it does not grow. */
function secondsLeft(first: Mark, last: Mark): number | null {
  const seconds = (Date.parse(last.at) - Date.parse(first.at)) / 1000;
  const grown = last.share - first.share;
  if (last.share >= 1) return 0;
  return grown > 0 && seconds > 0 ? ((1 - last.share) * seconds) / grown : null;
}

export async function readRunStatus(folder: string): Promise<RunStatus> {
  const status = createRunStatus();
  const processes = await followEvents(folder).read(status.take);
  return { processes, ...status.now() };
}

/** Counts events in memory that does not grow with them. */
export function createRunStatus(): StatusCount {
  const calls = { ok: 0, failed: 0, aborted: 0, paid_before: 0, read_again: 0 };
  const tokens = { prompt: 0, completion: 0 };
  const retries: Record<string, number> = {};
  const pace: Record<string, number> = {};
  const latencies = new Map<number, number>();
  /** Calls paid for, by second. */
  const seconds = new Map<number, number>();
  let paid = 0;
  /** Of them, those whose latency is known here. */
  let timed = 0;
  let started = 0;
  let finished = 0;
  let usd: number | null = null;
  let first: string | null = null;
  let last: string | null = null;
  let queue: RunStatus['queue'] = null;
  let workers: WorkersDone | undefined;
  /** Calls in batches as last told, by the models that have batches of their own. */
  const batchCalls = new Map<string, { readonly at: string; readonly calls: number }>();

  let budget: RunStatus['budget'] = null;
  let budgetAt = '';
  /** The first and the last mark of each process: a rate is one process's. */
  const marks = new Map<string, { readonly first: Mark; last: Mark }>();

  const pay = (at: string, count: number): void => {
    if (count <= 0) return;
    paid += count;
    const second = Math.floor(Date.parse(at) / 1000);
    seconds.set(second, (seconds.get(second) ?? 0) + count);
    // Only the last minute is asked for.
    if (seconds.size > 240) for (const old of seconds.keys()) if (old < second - 120) seconds.delete(old);
  };
  const finish = (event: Extract<LoggedEvent, { type: 'call_finished' }>): void => {
    finished += 1;
    if (event.from === 'journal') {
      calls.read_again += 1;
      return;
    }
    calls[event.outcome] += 1;
    const isPaid = event.from === 'endpoint' || event.from === 'batch';
    if (event.outcome === 'ok' && !isPaid) calls.paid_before += 1;
    if (!isPaid && event.from !== null) return;
    tokens.prompt += event.prompt_tokens ?? 0;
    tokens.completion += event.completion_tokens ?? 0;
    if (event.usd !== null) usd = (usd ?? 0) + event.usd;
    // Attempts of a call without a reply may have been billed.
    if (!isPaid) return;
    // What came with a batch has taken as long as the batch.
    if (event.from === 'batch') return;
    timed += 1;
    const bucket = Math.round(Math.log(Math.max(1, event.latency_ms)) / Math.log(bucketBase));
    latencies.set(bucket, (latencies.get(bucket) ?? 0) + 1);
    pay(event.at, 1);
  };
  const takeWorkers = (done: WorkersDone, at: string): void => {
    // A coordinator that found its Redis emptied knows less than the one before it.
    if (workers !== undefined && done.ok + done.failed < workers.ok + workers.failed) return;
    pay(at, paidBy(done) - (workers === undefined ? 0 : paidBy(workers)));
    workers = done;
  };
  const take = (event: LoggedEvent, file: string): void => {
    const { at } = event;
    if (first === null || at < first) first = at;
    if (last === null || at > last) last = at;
    if (event.type === 'call_started') started += 1;
    else if (event.type === 'retry') retries[event.code] = (retries[event.code] ?? 0) + 1;
    else if (event.type === 'pace') pace[event.role] = event.limit;
    else if (event.type === 'queue') {
      if (at >= (queue?.at ?? '')) queue = event;
      if (event.workers !== undefined) takeWorkers(event.workers, at);
    } else if (event.type === 'batch') {
      const label = batchesOf(event.batch);
      if (at >= (batchCalls.get(label)?.at ?? '')) batchCalls.set(label, { at, calls: event.outstanding });
    } else if (event.type === 'call_finished') finish(event);
    else if (event.type === 'progress') {
      const mark = { at, share: event.share };
      const known = marks.get(file);
      if (known === undefined || mark.share < known.last.share) marks.set(file, { first: mark, last: mark });
      else known.last = mark;
    } else if (event.type === 'budget' && at >= budgetAt) {
      budget = event;
      budgetAt = at;
    }
  };
  const percentile = (share: number): number | null => {
    let left = share * timed;
    for (const bucket of [...latencies.keys()].sort((a, b) => a - b)) {
      left -= latencies.get(bucket)!;
      if (left <= 0) return Math.round(bucketBase ** bucket);
    }
    return null;
  };
  return {
    take,
    now() {
      const end = last === null ? 0 : Date.parse(last) / 1000;
      const length = first === null ? 0 : Math.max(1, end - Date.parse(first) / 1000);
      let lastMinute = 0;
      for (const [second, count] of seconds) if (second > end - 60) lastMinute += count;
      const [mark] = [...marks.values()].sort((a, b) => (a.last.at < b.last.at ? 1 : -1));
      return {
        first,
        last,
        workers: workers?.workers ?? 0,
        calls: {
          ...calls,
          ok: calls.ok + (workers?.ok ?? 0),
          failed: calls.failed + (workers?.failed ?? 0),
          paid_before: calls.paid_before + (workers?.paid_before ?? 0),
        },
        in_flight: started - finished,
        rate: paid === 0 ? null : paid / length,
        rate_last_minute: paid === 0 ? null : lastMinute / Math.min(60, length),
        latency_p50_ms: percentile(0.5),
        latency_p95_ms: percentile(0.95),
        tokens: {
          prompt: tokens.prompt + (workers?.prompt_tokens ?? 0),
          completion: tokens.completion + (workers?.completion_tokens ?? 0),
        },
        usd: workers?.usd == null ? usd : (usd ?? 0) + workers.usd,
        retries: { ...retries },
        pace: { ...pace },
        queue,
        batch_calls:
          batchCalls.size === 0 ? null : [...batchCalls.values()].reduce((sum, { calls }) => sum + calls, 0),
        budget,
        share: mark?.last.share ?? null,
        eta_seconds: mark === undefined ? null : secondsLeft(mark.first, mark.last),
      };
    },
  };
}
