// The records a pipeline starts from: its files and those of the hub, adapted where they are not ours, then generated
// problems.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { adaptRows } from '../datasets/adapt.ts';
import { isRemote, openInputs, type RemoteInputs } from '../datasets/open-inputs.ts';
import { syntheticRecords } from '../datasets/synthetic.ts';
import { LateBenchError } from '../errors.ts';
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
  /** How many records there will be, by what has been read; null while nobody can say. */
  readonly expected: () => number | null;
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

export interface SourceContext {
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
  /** What addresses of the hub stand for; without it only files are read. */
  readonly remote?: RemoteInputs | undefined;
}

const noRemote: RemoteInputs = async (address) => {
  const message = `${address}: this run reads files only; hand runPipeline remote inputs, or use latebench run`;
  throw new LateBenchError('LB_CONFIG', message);
};

/** Looks at every file before the first record is read, so that a typo in the last one is said at once. */
export async function openSource(
  { files = [], synthetic }: SourceDeclaration,
  { onBad, say, remote = noRemote }: SourceContext,
): Promise<PipelineSource> {
  if (files.includes('-')) {
    const message = 'source.files: a pipeline reads its source again when it is resumed; name files, not -';
    throw new LateBenchError('LB_CONFIG', message);
  }
  const opened = await openInputs(files, { remote });
  const inputs: SourceInput[] = opened.map(({ name }) => ({
    path: isRemote(name) ? name : shownPath(name),
    bytes: 0,
    sha256: null,
  }));
  let seen = 0;
  const groups = async function* (): AsyncGenerator<readonly Row[]> {
    for (const [index, opening] of opened.entries()) {
      const input = inputs[index]!;
      const digest = createHash('sha256');
      const rows = opening.read({
        onBad,
        onBytes: (chunk) => {
          input.bytes += chunk.length;
          digest.update(chunk);
        },
      });
      const source = isRemote(opening.name) ? opening.source : input.path;
      for await (const group of adaptRows(rows, { source, onBad, say })) {
        seen += group.length;
        yield group;
      }
      // Columns are fetched out of a file here and there: what passed by is then not the file.
      const seenWhole = opening.size === null || input.bytes === opening.size;
      input.sha256 = opening.sha256 ?? (seenWhole ? digest.digest('hex') : null);
      if (opening.sha256 !== null) input.bytes = opening.size ?? input.bytes;
    }
    if (synthetic !== undefined) yield* inGroups<Row>(syntheticRecords(synthetic));
  };
  const total = opened.reduce<number | null>(
    (sum, { size }) => (sum === null || size === null ? null : sum + size),
    0,
  );
  return {
    groups: groups(),
    inputs,
    expected() {
      const generated = synthetic?.count ?? 0;
      if (files.length === 0) return generated;
      const read = inputs.reduce((sum, { bytes }) => sum + bytes, 0);
      return total === null || seen === 0 || read === 0 ? null : (seen * total) / read + generated;
    },
  };
}
