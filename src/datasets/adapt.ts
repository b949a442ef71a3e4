// Turns rows of any known source into records: ours pass untouched, others go through the adapter that was named or
// that recognises the first row of the input. What was chosen is said once.

import { z } from 'zod';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { aFunction, checkArgument } from '../records/check-argument.ts';
import { locationOf, setLocation } from '../records/location.ts';
import { isIterable, wrongArgument } from '../records/wrong-argument.ts';
import { carryOriginal, rowText } from '../storage/original-text.ts';
import type { BadRow } from '../storage/rows.ts';
import {
  type Adapter,
  type AdapterContext,
  badRow,
  type KeyMapping,
  type SourceRow,
  unsettled,
  unsettledElsewhere,
} from './adapter.ts';
import { aime } from './aime.ts';
import { bigbenchMistake } from './bigbench-mistake.ts';
import { chat } from './chat.ts';
import { deltabenchOutputs, latebenchCritic } from './critic-outputs.ts';
import { custom } from './custom.ts';
import { deltabench } from './deltabench.ts';
import { findNamed } from './find-named.ts';
import { gsm8k } from './gsm8k.ts';
import { gsm8kReasoning } from './gsm8k-reasoning.ts';
import { hard2verify } from './hard2verify.ts';
import { labelledSteps } from './labelled-steps.ts';
import { latebench } from './latebench.ts';
import { latebenchInjections } from './latebench-injections.ts';
import { math } from './math.ts';
import { mathAps } from './math-aps.ts';
import { mathShepherd } from './math-shepherd.ts';
import { matharenaOutputs } from './matharena-outputs.ts';
import { minerva } from './minerva.ts';
import { mrGsm8k } from './mr-gsm8k.ts';
import { numinamath } from './numinamath.ts';
import { olympiadbench } from './olympiadbench.ts';
import { omnimath } from './omnimath.ts';
import { openr1 } from './openr1.ts';
import { prm800k } from './prm800k.ts';
import { prmbench } from './prmbench.ts';
import { processbench } from './processbench.ts';
import { rowsInside } from './rows-inside.ts';
import { trlStepwise } from './trl-stepwise.ts';
import { verl } from './verl.ts';

/** All of them are asked; the general one, which comes last, only where no other recognises a row. */
export const adapters: readonly Adapter[] = [
  latebenchInjections,
  latebench,
  prm800k,
  deltabench,
  prmbench,
  processbench,
  mathShepherd,
  mathAps,
  trlStepwise,
  mrGsm8k,
  bigbenchMistake,
  hard2verify,
  labelledSteps,
  olympiadbench,
  omnimath,
  numinamath,
  openr1,
  math,
  minerva,
  gsm8k,
  gsm8kReasoning,
  aime,
  matharenaOutputs,
  verl,
  chat,
  latebenchCritic,
  deltabenchOutputs,
  custom,
];

export function adapterNamed(name: string): Adapter {
  return findNamed(adapters, name, 'adapter', ['synthetic']);
}

/** A record of ours says what is known about its errors, even when that is null. */
export function isRecord(row: SourceRow): boolean {
  return typeof row.id === 'string' && typeof row.problem === 'string' && 'error_steps' in row;
}

/** How `adaptRows` reads rows, and where it reports what it cannot read. */
export interface AdaptOptions {
  /** The layout of the rows; recognised from the first row when absent. */
  readonly adapter?: Adapter | undefined;
  /** Names of the columns, for rows in no known layout; none by default. Without it, an error about rows that need one names `latebench ingest`. */
  readonly keys?: KeyMapping | undefined;
  /** The input's path or name. */
  readonly source: string;
  /** Called with each row that is skipped, its line and the reason. */
  readonly onBad: (bad: BadRow) => void;
  /** Receives notices for the user: the layout that was recognised, an input without solutions. */
  readonly say: (line: string) => void;
  /** Only problems are wanted: nothing is said where no record has steps. */
  readonly problemsOnly?: boolean;
}

const adaptSchema = z.looseObject({ source: z.string(), onBad: aFunction, say: aFunction });

