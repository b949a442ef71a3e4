// What a run may spend: the worst case of each call is reserved before it is made and settled by what it came to, so
// that spent and reserved together never pass the limit.
import { setMaxListeners } from 'node:events';
import { LateBenchError } from '../../errors.ts';
import { backoffMs } from '../backoff.ts';
import { aborted } from '../semaphore.ts';
import type { Held } from '../stores.ts';
import { type Amount, amountOf, nanoUsdOf, nothing, plus, type Usage, usdOf, usdText } from './amount.ts';
import { assumedRemark, overrunRemark } from './budget-remarks.ts';
import type { BudgetStore, Limit, Totals } from './budget-store.ts';
import { createLocalBudgetStore } from './local-budget-store.ts';
import { batchPriceOf, type PriceTable, priceOf, requirePrice } from './price.ts';

export interface BudgetOptions {
  readonly usd?: number | undefined;
  /** Prompt and completion tokens together. */
  readonly tokens?: number | undefined;
  readonly prices: PriceTable;
  /** Where processes keep one count together, under one name; what an earlier process has spent stays in it. */
  readonly share?: { readonly folder: string; readonly name: string } | undefined;
  /** Where machines keep one count together, in place of `share`. */
  readonly store?: BudgetStore | undefined;
}

export interface CallEstimate {
  readonly model: string;
  readonly promptTokens: number;
  readonly maxCompletionTokens: number;
  /** It goes by way of a batch, at the price of that. */
  readonly byBatch?: boolean | undefined;
}

/** Ends by the first `settle` or `cancel`; what comes after does nothing. */
export interface Reservation {
  /** By which any process can settle it (`Budget.reconcile`); absent where only this one can. */
  readonly id?: string | undefined;
  /** It was reserved under its name before. */
  readonly held: boolean;
  /** `usage` null: the server did not say, so the worst case counts. Gives the call's USD, null when not known. */
  settle(usage: Usage | null): Promise<number | null>;
  /** The call was not made, or not paid. */
  cancel(): Promise<void>;
}

export interface BudgetTotals {
  /** USD are null when a call's price is not known. */
  readonly spentUsd: number | null;
  readonly reservedUsd: number | null;
  readonly spentTokens: number;
  readonly reservedTokens: number;
}

export interface Budget {
  /** A limit is set. */
  readonly limited: boolean;
  /** The most a call may cost; null where its price is not known. */
  worstUsd(call: CallEstimate): number | null;
  /** Throws LB_BUDGET when the worst case does not fit now, LB_CONFIG when USD are limited and no price is known. */
  reserve(call: CallEstimate, held?: Held): Promise<Reservation>;
  /** Like `reserve`, but waits while calls under way, should they cost less than reserved, may leave enough. */
  reserveWhenFree(call: CallEstimate, signal?: AbortSignal): Promise<Reservation>;
  /** Settles a reservation, of a process that may have died, by what its reply says; once. Absent where it cannot be. */
  readonly reconcile?:
    | ((call: Pick<CallEstimate, 'model' | 'byBatch'>, id: string, usage: Usage) => Promise<void>)
    | undefined;
  totals(): Promise<BudgetTotals>;
  /** What is to be said of the spending in the end: attempts counted at their worst case, and spend over the limit. */
  remarks(): Promise<readonly string[]>;
  /** Gives back what is still reserved by this one. */
  close(): Promise<void>;
}

/** For room that other processes leave; what this one leaves is noticed at once. */
const looking = { firstMs: 10, maxMs: 250 };
const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);

const noLimit: Limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

function limitOf({ usd, tokens }: BudgetOptions): Limit {
  const check = (option: string, value: number | undefined): number => {
    if (value !== undefined && !(value >= 0 && Number.isFinite(value))) {
      throw new LateBenchError('LB_USAGE', `${option} ${value}: give a number from 0`);
    }
    return value ?? Number.POSITIVE_INFINITY;
  };
  return { nanoUsd: nanoUsdOf(check('--budget-usd', usd)), tokens: check('--budget-tokens', tokens) };
}

function exhausted(ask: Amount, { spent, reserved }: Totals, limit: Limit): LateBenchError {
  const used = plus(spent, reserved);
  const inTokens = used.tokens + ask.tokens > limit.tokens;
  const [option, max, needed, reported] = inTokens
    ? ['--budget-tokens', `${limit.tokens} tokens`, ask.tokens, `${spent.tokens}`]
    : ['--budget-usd', usdText(limit.nanoUsd), usdText(ask.nanoUsd), usdText(spent.nanoUsd)];
  const open = inTokens ? `${reserved.tokens}` : usdText(reserved.nanoUsd);
  return new LateBenchError(
    'LB_BUDGET',
    `${option}: the next call may take ${needed}, and of ${max} ${reported} are spent and ${open} reserved; raise it, or lower what a reply may take (--max-tokens, where the command has it), and run the command again to resume`,
  );
}

