// Adapts rows as a command would, and gives back records, bad rows and what was said.
import { type AdaptOptions, adaptRows } from '../../src/datasets/adapt.ts';
import type { BadRow } from '../../src/storage/rows.ts';
import { collectGroups } from '../support/bytes.ts';

export type Row = Record<string, unknown>;

export interface Adapted {
  readonly out: Row[];
  readonly bad: BadRow[];
  readonly reported: string[];
}

export async function adaptAll(rows: readonly Row[], options: Partial<AdaptOptions> = {}): Promise<Adapted> {
  const bad: BadRow[] = [];
  const reported: string[] = [];
  const groups = (async function* () {
    yield rows;
  })();
  const out = await collectGroups(
    adaptRows(groups, {
      source: 'dir/mine.jsonl',
      onBad: (row) => bad.push(row),
      say: (line) => reported.push(line),
      ...options,
    }),
  );
  return { out, bad, reported };
}

/** The one record that a row becomes. */
export async function adaptOne(row: Row, options: Partial<AdaptOptions> = {}): Promise<Row> {
  const { out, bad } = await adaptAll([row], options);
  if (out.length !== 1) throw new Error(`no record: ${bad[0]?.message}`);
  return out[0]!;
}
