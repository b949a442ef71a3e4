// What a reproduction is: published files, the numbers that were published about them, and how ours come from the same
// files.
import { LateBenchError } from '../errors.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';

export interface PublishedFile {
  /** Its name, by which it is found in a folder. */
  readonly name: string;
  /** Its address on the hub; null where it is published elsewhere. */
  readonly hub: string | null;
  /** Where it is published, for people. */
  readonly from: string;
}

export interface Figure {
  /** What is counted or measured; one figure has it. */
  readonly what: string;
  readonly theirs: number;
  /** What we measured when this was written; null where the file was not at hand. */
  readonly ours: number | null;
  /** Decimals to which it was published. */
  readonly digits: number;
  /** The file that it comes from; of several, the first. */
  readonly file: string;
}

/** By `what`; figures of files that are not there are absent. */
export type Measured = ReadonlyMap<string, number>;

export interface Reproduction {
  readonly name: string;
  readonly about: string;
  /** Who published the numbers, and where. */
  readonly source: string;
  readonly files: readonly PublishedFile[];
  readonly figures: readonly Figure[];
  /** Why our numbers are theirs, or what is different. */
  readonly explained: string;
  /** `path` says where a file is; null where it is not there. */
  measure(path: (name: string) => string | null): Promise<Measured>;
}

/** The rows of a published file; a row that cannot be read is an error, as the numbers would be of other rows. */
export function rowsOf(path: string): AsyncIterable<readonly Row[]> {
  return readInput(path, {
    onBad: ({ code, message, where }) => {
      throw new LateBenchError(code, `${path}:${where.line ?? '?'}: ${message}`);
    },
  });
}
