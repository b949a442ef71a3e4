// The outermost link: tells what happens to calls (events, counters), and takes secrets out of what failures say.
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../../errors.ts';
import { type EndpointEvent, publish } from '../events.ts';
import type { FailureTally } from '../failure-tally.ts';
import type { Redactor } from '../redact.ts';
import type { ModelCounters } from '../usage-counters.ts';
import type { ReportedUsage } from '../wire-usage.ts';
import { type Call, type Link, observing, type Reply } from './chain.ts';

export interface Observed {
  readonly role: string;
  readonly model: string;
  readonly redactor: Redactor;
  /** Which key was sent, or why none was. */
  readonly keyNote: string | undefined;
  readonly counters: ModelCounters;
  readonly failures: FailureTally;
  /** The words for an error that ends the run; its own when absent. */
  readonly explain?: ((error: LateBenchError) => string) | undefined;
}

function wordsOf(error: unknown, { explain, redactor }: Observed): string | null {
  if (!(error instanceof Error)) return null;
  return redactor.text(isLateBenchError(error) && explain !== undefined ? explain(error) : error.message);
}

/** Of all that was billed: null where the server reported none, and did not report all. */
function tokensOf(billed: readonly ReportedUsage[]) {
  const isMissing = billed.some(({ usageMissing }) => usageMissing === true);
  const sum = (of: (usage: ReportedUsage) => number): number => billed.reduce((all, one) => all + of(one), 0);
  const known = (tokens: number): number | null => (isMissing && tokens === 0 ? null : tokens);
  return {
    prompt_tokens: known(sum(({ promptTokens }) => promptTokens)),
    completion_tokens: known(sum(({ completionTokens }) => completionTokens)),
    reasoning_tokens: sum(({ reasoningTokens }) => reasoningTokens ?? 0),
  };
}

export function observe(observed: Observed): Link<Reply> {
  const { role, model, counters, keyNote, failures } = observed;
  const finished = (
    { key, startedMs }: Call,
    change: Partial<EndpointEvent & { type: 'call_finished' }>,
  ): void => {
    publish(() => ({
      type: 'call_finished',
      role,
      model,
      key,
      outcome: 'ok',
      from: null,
      latency_ms: Math.round(performance.now() - startedMs),
      prompt_tokens: 0,
      completion_tokens: 0,
      reasoning_tokens: 0,
      usd: null,
      code: null,
      message: null,
      ...change,
    }));
  };

  return observing<Reply>({
    begin(call) {
      call.startedMs = performance.now();
      publish(() => ({ type: 'call_started', role, model, key: call.key, sample: call.sample }));
    },
    ended(call, obtained) {
      const { reply, from, usd } = obtained;
      if (from !== 'endpoint') counters.hits += 1;
      const tokens = tokensOf(call.billedFor.length > 0 ? call.billedFor : [reply]);
      const wire = from === 'endpoint' && call.wireMs !== null ? { wire_ms: Math.round(call.wireMs) } : {};
      finished(call, { from, usd, ...tokens, ...wire });
      return obtained;
    },
    failed(call, error) {
      const code = isLateBenchError(error) ? error.code : null;
      // A call that the budget has no room for is not made: nothing of the endpoint's has failed.
      const outcome = code === 'LB_ABORTED' || code === 'LB_BUDGET' ? 'aborted' : 'failed';
      if (outcome === 'failed') counters.failed += 1;
      // Attempts that failed may have been billed all the same.
      const message = wordsOf(error, observed);
      const usd = call.usd === 0 ? null : call.usd;
      finished(call, { outcome, code, usd, message, ...tokensOf(call.billedFor) });
      // What ends the run is said once, by the run.
      if (failsOnlyItsRecord(error)) failures.add(error.code, message ?? '');
      if (!isLateBenchError(error) || code === 'LB_ABORTED') throw error;
      const note = code === 'LB_ENDPOINT_AUTH' && keyNote !== undefined ? `; ${keyNote}` : '';
      // An error of the system may hold a secret; what the server answered is facts of ours.
      const cause = error.cause instanceof Error ? undefined : error.cause;
      throw new LateBenchError(error.code, `${message}${note}`, { cause });
    },
  });
}

export function countTokens(counters: ModelCounters, usage: ReportedUsage): void {
  counters.promptTokens += usage.promptTokens;
  counters.completionTokens += usage.completionTokens;
  counters.reasoningTokens += usage.reasoningTokens ?? 0;
  counters.unreported += usage.usageMissing === true ? 1 : 0;
}

/** What an attempt cost in US dollars; null where no price is known. */
export function countCost(counters: ModelCounters, usd: number | null): void {
  if (usd === null) counters.unpriced += 1;
  else counters.usd += usd;
}

/** Counts what was paid for, whatever is thought of the reply afterwards. */
export function count(counters: ModelCounters): Link<Reply> {
  return observing<Reply>({
    ended({ billedFor }, obtained) {
      counters.calls += 1;
      billedFor.push(obtained.reply);
      countTokens(counters, obtained.reply);
      return obtained;
    },
  });
}
