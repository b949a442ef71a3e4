// Reads the body of a request: a batch of pairs, or why it is none. One bad pair refuses the batch, so that a mistake of
// the caller never becomes a wrong grade.
import { parseJson } from '../records/parse-json.ts';
import type { Pair } from './worker-protocol.ts';

/** A request that is answered with an error: its HTTP status, a stable code, and what to do. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface BatchRules {
  readonly goldKey: string;
  readonly predKey: string;
}

const shapeOf = ({ goldKey, predKey }: BatchRules): string =>
  `{"pairs": [{"${goldKey}": "…", "${predKey}": "…"}, …]}`;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Null means that no answer was given, as in the command; a number is read as it is written. */
function isText(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** The pairs of a body, or the refusal (400: `bad_json`, `bad_batch`, `bad_pair`). */
export function readBatch(body: Buffer, rules: BatchRules): readonly Pair[] | Refusal {
  const { goldKey, predKey } = rules;
  const shape = shapeOf(rules);
  const refuse = (code: string, message: string): Refusal => ({ status: 400, code, message });
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    return refuse('bad_json', `the body is not JSON in UTF-8: ${(error as Error).message}; send ${shape}`);
  }
  const pairs = isObject(value) ? value.pairs : value;
  if (!Array.isArray(pairs)) return refuse('bad_batch', `there is no list of pairs; send ${shape}`);
  for (const [at, pair] of pairs.entries()) {
    if (!isObject(pair)) return refuse('bad_pair', `pairs[${at}] is ${kindName(pair)}; give an object`);
    for (const key of [goldKey, predKey]) {
      if (!isText(pair[key])) {
        return refuse(
          'bad_pair',
          `pairs[${at}].${key} is ${kindName(pair[key])}; give a text, a number or null`,
        );
      }
    }
  }
  return pairs as Pair[];
}
