// Turns rows of any known source into records: ours pass untouched, others go through the adapter that was named or
// that recognises the first row of the input. What was chosen is said once.
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { locationOf, setLocation } from '../records/location.ts';
import { carryOriginal, rowText } from '../storage/original-text.ts';
import type { BadRow } from '../storage/rows.ts';
import type { Adapter, AdapterContext, KeyMapping, SourceRow } from './adapter.ts';
import { aime } from './aime.ts';
import { custom } from './custom.ts';
import { deltabench } from './deltabench.ts';
import { gsm8k } from './gsm8k.ts';
import { latebench } from './latebench.ts';
import { latebenchInjections } from './latebench-injections.ts';
import { math } from './math.ts';
import { numinamath } from './numinamath.ts';
import { olympiadbench } from './olympiadbench.ts';
import { omnimath } from './omnimath.ts';
import { prm800k } from './prm800k.ts';
import { prmbench } from './prmbench.ts';
import { processbench } from './processbench.ts';

/** In the order in which they are asked, those with the most telling fields first; the general one comes last. */
export const adapters: readonly Adapter[] = [
  latebenchInjections,
  latebench,
  prm800k,
  deltabench,
  prmbench,
  processbench,
  olympiadbench,
  omnimath,
  numinamath,
  math,
  gsm8k,
  aime,
  custom,
];

export function adapterNamed(name: string): Adapter {
  const found = adapters.find((adapter) => adapter.name === name);
  if (found === undefined) {
    const names = [...adapters.map((adapter) => adapter.name), 'synthetic'].join(', ');
    throw new LateBenchError('LB_USAGE', `no adapter ${JSON.stringify(name)}; there are: ${names}`);
  }
  return found;
}

/** A record of ours says what is known about its errors, even when that is null. */
export function isRecord(row: SourceRow): boolean {
  return typeof row.id === 'string' && typeof row.problem === 'string' && 'error_steps' in row;
}

/** Options of `adaptRows`. */
export interface AdaptOptions {
  readonly adapter?: Adapter | undefined;
  readonly keys?: KeyMapping;
  /** The input's path or name. */
  readonly source: string;
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
}

function baseName(source: string): string | null {
  if (source === '-' || source === 'stdin') return null;
  const name = source.split(/[\\/]/).pop() ?? '';
  return name.replace(/(\.(jsonl?|ndjson|csv|parquet|arrows?))?(\.gz)?$/i, '') || null;
}

/**
 * Turns rows of any known dataset into records, group by group. Rows that are records already pass unchanged.
 *
 * @param groups Rows in groups, as `readInput` gives them.
 * @param options The adapter is guessed from the first row when absent. Invalid rows, and rows that no adapter
 * recognises (LB_SCHEMA), go to `onBad` and are skipped.
 */
export async function* adaptRows(
  groups: AsyncIterable<readonly SourceRow[]>,
  { adapter, keys = {}, source, onBad, say }: AdaptOptions,
): AsyncGenerator<Record<string, unknown>[]> {
  const context: AdapterContext = { fileName: baseName(source), keys };
  const named = Object.values(keys).some((key) => key !== undefined);
  let chosen = adapter ?? (named ? custom : undefined);
  const asked = chosen !== undefined;

  const adaptOne = (row: SourceRow): Record<string, unknown> | undefined => {
    if (!asked && isRecord(row)) return row as Record<string, unknown>;
    try {
      if (chosen === undefined) {
        chosen = adapters.find((candidate) => candidate.recognises(row, context));
        if (chosen === undefined) {
          const fields = Object.keys(row).join(', ');
          throw new LateBenchError(
            'LB_SCHEMA',
            `neither a record nor rows of a known dataset; fields: ${fields}`,
          );
        }
        say(`${source}: not our records; read as ${chosen.name} rows (${chosen.about})`);
      }
      const record = carryOriginal(row, chosen.adapt(row, context));
      const where = locationOf(row);
      return where === undefined ? record : setLocation(record, where);
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      const where = { source, ...locationOf(row) };
      onBad({ code: error.code, message: error.message, where, raw: rowText(row) });
      return undefined;
    }
  };

  for await (const group of groups) {
    const records: Record<string, unknown>[] = [];
    for (const row of group) {
      const record = adaptOne(row);
      if (record !== undefined) records.push(record);
    }
    if (records.length > 0) yield records;
  }
}
