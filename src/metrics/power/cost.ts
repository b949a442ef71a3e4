// What a planned study takes: calls, tokens, money and time.
import type { StudyCost } from '../../records/power.ts';

/** One critic of the study. */
export interface CriticCost {
  /** Calls of a record. */
  readonly calls: number;
  /** Tokens of a call; null where they are not known. */
  readonly prompt: number | null;
  readonly completion: number | null;
  /** USD for a million tokens; null where it is not known. */
  readonly price: { readonly in: number; readonly out: number } | null;
  /** Of a call; null where it is not known. */
  readonly seconds: number | null;
}

/** How fast calls are made. */
export interface Pace {
  /** Calls in flight at once. */
  readonly concurrency: number | null;
  /** Requests a minute at most. */
  readonly rpm: number | null;
}

export function studyCost(records: number, critics: readonly CriticCost[], pace: Pace): StudyCost {
  const total = (of: (critic: CriticCost) => number | null): number | null =>
    critics.reduce<number | null>((sum, critic) => {
      const one = critic.calls === 0 ? 0 : of(critic);
      return sum === null || one === null ? null : sum + one * critic.calls * records;
    }, 0);
  const whole = (value: number | null) => (value === null ? null : Math.round(value));
  const calls = Math.ceil(critics.reduce((sum, critic) => sum + critic.calls * records, 0));
  const usd = total(({ prompt, completion, price }) =>
    prompt === null || completion === null || price === null
      ? null
      : (prompt * price.in + completion * price.out) / 1e6,
  );
  return {
    calls,
    prompt_tokens: whole(total(({ prompt }) => prompt)),
    completion_tokens: whole(total(({ completion }) => completion)),
    usd,
    seconds: secondsOf(
      calls,
      total(({ seconds }) => seconds),
      pace,
    ),
  };
}

/** `inAll`: seconds of all calls, one after the other. */
function secondsOf(calls: number, inAll: number | null, { concurrency, rpm }: Pace): number | null {
  const byCalls =
    inAll === null || concurrency === null
      ? null
      : (Math.ceil(calls / concurrency) || 0) * (calls === 0 ? 0 : inAll / calls);
  const byRate = rpm === null ? null : (calls * 60) / rpm;
  if (byCalls === null && byRate === null) return null;
  return Math.max(byCalls ?? 0, byRate ?? 0);
}
