// What the writers of results have in common: they see each record, and their files appear at the end.
import type { Solution } from '../../records/solution.ts';

/** Where results go, and what the files of a record are named after. */
export interface ResultsPlace {
  /** `results/` of the run folder, unless the user names another one. */
  readonly folder: string;
  readonly datasetOf: (record: Solution) => string;
}

export interface RunResults {
  /** Takes a record that the critic has judged; one without a label has nothing to be compared with. */
  add(record: Solution): Promise<void>;
  /** Makes the files appear. */
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** Further datasets are pooled: the number of files and the memory stay bounded for any input. */
export const maxDatasets = 50;
export const pooled = 'other';

/** A name as part of a file's. */
export function slug(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'unnamed';
}
