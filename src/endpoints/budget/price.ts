// What a million tokens of a model cost, from a table or from the user. A price that nobody knows is null, never 0.
import { LateBenchError } from '../../errors.ts';

/** USD for a million tokens, of prompts and of completions (reasoning included). */
export interface Price {
  readonly in: number;
  readonly out: number;
}

export interface ListPrice extends Price {
  /** Year and month in which it was read. */
  readonly read: string;
}

export interface PriceTable {
  readonly models: Readonly<Record<string, ListPrice>>;
  /** What the user said by `--price`; goes before the table, for every model. */
  readonly override?: Price;
}

const simulated = /^latebench-sim\//;
/** `gpt-4o-mini-2024-07-18` costs what `gpt-4o-mini` costs, unless the table says otherwise. */
const snapshot = /-\d{4}-\d{2}-\d{2}$/;

/** The names under which tables may list a model, the closest first. */
export function namesOf(model: string): readonly string[] {
  return [model, model.replace(snapshot, '')];
}

/**
 * Null when the price is not known. A name with a provider in front (`openai/gpt-4o`) is not looked up without it:
 * whoever serves it sets the price.
 */
export function priceOf(table: PriceTable, model: string): Price | null {
  if (table.override !== undefined) return table.override;
  if (simulated.test(model)) return { in: 0, out: 0 };
  for (const name of namesOf(model)) {
    if (Object.hasOwn(table.models, name)) return table.models[name] ?? null;
  }
  return null;
}

/** Of list prices, what providers ask for a call that goes by way of a batch. */
const batchShare = 0.5;

/** Of a call by way of a batch: half the list price. What the user gave is taken as it is. */
export function batchPriceOf(table: PriceTable, model: string): Price | null {
  const price = priceOf(table, model);
  if (price === null || table.override !== undefined) return price;
  return { in: price.in * batchShare, out: price.out * batchShare };
}

/** For a budget in USD, which an unknown price would make worthless. */
export function requirePrice(table: PriceTable, model: string): Price {
  const price = priceOf(table, model);
  if (price !== null) return price;
  throw new LateBenchError(
    'LB_CONFIG',
    `--budget-usd: no price is known for the model ${model}; give it as --price in=0.15,out=0.6 (USD for a million tokens), or limit the run by --budget-tokens`,
  );
}

/** `in=0.15,out=0.6`, in either order. */
export function parsePrice(text: string): Price {
  const parts = text
    .split(',')
    .map((part) => /^\s*(in|out)\s*=\s*(\d+(?:\.\d+)?|\.\d+)\s*$/.exec(part) ?? []);
  const found = new Map(parts.map(([, name, amount]) => [name, Number(amount)]));
  const [prompt, completion] = [found.get('in'), found.get('out')];
  if (prompt === undefined || completion === undefined || parts.length !== 2) {
    throw new LateBenchError(
      'LB_USAGE',
      `--price ${text}: give it as in=0.15,out=0.6 (USD for a million tokens)`,
    );
  }
  return { in: prompt, out: completion };
}
