// What a planned study costs, from what the pilot spent, from prices, and from the endpoint that is configured.
import type { EndpointConfig } from '../../config/endpoint-config.ts';
import { type Price, priceOf } from '../../endpoints/budget/price.ts';
import { pricesWith } from '../../endpoints/budget/price-table.ts';
import { type CriticCost, studyCost } from '../../metrics/power/cost.ts';
import type { Pilot } from '../../metrics/power/outcomes.ts';
import type { StudyCost } from '../../records/power.ts';
import { formatCount } from '../../report/format.ts';
import type { PowerAsked } from './options.ts';

/** Of one call, where nothing is known of it. */
const usualTokens = [1000, 1000] as const;

interface Costs {
  /** Of a study of both critics; `calls`: of a record, by critic of the pilot, where that is not what it is usually. */
  of(records: number, calls?: readonly number[]): StudyCost;
  /** Calls of a critic for each record, at most. */
  readonly votes: number;
  /** What was assumed, for people. */
  readonly notes: readonly string[];
}

interface Settings {
  readonly endpoint: EndpointConfig | null;
  readonly price: string | undefined;
  /** Calls in flight at once, where the endpoint does not say. */
  readonly concurrency: number;
}

export function createCosts(
  { votes: asked, callTokens, callSeconds }: Pick<PowerAsked, 'votes' | 'callTokens' | 'callSeconds'>,
  pilot: Pilot | null,
  { endpoint, price, concurrency }: Settings,
): Costs {
  const prices = pricesWith(price);
  const known = pilot?.spending ?? [];
  const votes = asked ?? Math.max(1, ...known.map((one) => one.votes));
  const priceFor = (model: string | null): Price | null =>
    (model === null ? null : priceOf(prices, model)) ??
    (endpoint === null ? (prices.override ?? null) : priceOf(prices, endpoint.model));
  const assumed = callTokens ?? (pilot === null ? usualTokens : undefined);
  // A study has two critics; one that is not in the pilot is taken to cost what the other one does.
  const critics = [0, 1].map((at) => Math.min(at, known.length - 1));
  const each = critics.map((at): CriticCost => {
    const one = known[at];
    const isFree = one?.calls === 0;
    return {
      calls: isFree ? 0 : (asked ?? one?.calls ?? votes),
      prompt: assumed?.[0] ?? one?.prompt ?? null,
      completion: assumed?.[1] ?? one?.completion ?? null,
      price: priceFor(one?.model ?? null),
    };
  });
  const pace = {
    concurrency: endpoint?.concurrency ?? concurrency,
    callSeconds: callSeconds ?? null,
    rpm: endpoint?.rpm ?? null,
  };
  const [prompt, completion] = usualTokens.map(formatCount);
  const costed = each.filter((one) => one.calls > 0);
  return {
    votes,
    notes: [
      ...(assumed === usualTokens
        ? [`${prompt} + ${completion} tokens a call are assumed: --call-tokens says more`]
        : []),
      ...(costed.some((one) => one.prompt === null)
        ? ['The records do not say how many tokens a call takes: --call-tokens does']
        : []),
      ...(costed.some((one) => one.price === null)
        ? ['No price is known: give --model, or --price in=X,out=Y in USD per million tokens']
        : []),
      ...(callSeconds === undefined
        ? ['For the time of a study, say how long a call takes: --call-seconds']
        : []),
    ],
    of: (records, calls) =>
      studyCost(
        records,
        each.map((one, at) => ({
          ...one,
          calls: one.calls === 0 ? 0 : (calls?.[critics[at]!] ?? one.calls),
        })),
        pace,
      ),
  };
}