/** The one adapter that reads a row. @throws LB_USAGE where several do, LB_SCHEMA where none does. */
function recognise(row: SourceRow, context: AdapterContext): Adapter {
  const found = adapters.filter((adapter) => adapter !== custom && adapter.recognises(row, context));
  const [only, ...more] = found;
  if (only === undefined && custom.recognises(row, context)) return custom;
  if (only === undefined) {
    const fields = Object.keys(row).join(', ');
    throw badRow(`neither a record nor rows of a known dataset; fields: ${fields}; ${rowsInside(row)}`);
  }
  if (more.length === 0) return only;
  const names = found.map(({ name }) => name);
  throw unsettled(
    `rows that could be read as ${names.join(' or ')}`,
    names.map((name) => `--adapter ${name}`).join(' or '),
  );
}

/** What to say of a row that the adapter which was named cannot read, where it is not one of its rows. */
function otherRow(row: SourceRow, named: Adapter, context: AdapterContext): string {
  if (named.recognises(row, context)) return '';
  if (isRecord(row)) return '; it is a record already: leave out --adapter';
  const found = adapters.filter((one) => one !== named && one !== custom && one.recognises(row, context));
  return found.length === 0 ? '' : `; it looks like a row of ${found.map(({ name }) => name).join(' or ')}`;
}

/** What is said of an input from which records came and no solution. */
function withoutSteps(source: string, { name }: Adapter, records: number): string {
  return `${source}: none of ${records} ${name} records has steps: problems for a pool, not solutions for a critic`;
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
 * @param options The adapter is recognised from the first row by default. Invalid rows, and rows that no adapter
 * recognises (LB_SCHEMA), go to `onBad` and are skipped.
 * @throws LB_USAGE where two adapters could read the rows, or nothing says what their labels mean: the message names
 * the flags that settle it.
 */
export async function* adaptRows(
  groups: AsyncIterable<readonly SourceRow[]>,
  options: AdaptOptions,
): AsyncGenerator<Record<string, unknown>[]> {
  if (!isIterable(groups))
    throw wrongArgument('adaptRows', 'rows in groups, as readInput gives them', groups);
  checkArgument('adaptRows', { schema: adaptSchema, value: options });
  const { adapter, keys = {}, source, onBad, say, problemsOnly = false } = options;
  const hasFlags = options.keys !== undefined;
  const context: AdapterContext = { fileName: baseName(source), keys, problemsOnly };
  const named = Object.values(keys).some((key) => key !== undefined);
  let chosen = adapter ?? (named ? custom : undefined);
  const asked = chosen !== undefined;

  const adaptOne = (row: SourceRow): readonly Record<string, unknown>[] => {
    if (!asked && isRecord(row)) return [row as Record<string, unknown>];
    try {
      if (chosen === undefined) {
        chosen = recognise(row, context);
        say(`${source}: not our records; read as ${chosen.name} rows (${chosen.about})`);
      }
      const where = locationOf(row);
      const adapted = chosen.adapt(row, context);
      const records = (Array.isArray(adapted) ? adapted : [adapted]) as readonly Record<string, unknown>[];
      return records.map((made) => {
        const record = carryOriginal(row, made);
        return where === undefined ? record : setLocation(record, where);
      });
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      const where = { source, ...locationOf(row) };
      if (error.code === 'LB_USAGE') {
        const message = hasFlags ? error.message : unsettledElsewhere(error.message, source);
        throw new LateBenchError('LB_USAGE', message, { where });
      }
      const message = adapter === undefined ? error.message : error.message + otherRow(row, adapter, context);
      onBad({ code: error.code, message, where, raw: rowText(row) });
      return [];
    }
  };

  let seen = 0;
  let solutions = 0;
  for await (const group of groups) {
    const records = group.flatMap(adaptOne);
    seen += records.length;
    solutions += records.filter(({ steps }) => steps !== undefined).length;
    if (records.length > 0) yield records;
  }
  if (!problemsOnly && chosen !== undefined && seen > 0 && solutions === 0) {
    say(withoutSteps(source, chosen, seen));
  }
}
