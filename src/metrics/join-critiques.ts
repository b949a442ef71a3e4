// Joins predictions made elsewhere to the records that they are about, by id (or the dataset's own id), while the
// records stream past. Of each prediction its id and its place in a temporary file are held in memory, some hundred bytes.

import { basename, dirname } from 'node:path';
import { predictionRow } from '../datasets/prediction-rows.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import { contentKey } from '../records/identity.ts';
import { locationOf } from '../records/location.ts';
import type { Solution } from '../records/solution.ts';
import { formatCounted } from '../report/format.ts';
import { readInput } from '../storage/input.ts';
import { isRow, type Row } from '../storage/rows.ts';
import { openSpillFile, type Place, type SpillFile } from '../storage/spill-file.ts';
import { goldOf } from './gold.ts';

export interface CritiqueJoin {
  /** The record with the predictions about it added to its critiques. */
  attach(record: Solution): Solution;
  /** After the last record: throws where predictions or records are left over. */
  check(options: { readonly allowMissing: boolean; readonly allRead: boolean }): void;
}

/** Where predictions were read. */
interface Origin {
  readonly path: string;
  readonly line: number | null;
  /** Of the steps that were judged; null where the row does not have them. */
  readonly steps: string | null;
}

interface Piece extends Place {
  readonly critic: string;
  readonly origin: Origin;
}

interface Loaded {
  readonly pieces: Piece[];
  /** The first row about the record. */
  readonly origin: Origin;
  used: boolean;
}

/** Predictions about a record that has other steps than the one with its id here. */
export class OtherStepsError extends LateBenchError {
  /** The file of the predictions. */
  readonly path: string;

  constructor(id: string, origin: Origin) {
    super(
      'LB_USAGE',
      `${whereOf(origin)}: ${id} has other steps there than in the records, so its predictions are about another solution: was the error injected anew? Let every critic judge the same file of records`,
    );
    this.path = origin.path;
  }
}

/** White space does not count: some tools change it. */
function stepsKey(steps: readonly string[]): string {
  return contentKey(steps.map((step) => step.trim().replaceAll(/\s+/g, ' ')));
}

const whereOf = ({ path, line }: Pick<Origin, 'path' | 'line'>): string => `${path}:${line ?? '?'}`;

/** ProcessBench's script writes outputs/<model>/<subset>_error.jsonl and _correct.jsonl: one critic, the model. */
function nameFromPath(path: string): string {
  if (path === '-') return 'predictions';
  const name = basename(path).replace(/(\.(jsonl?|csv|parquet|arrow|gz))+$/i, '');
  const folder = basename(dirname(path));
  return /_(error|correct)$/.test(name) && folder !== '' && folder !== '.'
    ? folder
    : name.replace(/_(error|correct)$/, '');
}

export interface JoinOptions {
  /** The critic's name where rows do not say; the file's when absent. */
  readonly name?: string | undefined;
  /** Renames the critics of a file, for comparisons. */
  readonly rename?: (critic: string, path: string) => string;
  /** Reads the rows of a path in another way than as a file. */
  readonly open?: (path: string) => AsyncIterable<readonly Row[]>;
}

/** A `rename` that names a joined critic with its file where several files, the records' own among them, have the name. */
export function criticsApart(
  files: readonly ReadonlySet<string>[],
): (critic: string, path: string) => string {
  const isShared = (critic: string) => files.filter((names) => names.has(critic)).length > 1;
  return (critic, path) => (isShared(critic) ? `${critic} (${path})` : critic);
}

function openFile(path: string): AsyncIterable<readonly Row[]> {
  return readInput(path, {
    onBad: ({ message, where }) => {
      throw new LateBenchError('LB_SCHEMA', `${path}:${where?.line ?? '?'}: ${message}`);
    },
  });
}

/**
 * Reads predictions made elsewhere, to be joined to records by their ids.
 *
 * @param paths Files of predictions, in a format that `readInput` reads.
 * @returns `attach` adds the predictions about a record to it; `check`, after the last record, throws LB_USAGE where
 * predictions or records are left over.
 * @throws LB_SCHEMA for rows that hold no prediction, LB_USAGE where there is none at all, or one critic has two about a
 * record. `attach` throws LB_USAGE (OtherStepsError) where the predictions came with other steps than those of the record.
 */
