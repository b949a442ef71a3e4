// List prices in USD for a million tokens, with the month each was read. Those of DeepSeek come from its own page, those of
// OpenAI from what others publish of it. Prices change without notice: check them before a large run and give what you pay by --price. Where a provider bills by the time
// of day, the higher price stands here; discounts for cached prompts and batches are left out.
import { type PriceTable, parsePrice } from './price.ts';

const openai = '2026-03';
const deepseek = '2026-10';

export const listPrices: PriceTable = {
  models: {
    'gpt-3.5-turbo': { in: 0.5, out: 1.5, read: openai },
    'gpt-4-turbo': { in: 10, out: 30, read: openai },
    'gpt-4.1': { in: 2, out: 8, read: openai },
    'gpt-4.1-mini': { in: 0.4, out: 1.6, read: openai },
    'gpt-4.1-nano': { in: 0.1, out: 0.4, read: openai },
    'gpt-4o': { in: 2.5, out: 10, read: openai },
    'gpt-4o-2024-05-13': { in: 5, out: 15, read: openai },
    'gpt-4o-mini': { in: 0.15, out: 0.6, read: openai },
    'gpt-5': { in: 1.25, out: 10, read: openai },
    'gpt-5-mini': { in: 0.25, out: 2, read: openai },
    'gpt-5-nano': { in: 0.05, out: 0.4, read: openai },
    'gpt-5-pro': { in: 15, out: 120, read: openai },
    'gpt-5.1': { in: 1.25, out: 10, read: openai },
    o1: { in: 15, out: 60, read: openai },
    'o1-pro': { in: 150, out: 600, read: openai },
    o3: { in: 2, out: 8, read: openai },
    'o3-mini': { in: 1.1, out: 4.4, read: openai },
    'o3-pro': { in: 20, out: 80, read: openai },
    'o4-mini': { in: 1.1, out: 4.4, read: openai },
    // The two old names were taken back in July 2026; where they still answer, it is the flash model that does.
    'deepseek-chat': { in: 0.3, out: 1.2, read: deepseek },
    'deepseek-reasoner': { in: 0.3, out: 1.2, read: deepseek },
    'deepseek-flash': { in: 0.3, out: 1.2, read: deepseek },
    'deepseek-v4-flash': { in: 0.3, out: 1.2, read: deepseek },
    'deepseek-v4-pro': { in: 1.32, out: 3.96, read: deepseek },
  },
};

/** The known prices; the one given, as `in=0.15,out=0.6`, goes before them, for every model. */
export function pricesWith(price: string | undefined): PriceTable {
  return price === undefined ? listPrices : { ...listPrices, override: parsePrice(price) };
}
