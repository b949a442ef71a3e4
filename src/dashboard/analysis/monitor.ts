// What a run is doing, from the events it writes: followed as the file grows, in constant memory whatever its length.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { followEvents, type LoggedEvent } from '../../endpoints/event-files.ts';
import { createRunStatus } from '../../endpoints/run-status.ts';
import type { MonitorState } from '../api-analysis.ts';

const chunkBytes = 1024 * 1024;
const stretches = 60;
const maxLimits = 40;
/** Latencies that the median is taken of: the last ones. */
const maxLatencies = 2000;

export interface RunWatch {
  /** Reads what has been written since the last call. */
  read(): Promise<MonitorState>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

export function watchRun(folder: string): RunWatch {
  const files = followEvents(folder);
  const status = createRunStatus();
  const counts = {
    calls: 0,
    failed: 0,
    fromJournal: 0,
    inFlight: 0,
    retries: 0,
    rateLimited: 0,
    prompt: 0,
    completion: 0,
  };
  let usd: number | null = null;
  let since: string | null = null;
  let last: string | null = null;
  const latencies: number[] = [];
  /** Calls finished by second since the epoch, the last ones only. */
  const perSecond = new Map<number, number>();
  const limits: { role: string; limit: number; reason: string; at: string }[] = [];
  const codes = new Map<string, number>();

  function take(event: LoggedEvent): void {
    const { at } = event;
    if (since === null || at < since) since = at;
    if (last === null || at > last) last = at;
    switch (event.type) {
      case 'call_started':
        counts.calls += 1;
        counts.inFlight += 1;
        break;
      case 'call_finished': {
        counts.inFlight -= 1;
        if (event.outcome === 'failed') counts.failed += 1;
        if (event.from !== 'endpoint' && event.from !== 'batch' && event.from !== null)
          counts.fromJournal += 1;
        else {
          counts.prompt += number(event.prompt_tokens);
          counts.completion += number(event.completion_tokens);
          if (typeof event.usd === 'number') usd = (usd ?? 0) + event.usd;
          latencies[(counts.calls - counts.inFlight) % maxLatencies] = number(event.latency_ms);
        }
        if (typeof event.code === 'string') codes.set(event.code, (codes.get(event.code) ?? 0) + 1);
        const second = Math.floor(Date.parse(at) / 1000);
        if (Number.isFinite(second)) perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
        if (perSecond.size > 100_000) perSecond.delete(perSecond.keys().next().value!);
        break;
      }
      case 'retry':
        counts.retries += 1;
        if (event.code === 'LB_ENDPOINT_RATE') counts.rateLimited += 1;
        codes.set(text(event.code), (codes.get(text(event.code)) ?? 0) + 1);
        break;
      case 'pace':
        limits.push({ role: text(event.role), limit: number(event.limit), reason: text(event.reason), at });
        if (limits.length > maxLimits) limits.shift();
        break;
    }
  }

  function rates(): { rate: number[]; rateSeconds: number; perMinute: number | null } {
    const seconds = [...perSecond.keys()];
    if (seconds.length === 0) return { rate: [], rateSeconds: 1, perMinute: null };
    const [first, end] = [Math.min(...seconds.slice(0, 1)), Math.max(...seconds.slice(-1))];
    const span = Math.max(1, end - first + 1);
    const rateSeconds = Math.max(1, Math.ceil(span / stretches));
    const rate = new Array<number>(Math.ceil(span / rateSeconds)).fill(0);
    let total = 0;
    for (const [second, calls] of perSecond) {
      const place = Math.floor((second - first) / rateSeconds);
      if (place >= 0 && place < rate.length) rate[place]! += calls;
      total += calls;
    }
    return { rate, rateSeconds, perMinute: (total * 60) / span };
  }

  return {
    async read() {
      await files.read((event, file) => {
        take(event);
        status.take(event, file);
      });
      const { budget, share, eta_seconds } = status.now();
      const sorted = latencies.filter((value) => value !== undefined).sort((a, b) => a - b);
      return {
        finished: existsSync(join(folder, 'manifest.json')),
        calls: counts.calls,
        failed: counts.failed,
        fromJournal: counts.fromJournal,
        inFlight: Math.max(0, counts.inFlight),
        retries: counts.retries,
        rateLimited: counts.rateLimited,
        promptTokens: counts.prompt,
        completionTokens: counts.completion,
        usd,
        budget:
          budget === null
            ? null
            : {
                spentUsd: budget.spent_usd,
                limitUsd: budget.limit_usd,
                spentTokens: budget.spent_tokens,
                limitTokens: budget.limit_tokens,
              },
        share,
        etaSeconds: eta_seconds,
        medianMs: sorted[Math.floor(sorted.length / 2)] ?? null,
        quarantined: await countLines(join(folder, 'quarantine.jsonl')),
        since,
        last,
        limits,
        codes: [...codes].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
        ...rates(),
      };
    },
  };
}

async function countLines(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let lines = 0;
    for (let offset = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset);
      if (bytesRead === 0) return lines;
      offset += bytesRead;
      for (let at = buffer.indexOf(10); at !== -1 && at < bytesRead; at = buffer.indexOf(10, at + 1))
        lines += 1;
    }
  } finally {
    await file.close();
  }
}