function budgetOn(store: BudgetStore, limit: Limit, prices: PriceTable): Budget {
  const limitsUsd = limit.nanoUsd !== Number.POSITIVE_INFINITY;
  /** Calls of this process that wait for room. */
  const waiting = new Set<() => void>();
  const roomOrTime = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal.removeEventListener('abort', giveUp);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const giveUp = (): void => {
        leave();
        reject(aborted(signal));
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
  /** Reservations of this process that have ended. */
  let ended = 0;
  let assumed = { calls: 0, amount: nothing };

  const attempt = async (call: CallEstimate, held?: Held): ReturnType<BudgetStore['reserve']> =>
    store.reserve(worst(call), held?.made === true ? noLimit : limit, held?.name);
  /** Gives the room back where it comes when nobody waits for it any more. */
  const attemptUntil = async (
    call: CallEstimate,
    signal: AbortSignal,
  ): ReturnType<BudgetStore['reserve']> => {
    const asked = attempt(call);
    let giveUp = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      giveUp = () => reject(aborted(signal));
    });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
    try {
      return await Promise.race([asked, stopped]);
    } catch (error) {
      if (signal.aborted)
        asked.then((late) => ('id' in late ? store.end(late.id, nothing) : undefined)).catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
  const priceFor = ({ model, byBatch }: Pick<CallEstimate, 'model' | 'byBatch'>) =>
    byBatch === true ? batchPriceOf(prices, model) : priceOf(prices, model);
  const worst = ({ model, promptTokens, maxCompletionTokens, byBatch }: CallEstimate): Amount => {
    if (limitsUsd) requirePrice(prices, model);
    const price = priceFor({ model, byBatch });
    return amountOf({ promptTokens, completionTokens: maxCompletionTokens }, price);
  };
  const reservation = (call: CallEstimate, id: string, held = false): Reservation => {
    let open = true;
    const end = async (spent: Amount): Promise<void> => {
      if (!open) return;
      open = false;
      await store.end(id, spent);
      ended += 1;
      for (const wake of [...waiting]) wake();
    };
    return {
      id: store.reconcile && id,
      held,
      async settle(usage) {
        const spent = usage === null ? worst(call) : amountOf(usage, priceFor(call));
        if (usage === null && open)
          assumed = { calls: assumed.calls + 1, amount: plus(assumed.amount, spent) };
        await end(spent);
        return usdOf(spent);
      },
      cancel: () => end(nothing),
    };
  };

  return {
    limited: limitsUsd || limit.tokens !== Number.POSITIVE_INFINITY,
    worstUsd: (call) => usdOf(worst(call)),
    async remarks() {
      const { spent } = await store.totals();
      return [...assumedRemark(assumed, limit), ...overrunRemark(spent, limit)];
    },
    async reserve(call, held) {
      const answer = await attempt(call, held);
      if ('id' in answer) return reservation(call, answer.id, answer.held);
      throw exhausted(worst(call), await store.totals(), limit);
    },
    async reserveWhenFree(call, signal = neverAborted) {
      for (let looks = 0; ; looks += 1) {
        const seen = ended;
        const answer = await attemptUntil(call, signal);
        if ('id' in answer) return reservation(call, answer.id);
        if (answer.refused === 'never') throw exhausted(worst(call), await store.totals(), limit);
        // One that ended while the store was asked woke nobody.
        if (ended === seen) await roomOrTime(looking.firstMs + backoffMs(looks, looking), signal);
      }
    },
    reconcile:
      store.reconcile && (async (call, id, usage) => store.reconcile?.(id, amountOf(usage, priceFor(call)))),
    async totals() {
      const { spent, reserved } = await store.totals();
      return {
        spentUsd: usdOf(spent),
        reservedUsd: usdOf(reserved),
        spentTokens: spent.tokens,
        reservedTokens: reserved.tokens,
      };
    },
    close: () => store.close(),
  };
}

export async function openBudget(options: BudgetOptions): Promise<Budget> {
  const limit = limitOf(options);
  if (options.store !== undefined) return budgetOn(options.store, limit, options.prices);
  if (options.share === undefined) return budgetOn(createLocalBudgetStore(), limit, options.prices);
  const { openSharedBudgetStore } = await import('./shared-budget-store.ts');
  const { folder, name } = options.share;
  return budgetOn(await openSharedBudgetStore(folder, name), limit, options.prices);
}
