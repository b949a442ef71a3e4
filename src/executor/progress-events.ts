// Writes the progress of a run and what is left of its budget to its event file, every few seconds.
import type { Budget } from '../endpoints/budget/budget.ts';
import { publish } from '../endpoints/events.ts';

const everyMs = 2000;

/** `share` is from 0 to 1, or null while unknown. Returns a function that writes a last event and stops. */
export function tellShare(share: () => number | null): () => void {
  let reported: number | null = null;
  const tell = (): void => {
    const now = share();
    if (now === null || !Number.isFinite(now) || now === reported) return;
    reported = now;
    publish(() => ({ type: 'progress', role: 'run', share: Math.min(1, Math.max(0, now)) }));
  };
  const timer = setInterval(tell, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    tell();
  };
}

export interface BudgetLimits {
  readonly usd: number | undefined;
  readonly tokens: number | undefined;
}

export interface BudgetTelling {
  /** Writes what is spent by now; nothing where that is written, or where nothing limits the run. */
  tell(): Promise<void>;
  stop(): void;
}

export function tellBudget(budget: Pick<Budget, 'totals'>, { usd, tokens }: BudgetLimits): BudgetTelling {
  if (usd === undefined && tokens === undefined) return { tell: async () => {}, stop() {} };
  let reported = '';
  const tellNow = async (): Promise<void> => {
    const { spentUsd, spentTokens } = await budget.totals();
    const now = `${spentUsd} ${spentTokens}`;
    if (now === reported) return;
    reported = now;
    publish(() => ({
      type: 'budget',
      role: 'run',
      spent_usd: spentUsd,
      spent_tokens: spentTokens,
      limit_usd: usd ?? null,
      limit_tokens: tokens ?? null,
    }));
  };
  // The count is for people: where it cannot be read, calls say so.
  const tell = (): Promise<void> => tellNow().catch(() => undefined);
  const timer = setInterval(() => void tell(), everyMs);
  timer.unref();
  return { tell, stop: () => clearInterval(timer) };
}
