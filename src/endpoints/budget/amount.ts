// Money and tokens as whole numbers, so that sums are exact: a thousand-millionth of a dollar is the unit.
import { LateBenchError } from '../../errors.ts';
import type { Price } from './price.ts';

export interface Amount {
  /** 1e-9 USD. Whole numbers are exact up to 9 million dollars. */
  readonly nanoUsd: number;
  readonly tokens: number;
  /** Calls in this amount whose price is not known, so that its USD are not the whole cost. */
  readonly unpriced: number;
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const nanoPerUsd = 1e9;
/** USD for a million tokens are thousands of nano-USD for one. */
const nanoPerPrice = 1e3;

export const nothing: Amount = { nanoUsd: 0, tokens: 0, unpriced: 0 };

export function plus(a: Amount, b: Amount): Amount {
  return {
    nanoUsd: a.nanoUsd + b.nanoUsd,
    tokens: a.tokens + b.tokens,
    unpriced: a.unpriced + b.unpriced,
  };
}

export function minus(a: Amount, b: Amount): Amount {
  return plus(a, { nanoUsd: -b.nanoUsd, tokens: -b.tokens, unpriced: -b.unpriced });
}

/** Rounded up to the unit. */
export function amountOf({ promptTokens, completionTokens }: Usage, price: Price | null): Amount {
  for (const count of [promptTokens, completionTokens]) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new LateBenchError('LB_INTERNAL', `budget: ${count} is not a number of tokens`);
    }
  }
  const nanoUsd =
    price === null
      ? 0
      : Math.ceil(promptTokens * price.in * nanoPerPrice + completionTokens * price.out * nanoPerPrice);
  return { nanoUsd, tokens: promptTokens + completionTokens, unpriced: price === null ? 1 : 0 };
}

/** Null when part of it is not known. */
export function usdOf({ nanoUsd, unpriced }: Amount): number | null {
  return unpriced === 0 ? nanoUsd / nanoPerUsd : null;
}

/** `0.0093 USD`; smaller amounts with two digits, so that none looks like nothing. */
export function usdText(nanoUsd: number): string {
  const usd = nanoUsd / nanoPerUsd;
  return `${usd > 0 && usd < 1e-4 ? usd.toPrecision(2) : usd.toFixed(4)} USD`;
}

export function nanoUsdOf(usd: number): number {
  return Math.floor(usd * nanoPerUsd);
}
