// What the files of a run folder say of the run: when, how it was made, how far it is, what it came to and cost.
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runStateOf } from '../dashboard/live/run-state.ts';
import { readManifest, readPipeline, stageManifests } from '../dashboard/run-files.ts';
import { followEvents } from '../endpoints/event-files.ts';
import { createRunStatus } from '../endpoints/run-status.ts';
import { runLockPath } from '../pipeline/run-lock.ts';
import { manifestFormat } from '../publish/dataset-manifest.ts';
import { parseJson } from '../records/parse-json.ts';
import type { ScoreObject } from '../records/score.ts';
import { isSimulated } from '../report/simulation.ts';
import { isPool, isRunFolder } from '../storage/named-folder.ts';
import { isRow, type Row } from '../storage/rows.ts';
import { type RunSizes, runSizes } from './run-sizes.ts';

/**
 * `stalled`: alive, but nothing was written for a minute. `killed`: its process is gone without an end. `unknown`:
 * nothing says who worked on it.
 */
export type ListedState = 'running' | 'stalled' | 'complete' | 'stopped' | 'killed' | 'unknown';

export interface RunFacts {
  /** The path of the folder. */
  readonly run: string;
  /** When it ended, else when something happened last, ISO 8601. */
  readonly at: string;
  /** The name of the pipeline, else the command; null where nothing says. */
  readonly pipeline: string | null;
  readonly state: ListedState;
  /** Some model was the simulated endpoint's. */
  readonly simulated: boolean;
  /** Every model was, so that no reply was paid for. */
  readonly free: boolean;
  /** Written; null where the run has not said so (yet). */
  readonly records: number | null;
  /** The first critic of the summary, and its F1 of ProcessBench; null where there is none or it is undefined. */
  readonly critic: string | null;
  readonly f1: number | null;
  /** US dollars; null where no call had a price. */
  readonly usd: number | null;
  readonly sizes: RunSizes;
  /** Its manifest, where it has one. */
  readonly manifest: Row | null;
}

const listedStates = {
  running: 'running',
  stalled: 'stalled',
  finished: 'complete',
  stopped: 'stopped',
  dead: 'killed',
  unknown: 'unknown',
} as const;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Folders directly in a folder that `wanted` is true of. */
export function foldersIn(folder: string, wanted: (path: string) => boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isFile())
    .map(({ name }) => join(folder, name))
    .filter(wanted);
}

async function mainResult(folder: string): Promise<Pick<RunFacts, 'critic' | 'f1'>> {
  try {
    const score = parseJson(await readFile(join(folder, 'summary.json'), 'utf8')) as ScoreObject;
    const first = score.critics[0];
    return { critic: first?.critic ?? null, f1: first?.processbench.f1 ?? null };
  } catch {
    // A run without critics, or one that has not come to its end.
    return { critic: null, f1: null };
  }
}

function modelsOf(manifest: Row): readonly string[] {
  const endpoints = Array.isArray(manifest.endpoints) ? manifest.endpoints.filter(isRow) : [];
  return endpoints.flatMap(({ model }) => (typeof model === 'string' ? [model] : []));
}

/** Null for what is no run of LateBench: another folder, a dataset or a pool. `now`: milliseconds since the epoch. */
export async function readRunFacts(folder: string, now: number): Promise<RunFacts | null> {
  if (!isRunFolder(folder) || isPool(folder)) return null;
  const manifest = await readManifest(folder);
  const stages = await stageManifests(folder);
  const status = createRunStatus();
  const models = new Set([...(manifest === null ? [] : [manifest]), ...stages].flatMap(modelsOf));
  await followEvents(folder).read((event, file) => {
    status.take(event, file);
    if ('model' in event && typeof event.model === 'string') models.add(event.model);
  });
  const { last, usd } = status.now();
  const pipeline = await readPipeline(folder);
  // A run that has just begun, or was killed then, has a lock beside its pipeline and no event yet.
  const isBegun = Array.isArray(pipeline?.stages) && existsSync(runLockPath(folder));
  const isOurs = isBegun || last !== null || [manifest, ...stages].some((one) => one?.tool === 'latebench');
  if (!isOurs || manifest?.format === manifestFormat) return null;
  const counts = isRow(manifest?.counts) ? manifest.counts : {};
  return {
    run: folder,
    at: text(manifest?.created_at) ?? last ?? (await stat(folder)).mtime.toISOString(),
    pipeline: text(pipeline?.name) ?? text(manifest?.command),
    state: listedStates[await runStateOf(folder, now)],
    simulated: [...models].some(isSimulated),
    free: models.size > 0 && [...models].every(isSimulated),
    records: typeof counts.written === 'number' ? counts.written : null,
    ...(await mainResult(folder)),
    usd,
    sizes: await runSizes(folder),
    manifest,
  };
}

/** Of the runs that are named or are in a named folder, the newest first. */
export async function runsIn(folders: readonly string[], now: number): Promise<RunFacts[]> {
  const runs = new Map<string, RunFacts>();
  for (const folder of folders) {
    const own = await readRunFacts(folder, now);
    const inside = own === null ? foldersIn(folder, isRunFolder) : [];
    const found = own === null ? [] : [own];
    for (const path of inside) found.push(...[await readRunFacts(path, now)].filter((one) => one !== null));
    for (const one of found) runs.set(one.run, one);
  }
  return [...runs.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}
