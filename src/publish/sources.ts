// The rows that a dataset starts from: every source in turn, adapted to records, with where each came from.
import { join } from 'node:path';
import { adapterNamed, adaptRows } from '../datasets/adapt.ts';
import { syntheticRecords } from '../datasets/synthetic.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { createByteDigest, digestOfFile } from '../storage/byte-digest.ts';
import { readInput } from '../storage/input.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import type { SourceSpec } from './spec.ts';

/** What the manifest says about a source. `sha256` and `bytes` are of the whole file; null for generated records. */
export interface SourceFacts {
  readonly source: string;
  readonly licence: string | null;
  readonly url: string | null;
  bytes: number | null;
  sha256: string | null;
  rows: number;
}

export interface SourceRecord {
  readonly record: Row;
  /** Name of the source, and the sha256 of the record as it was read: what `publication.source` says. */
  readonly origin: { readonly file: string; readonly licence: string | null; readonly row_sha256: string };
}

export interface SourceOptions {
  readonly folder: string;
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
}

function nameOf({ file, synthetic }: SourceSpec): string {
  return file ?? `synthetic, seed ${synthetic?.seed}, ${synthetic?.count} records`;
}

export function sourceFacts(sources: readonly SourceSpec[]): SourceFacts[] {
  return sources.map((source) => ({
    source: nameOf(source),
    licence: source.licence ?? null,
    url: source.url ?? null,
    bytes: null,
    sha256: null,
    rows: 0,
  }));
}

async function* rowsOf(
  source: SourceSpec,
  facts: SourceFacts,
  { folder, onBad, say }: SourceOptions,
): AsyncGenerator<Row> {
  if (source.file === undefined) {
    yield* syntheticRecords(source.synthetic ?? { count: 0, seed: 0 });
    return;
  }
  const digest = createByteDigest();
  const path = join(folder, source.file);
  const rows = readInput(path, { onBad, onBytes: digest.add });
  const adapter = source.adapter === undefined ? undefined : adapterNamed(source.adapter);
  for await (const group of adaptRows(rows, { source: source.file, adapter, onBad, say })) yield* group;
  // Parquet and Arrow files are read in pieces, not from front to end.
  const seen = digest.end();
  Object.assign(facts, seen.bytes === 0 ? await digestOfFile(path) : seen);
}

/** One pass over all sources; `facts` are filled in as they are read. */
export async function* readSources(
  sources: readonly SourceSpec[],
  facts: readonly SourceFacts[],
  options: SourceOptions,
): AsyncGenerator<SourceRecord> {
  for (const [at, source] of sources.entries()) {
    const about = facts[at]!;
    about.rows = 0;
    for await (const record of rowsOf(source, about, options)) {
      about.rows += 1;
      const row_sha256 = sha256Hex(canonicalJson(record));
      yield { record, origin: { file: about.source, licence: about.licence, row_sha256 } };
    }
  }
}
