// The records a run starts from: files, standard input and addresses of the hub, adapted where they are not ours, then
// generated problems.
import type { Readable } from 'node:stream';
import { type AdaptOptions, adaptRows } from '../datasets/adapt.ts';
import { isRemote, type OpenInput, openInputs, type RemoteInputs } from '../datasets/open-inputs.ts';
import { createByteDigest } from '../storage/byte-digest.ts';
import { statInput } from '../storage/input-file.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import { takeRows } from '../stream/source.ts';

export interface SourceInput {
  readonly path: string;
  bytes: number;
  sha256: string | null;
}

export interface SourcePlan {
  readonly files: readonly string[];
  /** Generated problems, after those of the files. */
  readonly synthetic?: { readonly count: number; readonly seed: number } | undefined;
  readonly adapter?: AdaptOptions['adapter'];
  readonly keys?: AdaptOptions['keys'];
  /** Where in a JSON document the rows are: `data.rows`, `splits.*.rows`. */
  readonly rowsPath?: string | undefined;
  /** Read at most this many records. */
  readonly limit?: number | undefined;
  /** Read at most this many records of each file, and of the generated ones. */
  readonly limitEach?: number | undefined;
  /** The rows as they are, not adapted to records. */
  readonly raw?: boolean;
  /** No stage changes a record: what passes may be written as it was read. */
  readonly keepText?: boolean;
  /** False where no record is written again. */
  readonly keepNumbers?: boolean;
  /** Rows with log-probabilities that Python may have written. */
  readonly pythonNumbers?: boolean;
  /** Longest row, where rows may be longer than is usual. */
  readonly maxRowBytes?: number | undefined;
  /** Hash the inputs as they are read, for a manifest. */
  readonly hash?: boolean;
  /** How a file is called in manifests and by adapters; its own name when absent. */
  readonly nameOf?: (input: OpenInput) => { readonly path: string; readonly source: string };
}

/** Throws for the first named file that is not there or cannot be read, before anything is written. */
export async function checkFiles({ files }: Pick<SourcePlan, 'files'>): Promise<void> {
  for (const path of files) if (path !== '-' && !isRemote(path)) await statInput(path);
}

export interface SourceContext {
  readonly stdin?: Readable | undefined;
  /** The inputs that addresses of the hub refer to. */
  readonly remote: RemoteInputs;
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
}

export interface OpenSource {
  /** Groups of records, in the order of the inputs. */
  readonly groups: AsyncIterable<readonly Row[]>;
  /** Filled in as the inputs are read to their end. */
  readonly inputs: readonly SourceInput[];
  /** Share of the bytes that has been read, 0 to 1; null where a size is not known. */
  readonly share: () => number | null;
  /** Estimated number of records, from what has been read so far; null while unknown. */
  readonly expected: () => number | null;
}

const groupSize = 64;

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

function upTo(
  limit: number | undefined,
  groups: AsyncIterable<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  return limit === undefined ? groups : takeRows(groups, limit);
}

/** Looks at every file before the first record is read, so that a typo in the last one is reported at once. */
export async function openSource(plan: SourcePlan, context: SourceContext): Promise<OpenSource> {
  const { files, synthetic, adapter, keys, rowsPath, limit, limitEach } = plan;
  const { raw = false, keepText = false, keepNumbers = true, pythonNumbers = false, hash = false } = plan;
  const { onBad, say } = context;
  const opened = await openInputs(files, context);
  const nameOf = plan.nameOf ?? ((input: OpenInput) => ({ path: input.name, source: input.source }));
  const inputs: SourceInput[] = opened.map((input) => ({
    path: nameOf(input).path,
    bytes: 0,
    sha256: null,
  }));
  const generated = Math.min(synthetic?.count ?? 0, limitEach ?? Number.POSITIVE_INFINITY);
  let seen = 0;
  const groups = async function* (): AsyncGenerator<readonly Row[]> {
    for (const [index, input] of opened.entries()) {
      const facts = inputs[index]!;
      const { source } = nameOf(input);
      const digest = hash ? createByteDigest() : null;
      const rows = input.read({
        keepText,
        keepNumbers,
        pythonNumbers,
        rowsPath,
        ...(plan.maxRowBytes === undefined ? {} : { maxRowBytes: plan.maxRowBytes }),
        onBad,
        onBytes(chunk) {
          facts.bytes += chunk.length;
          digest?.add(chunk);
        },
      });
      const records = raw ? rows : adaptRows(rows, { adapter, keys, source, onBad, say });
      for await (const group of upTo(limitEach, records)) {
        seen += group.length;
        yield group;
      }
      // Columns are fetched out of a file here and there: what passed by is then not the file.
      const seenWhole = input.size === null || facts.bytes === input.size;
      facts.sha256 = input.sha256 ?? (seenWhole ? (digest?.end().sha256 ?? null) : null);
      if (input.sha256 !== null) facts.bytes = input.size ?? facts.bytes;
    }
    if (synthetic === undefined) return;
    const { syntheticRecords } = await import('../datasets/synthetic.ts');
    yield* inGroups<Row>(syntheticRecords({ ...synthetic, count: generated }));
  };
  const total = opened.reduce<number | null>(
    (sum, { size }) => (sum === null || size === null ? null : sum + size),
    0,
  );
  const read = (): number => inputs.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    groups: upTo(limit, groups()),
    inputs,
    share: () => (total === null || total === 0 ? null : read() / total),
    expected() {
      if (files.length === 0) return generated;
      const max = limitEach === undefined ? Number.POSITIVE_INFINITY : limitEach * files.length;
      return total === null || seen === 0 || read() === 0
        ? null
        : Math.min(max, (seen * total) / read()) + generated;
    },
  };
}
