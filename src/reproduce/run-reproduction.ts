// Runs a reproduction over files of folders, or of the hub, and compares.
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { byPath, isPattern, pathPattern } from '../storage/matching-files.ts';
import type { Figure, PublishedFile, Reproduction } from './reproduction.ts';

export interface Compared extends Figure {
  /** From the files that were read; null where they are not there. */
  readonly measured: number | null;
  /** Measured minus published; null where nothing was measured or published. */
  readonly difference: number | null;
  /** Whether it is the number that we recorded; null where one of them is unknown. */
  readonly asRecorded: boolean | null;
}

export interface ReproductionResult {
  readonly name: string;
  readonly figures: readonly Compared[];
  /** Files that were not found. */
  readonly missing: readonly PublishedFile[];
}

/** Where a file is on this machine, part by part; empty where it is not to be had. */
export type FindFile = (file: PublishedFile) => Promise<readonly string[]>;

/** Looks in folders and all folders within them. @throws LB_USAGE where a folder has several files of the name. */
export async function fileFinder(folders: readonly string[]): Promise<FindFile> {
  const paths: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
      throw new LateBenchError('LB_INPUT_MISSING', `${folder}: no such folder (--data)`, { cause });
    });
    paths.push(
      ...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    );
  }
  return async ({ name }) => {
    const matches = pathPattern(`**/${name}`);
    const found = paths.filter((path) => matches.test(path.split(sep).join('/'))).sort(byPath);
    if (found.length > 1 && !isPattern(name)) {
      throw new LateBenchError(
        'LB_USAGE',
        `${name} occurs twice, ${found[0]} and ${found[1]}: name one folder with --data`,
      );
    }
    return found;
  };
}

const rounded = (value: number, digits: number): string => value.toFixed(digits);

function compared(figure: Figure, measured: { theirs: number | null; ours: number } | null): Compared {
  const { ours: recorded, digits } = figure;
  if (measured === null) return { ...figure, measured: null, difference: null, asRecorded: null };
  const { theirs, ours } = measured;
  return {
    ...figure,
    theirs,
    measured: ours,
    difference: theirs === null ? null : Number(rounded(ours - theirs, digits)),
    asRecorded: recorded === null ? null : rounded(ours, digits) === rounded(recorded, digits),
  };
}

export async function runReproduction(
  { name, files, figures, measure }: Reproduction,
  find: FindFile,
): Promise<ReproductionResult> {
  const paths = new Map<string, readonly string[]>();
  const missing: PublishedFile[] = [];
  for (const file of files) {
    const found = await find(file);
    if (found.length === 0) missing.push(file);
    else paths.set(file.name, found);
  }
  const measured = await measure((file) => paths.get(file) ?? []);
  return {
    name,
    missing,
    figures: figures.map((figure) => {
      const value = measured.get(figure.what);
      if (value === undefined) return compared(figure, null);
      return compared(figure, typeof value === 'number' ? { theirs: figure.theirs, ours: value } : value);
    }),
  };
}
