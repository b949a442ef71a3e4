// Runs a reproduction over files of folders, or of the hub, and compares.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import type { Figure, PublishedFile, Reproduction } from './reproduction.ts';

export interface Compared extends Figure {
  /** From the files that were read; null where they are not there. */
  readonly measured: number | null;
  /** Measured minus published. */
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

/** Where a file is, on this machine; null where it is not to be had. */
export type FindFile = (file: PublishedFile) => Promise<string | null>;

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
    const [found, ...more] = paths.filter((path) => basename(path) === name);
    if (more.length > 0) {
      throw new LateBenchError(
        'LB_USAGE',
        `${name} is there twice, ${found} and ${more[0]}: name one folder with --data`,
      );
    }
    return found ?? null;
  };
}

const rounded = (value: number, digits: number): string => value.toFixed(digits);

export async function runReproduction(
  { name, files, figures, measure }: Reproduction,
  find: FindFile,
): Promise<ReproductionResult> {
  const paths = new Map<string, string>();
  const missing: PublishedFile[] = [];
  for (const file of files) {
    const path = await find(file);
    if (path === null) missing.push(file);
    else paths.set(file.name, path);
  }
  const measured = await measure((file) => paths.get(file) ?? null);
  return {
    name,
    missing,
    figures: figures.map((figure): Compared => {
      const value = measured.get(figure.what) ?? null;
      const { ours, theirs, digits } = figure;
      return {
        ...figure,
        measured: value,
        difference: value === null ? null : Number(rounded(value - theirs, digits)),
        asRecorded: value === null || ours === null ? null : rounded(value, digits) === rounded(ours, digits),
      };
    }),
  };
}
