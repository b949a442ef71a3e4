// A pool's traces as plain rows, which `pool import` reads back and other tools read anywhere.

import type { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { Row } from '../../storage/rows.ts';
import type { Pool } from './read.ts';
import { rowsOfProblem } from './read-rows.ts';

function list(values: unknown): (number | null)[] {
  return Array.from(values as ArrayLike<number>, (value) => (Number.isNaN(value) ? null : value));
}

function texts(packed: unknown): string[] | null {
  return packed === null || packed === undefined ? null : (packed as PackedTexts).toStrings();
}

/** Alternatives of each token: numbers, or {token, logprob} where their texts are known. */
function alternatives(top: Row): unknown[][] {
  const k = top.k as number;
  const values = top.top_logprobs as Float32Array;
  const words = texts(top.top_tokens);
  const count = k === 0 ? 0 : values.length / k;
  return Array.from({ length: count }, (_, token) => {
    const places = Array.from({ length: k }, (_unused, at) => token * k + at).filter(
      (place) => !Number.isNaN(values[place]),
    );
    return places.map((place) =>
      words === null ? values[place] : { token: words[place], logprob: values[place] },
    );
  });
}

export interface ExportOptions {
  /** Alternatives too, where the pool has them. */
  readonly top: boolean;
  /** Tokens and what belongs to them; without, only text, answer and scores. */
  readonly tokens: boolean;
}

/** No other row has to be read to know whether there is one of this sample. */
function isBeyond(read: IteratorResult<Row> | undefined, sample: number): boolean {
  return read !== undefined && (read.done === true || (read.value.sample_id as number) >= sample);
}

/**
 * The samples of a pool as rows, one at a time, in the order of the problems, then of the samples.
 *
 * @param options `tokens` adds tokens with their logprobs, `top` their alternatives.
 */
export async function* exportRows(pool: Pool, { top, tokens }: ExportOptions): AsyncGenerator<Row> {
  const { settings, problems } = pool;
  for (const { problem_id, truth } of problems) {
    const beside = top && settings.keep_top ? rowsOfProblem(pool, problem_id, 'top') : undefined;
    let other: IteratorResult<Row> | undefined;
    try {
      for await (const core of rowsOfProblem(pool, problem_id, 'core')) {
        const { token_logprobs, token_conf, n_valid, tokens: words, ...plain } = core;
        const row: Row = { problem_id, ...plain, truth };
        if (tokens) {
          row.tokens = texts(words);
          row.token_logprobs = list(token_logprobs);
          row.token_conf = list(token_conf);
          row.n_valid = list(n_valid);
        }
        // A file that is lost leaves samples of one side without those of the other.
        const sample = core.sample_id as number;
        while (beside !== undefined && !isBeyond(other, sample)) other = await beside.next();
        if (other?.done !== true && other?.value.sample_id === sample)
          row.top_logprobs = alternatives(other.value);
        yield row;
      }
    } finally {
      await beside?.return(undefined);
    }
  }
}
