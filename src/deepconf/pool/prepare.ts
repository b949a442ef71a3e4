// Makes a pool's folder ready for being written: the settings it was begun with must be those of now, its problems are
// kept in order, and its manifest says what is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { currentAimeRule } from '../../mathverify/aime.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { mendJoinedFolders } from './joined-folders.ts';
import { manifestPath, oldManifestPath, segmentsPath, settingsPath, sidesOf } from './layout.ts';
import { PoolManifest } from './manifest.ts';
import { checkFolder, clearPool } from './own-files.ts';
import { readPoolSettings } from './pool-settings.ts';
import { checkDistinct, mergedProblems, problemsHash } from './problems.ts';
import type { PoolProblem } from './read.ts';
import { type PoolSettings, partSchemaVersion, poolFormat } from './schema.ts';

/** What the maker of a pool says of it; the rest follows. */
export type PoolSpecification = Omit<PoolSettings, 'format' | 'schema_version' | 'problems'>;

export interface ReadyPool {
  readonly folder: string;
  readonly settings: PoolSettings;
  readonly problems: readonly PoolProblem[];
  readonly manifest: PoolManifest;
}

function flat(value: unknown, prefix = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[prefix, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}

/** `sampling.temperature is 0.6 and not 0.7`, for all that must not differ within a pool. */
export function settingsDifferences(known: PoolSettings, requested: PoolSpecification): string[] {
  const now = new Map(flat(requested));
  return flat(known)
    .filter(([name]) => !/^(format|schema_version|n|problems\..*|answers\.rule|prompt\.template)$/.test(name))
    .filter(([name, value]) => now.get(name) !== value)
    .map(([name, value]) => `${name} is ${JSON.stringify(value)} and not ${JSON.stringify(now.get(name))}`);
}

/** What says which traces there are, and where those are. */
function placesOfTraces(folder: string): readonly string[] {
  const sides = sidesOf({ keep_top: true }).map((side) => join(folder, side));
  return [manifestPath(folder), oldManifestPath(folder), segmentsPath(folder), ...sides];
}

export interface PrepareOptions {
  readonly rebuild: boolean;
  readonly say: (line: string) => void;
  /** Write nothing: the manifest is taken at its word. */
  readonly dryRun?: boolean;
  /** In this thread unless said otherwise. */
  readonly writeProblems?: ((folder: string, problems: readonly PoolProblem[]) => Promise<void>) | undefined;
}

/**
 * Creates the folder of a pool, or opens one with the same settings. The caller holds the pool's lock.
 *
 * @param options `rebuild` removes what is there first; `dryRun` writes nothing.
 * @throws LB_CONFIG for a pool with other settings or problems, and where a file of something else would be replaced.
 */
export async function preparePool(
  folder: string,
  requested: PoolSpecification,
  given: readonly PoolProblem[],
  options: PrepareOptions,
): Promise<ReadyPool> {
  const { rebuild, say, dryRun = false } = options;
  checkDistinct(given);
  await checkFolder(folder);
  if (rebuild && !dryRun) await clearPool(folder);
  const known = rebuild ? undefined : await readPoolSettings(folder);
  if (known !== undefined) {
    const differences = settingsDifferences(known, requested);
    if (differences.length > 0) {
      const message = `${folder} was made with other settings: ${differences.join('; ')}. Use another --pool, or --rebuild to discard its traces`;
      throw new LateBenchError('LB_CONFIG', message);
    }
  }
  // A pool that begins reads no Parquet.
  const before =
    known === undefined ? [] : await (await import('./problems-file.ts')).readPoolProblems(folder);
  const problems = mergedProblems(before, given);
  const settings: PoolSettings = {
    format: poolFormat,
    schema_version: known?.schema_version ?? partSchemaVersion,
    ...requested,
    // All answers of a pool are read by one rule: that of its first ones.
    answers: known?.answers ?? { ...requested.answers, rule: currentAimeRule },
    n: Math.max(requested.n, known?.n ?? 0),
    problems: { count: problems.length, sha256: problemsHash(problems) },
  };
  const manifest = rebuild && dryRun ? PoolManifest.none() : await PoolManifest.read(folder);
  if (dryRun) return { folder, settings, problems, manifest };
  await makeFolder(folder);
  if (settings.problems.sha256 !== known?.problems.sha256) {
    const write = options.writeProblems ?? (await import('./problems-file.ts')).writeProblems;
    await write(folder, problems);
  }
  await writeJsonAtomic(settingsPath(folder), settings);
  await mendJoinedFolders(folder, sidesOf(settings));
  if (placesOfTraces(folder).some(existsSync)) {
    const { reconcile } = await import('./reconcile.ts');
    await reconcile(manifest, { folder, settings, problems }, say);
  }
  return { folder, settings, problems, manifest };
}
