// Commits a part that another process has written to the manifest. The part is verified first, as after a crash.
import { existsSync } from 'node:fs';
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { PartJob } from './build-plan.ts';
import { type AlsoRead, examinePart } from './examine-part.ts';
import { partPath, sidesOf } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { PartFacts } from './part-facts.ts';
import type { PoolSettings } from './schema.ts';

export interface AdoptedPart {
  /** Tokens of the samples that are new in it. */
  readonly tokens: number;
}

/** Null where the part is not there in full. */
export async function adoptPart(
  { folder, settings, manifest }: { folder: string; settings: PoolSettings; manifest: PoolManifest },
  { problem, part, first, have, end }: PartJob,
): Promise<AdoptedPart | null> {
  const problemId = problem.problem_id;
  const sides = sidesOf(settings);
  const paths = sides.map((side) => partPath(folder, side, problemId, part));
  if (!paths.every((path) => existsSync(path))) return null;
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
