// What a dry run found, in words: calls, tokens, cost, and the first request as it would be sent.
import { parsePrice, priceOf } from '../endpoints/budget/price.ts';
import { listPrices } from '../endpoints/budget/price-table.ts';
import { assumedCompletionTokens } from '../endpoints/call-budget.ts';
import type { DryRun } from '../endpoints/dry-run.ts';
import { formatCount, formatUsd } from '../report/format.ts';

export function sayDryRun(dryRun: DryRun, priceText: string | undefined): string[] {
  const { calls, repeats, promptTokens, first } = dryRun;
  const table = priceText === undefined ? listPrices : { ...listPrices, override: parsePrice(priceText) };
  const price = priceOf(table, dryRun.endpoint.model);
  const completion = dryRun.mostCompletionTokens ?? calls * assumedCompletionTokens;
  const cost =
    price === null
      ? `no price is known for ${dryRun.endpoint.model} (--price in=…,out=…)`
      : `at most ${formatUsd((promptTokens * price.in + completion * price.out) / 1e6)}`;
  return [
    `dry run: ${formatCount(calls)} calls${repeats === 0 ? '' : ` (${formatCount(repeats)} more are the same and made once)`}, retries and repeated attempts not counted`,
    `about ${formatCount(promptTokens)} prompt tokens, at most ${formatCount(completion)} completion tokens, ${cost}`,
    ...(first === null ? [] : ['first request:', JSON.stringify(first, null, 2)]),
  ];
}
