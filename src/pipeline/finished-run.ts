// The manifest of a run folder that a pipeline has finished, for those who work on what it left.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import type { ScoreSettings } from '../metrics/score.ts';
import { parseJson } from '../records/parse-json.ts';
import { readTextIfPresent } from '../storage/read-text.ts';
import { isRow, nameOfKind, type Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import type { OutputDigest } from './output-digests.ts';
import type { ReplayPlan } from './replay-critics.ts';

export interface BuiltEntry {
  readonly name: string;
  readonly version: string;
  readonly config: ReplayPlan['config'];
}

export interface FinishedManifest {
  readonly complete?: boolean;
  readonly outputs?: readonly OutputDigest[];
  readonly stages?: readonly BuiltEntry[];
  readonly declaration?: { readonly stages: readonly StageUse[]; readonly score: ScoreSettings };
  readonly seed?: number;
}

async function readRunJson(folder: string, name: string): Promise<unknown> {
  const text = await readTextIfPresent(join(folder, name));
  if (text === undefined) {
    const message = `${folder} has no ${name}: verify-run and bundle take folders that latebench run has finished`;
    throw new LateBenchError('LB_INPUT_MISSING', message);
  }
  try {
    return parseJson(text) as unknown;
  } catch (cause) {
    throw new LateBenchError('LB_JSON', `${join(folder, name)} is not JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** A file that holds one object; whatever else it holds, the run did not write it. */
export async function readRunObject(folder: string, name: string): Promise<Row> {
  const read = await readRunJson(folder, name);
  if (isRow(read)) return read;
  const message = `${join(folder, name)} is damaged: expected an object, received ${nameOfKind(read)}`;
  throw new LateBenchError('LB_JSON', message);
}

/** The manifest of a run that came to its end. */
export async function finishedManifest(folder: string): Promise<FinishedManifest> {
  const manifest = (await readRunObject(folder, 'manifest.json')) as FinishedManifest;
  if (manifest.complete === true) return manifest;
  const message = `${folder} is of a run that stopped early: it has no results; run the command again`;
  throw new LateBenchError('LB_USAGE', message);
}

/** The records that a run's numbers are recomputed from. @throws LB_INPUT_MISSING where there are none */
export function recordsFile(folder: string): string {
  const known = ['records.parquet', 'records.jsonl'].map((name) => join(folder, name));
  const there = known.find((path) => existsSync(path));
  if (there === undefined) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${folder} has no records.parquet: there is nothing to recompute from`,
    );
  }
  return there;
}
