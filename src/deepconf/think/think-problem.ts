// One problem, live: warm-up traces to their end, then traces in parallel that stop when they lose confidence, until one
// answer has the weight or the budget is spent. Whatever order traces end in, they are taken in the order of their
// samples: the same replies give the same decisions, on a resume too.

import type { TraceRows } from '../pool/trace.ts';
import type { EndedTrace } from '../stopping-rule.ts';
import { OnlineTally, thresholdOf } from '../stopping-rule.ts';
import type { GroupWatch } from './group-watch.ts';
import type { ThinkSettings } from './settings.ts';

/** One trace that has ended. */
export interface Thought extends EndedTrace {
  readonly sample: number;
  readonly answer: string | null;
  /** Cut off by the token limit. */
  readonly truncated: boolean;
  readonly tokens: number;
  /** Tokens that arrived, with those that came after the one that was enough. */
  readonly arrived: number;
  readonly rows: TraceRows;
}

export type Ending = 'consensus' | 'traces' | 'tokens';

export interface ThinkOutcome {
  readonly ended: Ending;
  readonly threshold: number;
  /** Share of the weight that the leading answer has. */
  readonly share: number;
  /** In sample order, without rows. */
  readonly traces: readonly (Omit<Thought, 'rows'> & { readonly votes: boolean })[];
  /** Tokens of traces that were under way when sampling ended: they are paid for, and count in nothing. */
  readonly surplusTokens: number;
}

export interface ThinkHooks {
  /** A watch that stops a trace below the threshold. */
  watch(threshold: number): GroupWatch;
  /** One trace; null where its call has finally failed. Waits for a free place; `wanted` is asked when there is one. */
  trace(sample: number, watch: GroupWatch, wanted: () => boolean): Promise<Thought | null | 'not wanted'>;
  /** Whether as much of the reply of a sample as the watch wants is stored, from an earlier run. */
  stored(sample: number, watch: GroupWatch): Promise<boolean>;
  /** Takes each trace that counts, in sample order. */
  take(thought: Thought): Promise<void>;
  /** Begin no further trace. */
  readonly stopping: () => boolean;
  /** Traces under way at once. */
  readonly concurrency: number;
}

/** Null where it could not be brought to its end: a trace failed, or the run is to end. */
export async function thinkProblem(settings: ThinkSettings, hooks: ThinkHooks): Promise<ThinkOutcome | null> {
  const warmup = Math.min(settings.warmup, settings.traces);
  const warm = await warmUp(warmup, hooks);
  if (warm === null) return null;
  const threshold = thresholdOf(
    Float64Array.from(warm, ({ lowest }) => lowest),
    settings.keep,
  );
  const tally = new OnlineTally({ warmup, consensus: settings.consensus }, threshold);
  const traces: ThinkOutcome['traces'][number][] = [];
  let spent = 0;
  let ended: Ending | null = null;
  const decide = async (thought: Thought): Promise<void> => {
    const votes = tally.add(thought);
    await hooks.take(thought);
    const { rows: _, ...facts } = thought;
    traces.push({ ...facts, votes });
    spent += thought.tokens;
    if (tally.sampled < warmup) return;
    if (tally.agreed) ended = 'consensus';
    else if (settings.tokens !== null && spent >= settings.tokens) ended = 'tokens';
    else if (tally.sampled === settings.traces) ended = 'traces';
  };
  for (const thought of warm) await decide(thought);
  const surplusTokens = await further(
    { first: warmup, settings, threshold, decide, ended: () => ended !== null },
    hooks,
  );
  if (ended === null || surplusTokens === null) return null;
  return { ended, threshold, share: tally.share, traces, surplusTokens };
}

/** All to their end, in sample order; null where one is missing. */
async function warmUp(count: number, hooks: ThinkHooks): Promise<Thought[] | null> {
  const thoughts: (Thought | null)[] = Array.from({ length: count }, () => null);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count && !hooks.stopping()) {
      const sample = next;
      next += 1;
      const watch = hooks.watch(Number.NEGATIVE_INFINITY);
      const thought = await hooks.trace(sample, watch, () => !hooks.stopping());
      if (thought === null || thought === 'not wanted') return;
      thoughts[sample] = thought;
    }
  };
  await Promise.all(Array.from({ length: Math.min(hooks.concurrency, count) }, worker));
  return thoughts.every((thought) => thought !== null) ? thoughts : null;
}

interface Further {
  readonly first: number;
  readonly settings: ThinkSettings;
  readonly threshold: number;
  readonly decide: (thought: Thought) => Promise<void>;
  readonly ended: () => boolean;
}

/** Tokens of traces that came too late to count; null where a trace failed before sampling ended. */
async function further(
  { first, settings, threshold, decide, ended }: Further,
  hooks: ThinkHooks,
): Promise<number | null> {
  const waiting = new Map<number, Thought>();
  const live = new Set<GroupWatch>();
  let next = first;
  let decided = first;
  let failed = false;
  let surplus = 0;
  let deciding = Promise.resolve();
  const flush = async (): Promise<void> => {
    for (
      let thought = waiting.get(decided);
      thought !== undefined && !ended();
      thought = waiting.get(decided)
    ) {
      waiting.delete(decided);
      decided += 1;
      await decide(thought);
    }
    if (ended()) for (const watch of live) watch.halt();
  };
  const wanted = (): boolean => !ended() && !failed && !hooks.stopping();
  const one = async (sample: number): Promise<void> => {
    const watch = hooks.watch(threshold);
    live.add(watch);
    const thought = await hooks.trace(sample, watch, wanted).finally(() => live.delete(watch));
    if (thought === 'not wanted') return;
    if (thought === null) failed = true;
    else if (ended()) surplus += thought.arrived;
    else waiting.set(sample, thought);
    deciding = deciding.then(flush);
    await deciding;
  };
  // What an earlier run has paid for comes one by one: who runs ahead of it might pay for what is not needed.
  while (wanted() && next < settings.traces && (await hooks.stored(next, hooks.watch(threshold)))) {
    next += 1;
    await one(next - 1);
  }
  const worker = async (): Promise<void> => {
    while (wanted() && next < settings.traces) {
      next += 1;
      await one(next - 1);
    }
  };
  await Promise.all(Array.from({ length: hooks.concurrency }, worker));
  for (const { arrived } of waiting.values()) surplus += arrived;
  return failed && !ended() ? null : surplus;
}
