// The index of a version: one short line a record, by which versions are compared without reading their texts.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { firstIssue } from '../records/issue-text.ts';
import { readInput } from '../storage/input.ts';
import { parts } from './choose.ts';
import { contentHash, type PublishedRecord } from './publication.ts';
import { splits } from './splits.ts';

export const indexEntrySchema = z.looseObject({
  id: z.string(),
  split: z.enum(splits),
  part: z.enum(parts),
  family: z.string(),
  /** sha256 of the record's content (`contentHash`). */
  sha256: z.string(),
});
export type IndexEntry = z.infer<typeof indexEntrySchema>;

export function indexEntryOf(record: PublishedRecord): IndexEntry {
  const { split, part, family } = record.publication;
  return { id: record.id, split, part, family, sha256: contentHash(record) };
}

/** The entries of an index file, by record id: about 300 bytes a record in memory. */
export async function readIndex(path: string): Promise<Map<string, IndexEntry>> {
  const entries = new Map<string, IndexEntry>();
  const onBad = ({ message }: { message: string }): never => {
    throw new LateBenchError('LB_INPUT_READ', `${path}: ${message}; the dataset is damaged`);
  };
  for await (const rows of readInput(path, { onBad })) {
    for (const row of rows) {
      const parsed = indexEntrySchema.safeParse(row);
      if (!parsed.success)
        onBad({ message: `no index of a dataset: ${firstIssue(parsed.error, row, 'row')}` });
      else entries.set(parsed.data.id, parsed.data);
    }
  }
  return entries;
}
