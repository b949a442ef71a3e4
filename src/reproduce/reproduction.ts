// What a reproduction is: published files, the numbers that were published about them, and how ours come from the same
// files.
import { LateBenchError } from '../errors.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';

export interface PublishedFile {
  /** Its name, by which it is found in a folder, or a pattern of the end of its path where it comes in several parts. */
  readonly name: string;
  /** Its address on the hub; null where it is published elsewhere. */
  readonly hub: string | null;
  /** Where it is published, for people. */
  readonly from: string;
}

export interface Figure {
  /** What is counted or measured; one figure has it. */
  readonly what: string;
  /** Null where no number is published: the files have the verdicts that it follows from, or it is ours alone. */
  readonly theirs: number | null;
  /** What we measured when this was written; null where the file was not at hand. */
  readonly ours: number | null;
  /** Decimals to which it was published. */
  readonly digits: number;
  /** The file that it comes from; of several, the first. */
  readonly file: string;
}

/** A number of ours beside what the files themselves come to, by the verdicts stored in them. */
export interface BothMeasured {
  readonly theirs: number;
  readonly ours: number;
}

/** By `what`; figures of files that are not there are absent. */
export type Measured = ReadonlyMap<string, number | BothMeasured>;

/** The numbers that could be measured. */
export function measuredOf(numbers: Readonly<Record<string, number | BothMeasured | null>>): Measured {
  const known = Object.entries(numbers).filter(
    (entry): entry is [string, number | BothMeasured] => entry[1] !== null,
  );
  return new Map(known);
}

export interface Reproduction {
  readonly name: string;
  readonly about: string;
  /** Who published the numbers, and where. */
  readonly source: string;
  readonly files: readonly PublishedFile[];
  readonly figures: readonly Figure[];
  /** Why our numbers are theirs, or what is different. */
  readonly explained: string;
  /** `paths` says where a file is, part by part; empty where it is not there. */
  measure(paths: (name: string) => readonly string[]): Promise<Measured>;
}

/** Measures what the rows of one file say, which may come in several parts; nothing where it is not there. */
export function ofRows(
  name: string,
  measure: (rowGroups: AsyncIterable<readonly Row[]>) => Promise<Measured>,
): Reproduction['measure'] {
  return async (paths) => {
    const parts = paths(name);
    return parts.length === 0 ? new Map() : measure(rowsOf(parts));
  };
}

/** The rows of a published file; a row that cannot be read is an error, as the numbers would be of other rows. */
export async function* rowsOf(paths: readonly string[]): AsyncGenerator<readonly Row[]> {
  for (const path of paths) {
    yield* readInput(path, {
      onBad: ({ code, message, where }) => {
        throw new LateBenchError(code, `${path}:${where.line ?? '?'}: ${message}`);
      },
    });
  }
}
