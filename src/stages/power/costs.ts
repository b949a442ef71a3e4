// What a planned study costs, from what the pilot spent, from prices, and from the endpoint that is configured.
import type { EndpointConfig } from '../../config/endpoint-config.ts';
import { type Price, priceOf } from '../../endpoints/budget/price.ts';
import { pricesWith } from '../../endpoints/budget/price-table.ts';
import { type CriticCost, studyCost } from '../../metrics/power/cost.ts';
import type { Pilot } from '../../metrics/power/outcomes.ts';
import type { StudyCost } from '../../records/power.ts';
import { formatCount } from '../../report/format.ts';
import type { PowerAsked } from './options.ts';
import { callTimes, type MeasuredRun } from './pace.ts';

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
  readonly rpm: number | null;
  readonly price: string | undefined;
  /** Calls in flight at once, where the endpoint does not say. */
  readonly concurrency: number;
  /** The runs that the pilot is from. */
  readonly runs: readonly MeasuredRun[];
}

export function createCosts(
  { votes: asked, callTokens, callSeconds }: Pick<PowerAsked, 'votes' | 'callTokens' | 'callSeconds'>,
  pilot: Pilot | null,
  { endpoint, rpm, price, concurrency, runs }: Settings,
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
  const isFree = (at: number): boolean => known[at]?.calls === 0;
  const models = critics.filter((at) => !isFree(at)).map((at) => known[at]?.model ?? null);
  const times = callTimes(models, callSeconds, runs);
  const each = critics.map((at): CriticCost => {
    const one = known[at];
    return {
      calls: isFree(at) ? 0 : (asked ?? one?.calls ?? votes),
      prompt: assumed?.[0] ?? one?.prompt ?? null,
      completion: assumed?.[1] ?? one?.completion ?? null,
      price: priceFor(one?.model ?? null),
      seconds: times.seconds[models.indexOf(one?.model ?? null)] ?? null,
    };
  });
  const pace = { concurrency: endpoint?.concurrency ?? concurrency, rpm };
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
      ...times.notes,
      ...(costed.some((one) => one.seconds === null)
        ? [
            pace.rpm === null
              ? 'For the time of a study, say how long a call takes: --call-seconds, or name the folder of a run as the pilot'
              : `The time is the least that ${formatCount(pace.rpm)} requests a minute allow: --call-seconds says how long a call takes`,
          ]
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
