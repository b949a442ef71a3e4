// Writes the records of a version to a staging folder: each split as JSONL and as Parquet, the index, and apart from
// them what the critics said, by record.
import { join } from 'node:path';
import type { Critique } from '../records/critique.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import { contentDigest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import type { PublishedRecord } from './publication.ts';
import { indexEntryOf } from './record-index.ts';
import { type Split, splits } from './splits.ts';

interface Target {
  readonly path: string;
  readonly sink: Sink;
  rows: number;
}

export interface SplitWriter {
  write(record: PublishedRecord, critiques: readonly Critique[]): Promise<void>;
  /** The paths that were written, from the staging folder; a split without records has no files. */
  close(): Promise<{ readonly files: readonly string[]; readonly content_sha256: string }>;
  abort(): Promise<void>;
}

export async function openSplitWriter(staging: string): Promise<SplitWriter> {
  const open = async (path: string): Promise<Target> => ({
    path,
    sink: await openOutput(join(staging, path)),
    rows: 0,
  });
  const bySplit = new Map<Split, Target[]>();
  for (const split of splits) {
    bySplit.set(split, [await open(layout.jsonl(split)), await open(layout.parquet(split))]);
  }
  const index = await open(layout.index);
  const errata = await open(layout.errata);
  const judged = await open(layout.critiques);
  const all = [...[...bySplit.values()].flat(), index, errata, judged];
  const content = contentDigest();
  const put = async (target: Target, row: Row): Promise<void> => {
    target.rows += 1;
    await target.sink.write(row);
  };
  return {
    async write(record, critiques) {
      for (const target of bySplit.get(record.publication.split)!) await put(target, record);
      const entry = indexEntryOf(record);
      content.add(entry.sha256);
      await put(index, entry);
      const { erratum } = record.publication;
      if (erratum !== undefined) await put(errata, { id: record.id, ...erratum });
      if (critiques.length > 0) await put(judged, { id: record.id, critiques });
    },
    async close() {
      for (const { rows, sink } of all) await (rows === 0 ? sink.abort() : sink.close());
      const files = all.filter(({ rows }) => rows > 0).map(({ path }) => path);
      return { files, content_sha256: content.hex() };
    },
    async abort() {
      for (const { sink } of all) await sink.abort();
    },
  };
}
