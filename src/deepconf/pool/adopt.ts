// Commits a part that another process has written to the manifest. The part is verified first: by its hash where its
// writer has said what it wrote, else by what is in it, as after a crash.
import { existsSync } from 'node:fs';
import { isLateBenchError } from '../../errors.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { PartJob } from './build-plan.ts';
import { type AlsoRead, examinePart } from './examine-part.ts';
import { partPath, sidesOf } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { PartFacts } from './part-facts.ts';
import type { WrittenPart } from './part-protocol.ts';
import type { PoolSettings } from './schema.ts';
import type { WrittenCounts } from './written-counts.ts';

export interface AdoptedPart {
  /** Tokens of the samples that are new in it. */
  readonly tokens: number;
}

/** A pool that others write parts of. */
export interface AdoptingPool {
  readonly folder: string;
  readonly settings: PoolSettings;
  readonly manifest: PoolManifest;
  readonly counts?: Pick<WrittenCounts, 'add'> | undefined;
}

/** Null where the files are not those that the report is of. Nothing of them is decoded. */
async function adoptReported(
  { folder, settings, manifest, counts }: AdoptingPool,
  job: PartJob,
  { facts, tally }: WrittenPart,
): Promise<AdoptedPart | null> {
  const { problem, part, first, end } = job;
  const sides = sidesOf(settings);
  if (facts.length !== sides.length) return null;
  for (const [at, said] of facts.entries()) {
    const { problem_id: id } = said;
    if (said.side !== sides[at] || id !== problem.problem_id || said.part !== part) return null;
    if (said.first_sample !== first || said.rows !== end - first) return null;
    const { bytes, sha256 } = await digestOfFile(partPath(folder, said.side, id, part));
    if (bytes !== said.bytes || sha256 !== said.sha256) return null;
  }
  for (const one of facts) manifest.add(one);
  counts?.add(job, tally);
  return { tokens: tally.tokens };
}

/**
 * Null where the part is not there in full.
 *
 * @param report What its writer says of it, where it is known: other files than those that it wrote are not taken.
 */
export async function adoptPart(
  pool: AdoptingPool,
  job: PartJob,
  report?: WrittenPart,
): Promise<AdoptedPart | null> {
  const { folder, settings, manifest } = pool;
  const { problem, part, first, have, end } = job;
  const problemId = problem.problem_id;
  const sides = sidesOf(settings);
  const paths = sides.map((side) => partPath(folder, side, problemId, part));
  if (!paths.every((path) => existsSync(path))) return null;
  // Of a part that has grown, what is new in it is not in the report.
  if (report !== undefined && have === first) return adoptReported(pool, job, report);
  const reader = new ParquetReader();
  try {
    const found: PartFacts[] = [];
    let tokens = 0;
    const lengths: AlsoRead = {
      column: 'n_tokens',
      row(sample, count) {
        if (sample >= have) tokens += count;
      },
    };
    for (const side of sides) {
      const also = side === 'core' ? lengths : undefined;
      found.push(await examinePart(reader, { folder, settings, problemId, part }, side, also));
    }
    if (found.some(({ first_sample, rows }) => first_sample !== first || rows !== end - first)) return null;
    for (const facts of found) manifest.add(facts);
    return { tokens };
  } catch (error) {
    // Half of one run and half of another, or damaged: whoever builds the pool writes it anew.
    if (isLateBenchError(error)) return null;
    throw error;
  } finally {
    await reader.close();
  }
}
