// manifest.json: the parts of a pool with their lengths and hashes. A part that a crash left unrecorded is verified and
// committed; a file that does not belong to this pool is quarantined under a name that no glob matches.

import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { manifestPath, partPath, partSamples, type Side, sidePath } from './layout.ts';
import { type PoolProblem, partsOf } from './read.ts';
import type { PoolSettings } from './schema.ts';
import { traceBatch } from './trace-batch.ts';
import { type PartPlace, partMetadata, sidesOf } from './write-part.ts';

const partFactsSchema = z.object({
  side: z.enum(['core', 'top']),
  problem_id: z.string(),
  part: z.number(),
  first_sample: z.number(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type PartFacts = z.infer<typeof partFactsSchema>;

const manifestSchema = z.object({ schema_version: z.literal(1), parts: z.array(partFactsSchema) });

/** Facts of a part that has just been written: the writer has looked at its footer. */
export async function writtenPart(
  { folder, problemId, part }: Omit<PartPlace, 'settings'>,
  side: Side,
  rows: number,
): Promise<PartFacts> {
  const hash = await digestOfFile(partPath(folder, side, problemId, part));
  return { side, problem_id: problemId, part, first_sample: part * partSamples, rows, ...hash };
}

/** Facts of a part on disk. Throws when it is damaged or belongs to another pool. */
export async function examinePart(reader: ParquetReader, place: PartPlace, side: Side): Promise<PartFacts> {
  const { folder, problemId, part } = place;
  const path = partPath(folder, side, problemId, part);
  const file = await reader.open(path);
  const written = parseJson(file.metadata ?? '{}') as Record<string, unknown>;
  for (const [name, value] of Object.entries(partMetadata(place))) {
    if (written[name] === value) continue;
    throw new LateBenchError(
      'LB_SCHEMA',
      `${path}: it was written for another ${name} (${String(written[name])})`,
    );
  }
  const first = part * partSamples;
  let rows = 0;
  for await (const { batch } of file.batches({ columns: ['sample_id'] })) {
    for (const sample of file.decode(() => traceBatch(batch).ints('sample_id'))) {
      if (sample !== first + rows) {
        throw new LateBenchError('LB_SCHEMA', `${path}: sample ${sample} is where ${first + rows} should be`);
      }
      rows += 1;
    }
  }
  return { side, problem_id: problemId, part, first_sample: first, rows, ...(await digestOfFile(path)) };
}

export class PoolManifest {
  readonly #folder: string;
  /** By side and problem, then by part: a pool may have a hundred thousand problems, each looked up separately. */
  readonly #facts = new Map<string, Map<number, PartFacts>>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  #of(side: Side, problemId: string): Map<number, PartFacts> | undefined {
    return this.#facts.get(`${side}/${problemId}`);
  }

  /** An unreadable manifest counts as none: all of it can be found out again. */
  static async read(folder: string): Promise<PoolManifest> {
    const manifest = new PoolManifest(folder);
    const text = await readFile(manifestPath(folder), 'utf8').catch(() => '');
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return manifest;
    }
    for (const facts of manifestSchema.safeParse(value).data?.parts ?? []) manifest.add(facts);
    return manifest;
  }

  add(facts: PartFacts): void {
    const key = `${facts.side}/${facts.problem_id}`;
    const parts = this.#facts.get(key) ?? new Map<number, PartFacts>();
    this.#facts.set(key, parts.set(facts.part, facts));
  }

  drop(side: Side, problemId: string, part: number): void {
    this.#of(side, problemId)?.delete(part);
  }

  get(side: Side, problemId: string, part: number): PartFacts | undefined {
    return this.#of(side, problemId)?.get(part);
  }

  /** The parts of one side of a problem, in order. */
  parts(side: Side, problemId: string): PartFacts[] {
    return [...(this.#of(side, problemId)?.values() ?? [])].sort((a, b) => a.part - b.part);
  }

  /** By problem in the pool's order, then by part. */
  async save(problems: readonly PoolProblem[]): Promise<void> {
    const order = new Map(problems.map(({ problem_id }, at) => [problem_id, at]));
    const rank = ({ problem_id }: PartFacts): number => order.get(problem_id) ?? problems.length;
    const parts = [...this.#facts.values()]
      .flatMap((some) => [...some.values()])
      .sort((a, b) => rank(a) - rank(b) || a.part - b.part || (a.side < b.side ? -1 : 1));
    await writeJsonAtomic(manifestPath(this.#folder), { schema_version: 1, parts });
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Files of writers that are gone; the caller holds the pool's lock. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names) {
    if (/^\.part-\d{6}\.parquet\.tmp-/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/**
 * Brings the manifest in line with the disk. Known parts are trusted if their size matches; others are verified and
 * committed, or quarantined. A part counts when all of its sides exist and are equally long.
 */
export async function reconcile(
  manifest: PoolManifest,
  pool: {
    readonly folder: string;
    readonly settings: PoolSettings;
    readonly problems: readonly PoolProblem[];
  },
  say: (line: string) => void,
): Promise<void> {
  const { folder, settings, problems } = pool;
  const reader = new ParquetReader();
  const sides = sidesOf(settings);
  try {
    for (const { problem_id: problemId } of problems) {
      for (const side of sides) {
        await removeUnfinished(sidePath(folder, side, problemId));
        const present = new Set(await partsOf(folder, side, problemId));
        for (const { part } of manifest.parts(side, problemId)) {
          if (!present.has(part)) manifest.drop(side, problemId, part);
        }
        for (const part of present) {
          const path = partPath(folder, side, problemId, part);
          if (manifest.get(side, problemId, part)?.bytes === (await sizeOf(path))) continue;
          try {
            manifest.add(await examinePart(reader, { folder, settings, problemId, part }, side));
          } catch (error) {
            if (!isLateBenchError(error)) throw error;
            const aside = join(dirname(path), `.${basename(path)}.damaged`);
            await rename(path, aside);
            manifest.drop(side, problemId, part);
            say(`${error.message}; moved to ${aside}`);
          }
        }
      }
      // top/ is written first: a part without its other side is the work of a process that was killed.
      for (const { part, rows } of manifest.parts('core', problemId)) {
        if (!settings.keep_top || manifest.get('top', problemId, part)?.rows === rows) continue;
        manifest.drop('core', problemId, part);
      }
    }
  } finally {
    await reader.close();
  }
}
