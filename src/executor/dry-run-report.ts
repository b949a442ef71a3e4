// What a dry run found, in words: calls, tokens, cost, and the first request as it would be sent.
import { type PriceTable, priceOf } from '../endpoints/budget/price.ts';
import { pricesWith } from '../endpoints/budget/price-table.ts';
import type { DryRun, Tokens } from '../endpoints/dry-run.ts';
import { formatCount, formatCounted, formatUsd } from '../report/format.ts';
import type { Tally } from '../stream/tally.ts';
import type { PlannedStage } from './build-plan.ts';
import type { Session } from './session.ts';

/** `prices`: USD per million tokens. Without `withFirst` the first request is left out. */
export function endpointLines(
  dryRun: DryRun,
  prices: PriceTable,
  prefix = 'dry run',
  withFirst = true,
): string[] {
  const { calls, repeats, stored, expected, bound, first } = dryRun;
  const price = priceOf(prices, dryRun.endpoint.model);
  const cost = ({ prompt, completion }: Tokens): string =>
    price === null
      ? `no price is known for ${dryRun.endpoint.model} (--price in=…,out=…)`
      : formatUsd((prompt * price.in + completion * price.out) / 1e6);
  const tokens = ({ prompt, completion }: Tokens): string =>
    `${formatCount(prompt)} prompt + ${formatCount(completion)} completion tokens`;
  const kept = stored === 0 ? '' : `${formatCounted(stored, 'reply is', 'replies are')} stored`;
  if (calls === 0)
    return [`${prefix}: 0 calls, ${kept === '' ? 'no record needs one' : kept}; nothing would be spent`];
  const same = repeats === 0 ? '' : `${formatCount(repeats)} more are the same and made once`;
  const beside = [same, kept].filter((part) => part !== '').join('; ');
  const mean = Math.round(expected.completion / calls);
  return [
    `${prefix}: ${formatCounted(calls, 'call')}${beside === '' ? '' : ` (${beside})`}, retries and repeated attempts not counted`,
    `expected: about ${tokens(expected)} (${formatCount(mean)} a reply assumed), ${cost(expected)}`,
    bound === null
      ? 'bound: none, since replies have no token limit; --max-tokens or a budget sets one'
      : `bound: at most ${tokens(bound)}, ${cost(bound)}`,
    ...(first === null || !withFirst ? [] : ['first request:', JSON.stringify(first, null, 2)]),
  ];
}

/** A line for each endpoint whose calls can be counted, and a bound for calls that depend on replies. */
export function dryRunReport(
  { stages, price }: { readonly stages: readonly PlannedStage[]; readonly price?: string | undefined },
  { counted }: Pick<Session, 'counted'>,
  { read }: Tally,
): string[] {
  const prices = pricesWith(price);
  const dryRuns = [...counted].flatMap(([role, runs]) => runs.map((dryRun) => ({ role, dryRun })));
  const [first, ...others] = dryRuns;
  if (first === undefined) return ['dry run: 0 calls, nothing written'];
  const later = others.filter(({ dryRun }) => dryRun.calls > 0);
  // What the first calling stage asks first is counted exactly; later calls depend on its replies.
  const waiting = stages
    .flatMap(({ use, needs }) => needs.map((need) => ({ use, ...need })))
    .slice(1)
    .filter(
      ({ role, model }) =>
        !dryRuns.some(
          ({ role: seen, dryRun }) =>
            seen === role && dryRun.calls > 0 && (model === undefined || dryRun.endpoint.model === model),
        ),
    );
  return [
    ...endpointLines(first.dryRun, prices),
    ...later.flatMap(({ role, dryRun }) => endpointLines(dryRun, prices, `dry run, ${role}`)),
    ...(read === 0
      ? []
      : waiting.map(
          ({ use, role, callsPerRecord }) =>
            `${use}: at most ${formatCount(read * callsPerRecord)} calls to the ${role} endpoint, by what the replies before it say`,
        )),
  ];
}
