// What calls came to, in words.
import { formatCount, formatCounted, formatUsd } from '../report/format.ts';
import type { ModelCounters } from './usage-counters.ts';

/** `57 API calls (3 retried), 10 stored replies, 2 failed`: those of journal and cache. */
export function callsText({ calls, hits, retries, failed }: ModelCounters): string {
  return [
    `${formatCount(calls)} API ${calls === 1 ? 'call' : 'calls'}${retries === 0 ? '' : ` (${formatCount(retries)} retried)`}`,
    hits === 0 ? '' : `${formatCount(hits)} stored ${hits === 1 ? 'reply' : 'replies'}`,
    failed === 0 ? '' : `${formatCount(failed)} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** `61,871 prompt + 8,251 completion tokens`; calls whose tokens the server did not report are named. */
export function tokensText(spent: ModelCounters): string {
  const { calls, promptTokens, completionTokens, reasoningTokens, unreported } = spent;
  const thought = reasoningTokens === 0 ? '' : ` (${formatCount(reasoningTokens)} of reasoning)`;
  const counted = `${formatCount(promptTokens)} prompt + ${formatCount(completionTokens)} completion tokens${thought}`;
  if (unreported === 0) return counted;
  if (promptTokens + completionTokens === 0 && unreported >= calls) return 'tokens not reported';
  return `${counted}, not all reported in ${formatCount(unreported)} ${unreported === 1 ? 'call' : 'calls'}`;
}

/** Less would be told as $0.0000. */
const smallestUsd = 1e-4;

/** `$0.0123`; nothing where no call had a price, or all were free (a simulation). */
function costText({ usd, unpriced }: ModelCounters): string[] {
  if (usd === 0) return [];
  const unknown = unpriced === 0 ? '' : `, and ${formatCounted(unpriced, 'attempt')} without a known price`;
  return [`${usd < smallestUsd ? `less than ${formatUsd(smallestUsd)}` : formatUsd(usd)}${unknown}`];
}

/** Calls, tokens and cost. */
export function spentText(spent: ModelCounters): string {
  return [callsText(spent), tokensText(spent), ...costText(spent)].join('; ');
}