export async function loadCritiques(
  paths: readonly string[],
  { name, rename = (critic) => critic, open = openFile }: JoinOptions,
): Promise<CritiqueJoin> {
  const byId = new Map<string, Loaded>();
  /** Each name once: a million rows repeat it. */
  const critics = new Map<string, string>();
  const side = openSpillFile();
  for (const path of paths) {
    for await (const group of open(path)) {
      for (const row of group) {
        const line = locationOf(row)?.line ?? null;
        const where = whereOf({ path, line });
        const { id, critiques } = readRow(row, name ?? nameFromPath(path), where);
        if (critiques.length === 0) continue;
        const steps = isStepList(row.steps) ? stepsKey(row.steps) : null;
        const origin: Origin = { path, line, steps };
        const known: Loaded = byId.get(id) ?? { pieces: [], origin, used: false };
        byId.set(id, known);
        for (const critique of critiques) {
          const reported = rename(critique.critic, path);
          const critic = critics.get(reported) ?? reported;
          if (known.pieces.some((piece) => piece.critic === critic)) {
            throw new LateBenchError(
              'LB_USAGE',
              `${where}: ${critic} has predicted ${id} before (${whereOf(known.origin)}): one prediction per record and critic`,
            );
          }
          known.pieces.push({ critic, origin, ...side.put({ ...critique, critic }) });
          critics.set(critic, critic);
        }
      }
    }
  }
  if (byId.size === 0) throw new LateBenchError('LB_USAGE', `${paths.join(', ')}: no predictions in it`);
  return joinOf({ byId, critics: [...critics.keys()], side }, paths.join(', '));
}

function isStepList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((step) => typeof step === 'string');
}

function readRow(row: Parameters<typeof predictionRow>[0], name: string, where: string) {
  try {
    return predictionRow(row, name);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    throw new LateBenchError('LB_SCHEMA', `${where}: ${error.message}`);
  }
}

/** What its source calls a record: the id of its dataset, and the one that the original LateBench gave it. */
function ownIds({ original_id: own, meta }: Solution): readonly string[] {
  const unified = meta?.latebench;
  const given = isRow(unified) ? unified.id : null;
  return [own, given].filter((id): id is string => typeof id === 'string');
}

interface Predictions {
  readonly byId: ReadonlyMap<string, Loaded>;
  readonly critics: readonly string[];
  readonly side: SpillFile;
}

function joinOf({ byId, critics, side }: Predictions, paths: string): CritiqueJoin {
  const missing = new Map<string, { count: number; first: string }>();
  const ambiguous = new Map<Loaded, string>();
  const find = (record: Solution): Loaded | undefined => {
    const { id } = record;
    const exact = byId.get(id);
    if (exact !== undefined) return exact;
    const own = ownIds(record).find((name) => byId.has(name));
    if (own === undefined) return undefined;
    const loaded = byId.get(own)!;
    const earlier = ambiguous.get(loaded);
    if (earlier !== undefined && earlier !== id) {
      throw new LateBenchError(
        'LB_USAGE',
        `${whereOf(loaded.origin)}: id ${own} could be ${earlier} or ${id}: give the whole id of the record`,
      );
    }
    ambiguous.set(loaded, id);
    return loaded;
  };
  return {
    attach(record) {
      const loaded = find(record);
      if (loaded !== undefined) loaded.used = true;
      if (goldOf(record) !== null) {
        for (const critic of critics) {
          if (loaded?.pieces.some((piece) => piece.critic === critic) === true) continue;
          const known = missing.get(critic);
          missing.set(critic, { count: (known?.count ?? 0) + 1, first: known?.first ?? record.id });
        }
      }
      if (loaded === undefined) return record;
      const { pieces } = loaded;
      const own = stepsKey(record.steps);
      const other = pieces.find(({ origin: { steps } }) => steps !== null && steps !== own);
      if (other !== undefined) throw new OtherStepsError(record.id, other.origin);
      const twice = record.critiques?.find(({ critic }) => pieces.some((piece) => piece.critic === critic));
      if (twice !== undefined) {
        throw new LateBenchError(
          'LB_USAGE',
          `${whereOf(loaded.origin)}: ${record.id} has been judged by ${twice.critic} already: give one of the two critics another name`,
        );
      }
      const joined = pieces.map((piece) => side.get(piece) as Critique);
      return { ...record, critiques: [...(record.critiques ?? []), ...joined] };
    },
    check({ allowMissing, allRead }) {
      side.close();
      const unknown = [...byId].filter(([, { used }]) => !used);
      if (allRead && unknown.length > 0) {
        const [id, loaded] = unknown[0]!;
        throw new LateBenchError(
          'LB_USAGE',
          `${unknown.length} of ${byId.size} predictions in ${paths} are about no record that was read, the first ${id} (${whereOf(loaded.origin)}): ids must be those of the records, or their original_id`,
        );
      }
      if (allowMissing) return;
      for (const [critic, { count, first }] of missing) {
        throw new LateBenchError(
          'LB_USAGE',
          `${formatCounted(count, 'record has', 'records have')} no prediction by ${critic}, the first ${first}: scores over the rest would not be comparable (--allow-missing scores the rest)`,
        );
      }
    },
  };
}
