// The records a pipeline starts from: its files, adapted where they are not ours, then generated problems.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { adaptRows } from '../datasets/adapt.ts';
import { syntheticRecords } from '../datasets/synthetic.ts';
import { readInput, statInput } from '../storage/input.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import type { SourceDeclaration } from './schema.ts';

export interface SourceInput {
  readonly path: string;
  bytes: number;
  sha256: string | null;
}

export interface PipelineSource {
  readonly groups: AsyncIterable<readonly Row[]>;
  /** Filled in as the inputs are read. */
  readonly inputs: readonly SourceInput[];
}

const groupSize = 64;

/** Relative where that is shorter: reports and manifests are read on other machines. */
function shownPath(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
}

function* inGroups<T>(items: Iterable<T>): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length === groupSize) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/** Looks at every file before the first record is read, so that a typo in the last one is said at once. */
export async function openSource(
  { files = [], synthetic }: SourceDeclaration,
  { onBad, say }: { readonly onBad: (bad: BadRow) => void; readonly say: (line: string) => void },
): Promise<PipelineSource> {
  for (const path of files) await statInput(path);
  const inputs: SourceInput[] = files.map((path) => ({ path: shownPath(path), bytes: 0, sha256: null }));
  const groups = async function* (): AsyncGenerator<readonly Row[]> {
    for (const [index, path] of files.entries()) {
      const input = inputs[index]!;
      const digest = createHash('sha256');
      const rows = readInput(path, {
        onBad,
        onBytes: (chunk) => {
          input.bytes += chunk.length;
          digest.update(chunk);
        },
      });
      yield* adaptRows(rows, { source: input.path, onBad, say });
      input.sha256 = digest.digest('hex');
    }
    if (synthetic !== undefined) yield* inGroups<Row>(syntheticRecords(synthetic));
  };
  return { groups: groups(), inputs };
}
