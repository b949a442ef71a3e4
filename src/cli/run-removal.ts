// `latebench runs rm`: removes run folders, and only those: every named folder is checked before the first is removed.

import { readdir, realpath, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { exitCodes, LateBenchError } from '../errors.ts';
import { runLockPath } from '../pipeline/run-lock.ts';
import { nameList } from '../records/name-list.ts';
import { formatBytes } from '../report/format.ts';
import { checkNamedFolder } from '../storage/named-text.ts';
import { type ProcessLock, takeExclusive } from '../storage/process-lock.ts';
import { isRow } from '../storage/rows.ts';
import type { Call } from './command.ts';
import { renewLatest } from './note-latest-run.ts';
import { type RunFacts, readRunFacts } from './run-facts.ts';

/** What runs make directly in their folder, beside the outputs that a manifest lists. */
const made =
  /^(journal|pool|records|stages|results|budget|queue|batches|cache|\d+-[a-z-]+|(events(-\d+)?|batches|quarantine)\.jsonl|[a-z-]+\.lock|(manifest|pipeline|queue|results|summary|leaderboard)\.json|(report|injection|leaderboard)\.(html|md)|records\.(parquet|jsonl)|fresh-run|budget-name|\..+\.(tmp|lock\.after)-.+)$/;

export function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

/** Folders of others are not reached through a link, and the folder that the command runs in stays. */
export async function checkPlace(folder: string): Promise<void> {
  checkNamedFolder(folder);
  const [real, here] = [await realpath(folder), await realpath('.')];
  if (real !== resolve(here, folder)) throw usage(`${folder} is behind a link: name ${real} instead`);
  if (here === real || here.startsWith(real + sep)) {
    throw usage(`${folder} holds the current folder: change to another one first`);
  }
}

async function othersFiles({ run, manifest }: RunFacts): Promise<readonly string[]> {
  const outputs = Array.isArray(manifest?.outputs) ? manifest.outputs.filter(isRow) : [];
  const listed = new Set(outputs.map(({ file }) => file));
  return (await readdir(run)).filter((name) => !made.test(name) && !listed.has(name));
}

export function checkIdle({ run, state }: RunFacts): void {
  if (state !== 'running' && state !== 'stalled') return;
  throw new LateBenchError('LB_BUSY', `${run}: a process is working in it, here or on another machine`);
}

/** Nothing begins in the run while it is held. */
export async function holdRun(run: string): Promise<ProcessLock> {
  const lock = await takeExclusive(runLockPath(run));
  if (!('release' in lock)) throw new LateBenchError('LB_BUSY', `${run}: a process has just started in it`);
  return lock;
}

async function removable(folder: string, { options }: Call): Promise<RunFacts> {
  await checkPlace(folder);
  const facts = await readRunFacts(folder, Date.now());
  if (facts === null) throw usage(`${folder} is not a run folder; nothing was removed`);
  const { sizes, free } = facts;
  checkIdle(facts);
  const others = await othersFiles(facts);
  if (others.length > 0) {
    throw usage(`${folder} has files that a run does not make (${nameList(others, 5)}): move them first`);
  }
  if (sizes.replies > 0 && !free && !options.flag('replies')) {
    throw usage(
      `${folder} has ${formatBytes(sizes.replies)} of replies that were paid for; --replies removes them too`,
    );
  }
  return facts;
}

async function removeRun({ run }: RunFacts): Promise<void> {
  await holdRun(run);
  // First, so that what a kill leaves is not taken for a complete run.
  await rm(join(run, 'manifest.json'), { force: true });
  await rm(run, { recursive: true });
}

export async function runRunsRm(call: Call): Promise<number> {
  const { options, say } = call;
  if (options.positionals.length === 0) {
    throw usage('name the run folders to remove, for example: latebench runs rm runs/late');
  }
  const folders = [...new Set(options.positionals.map((path) => relative('.', path)))];
  const runs: RunFacts[] = [];
  for (const folder of folders) runs.push(await removable(folder === '' ? '.' : folder, call));
  const dry = options.flag('dry-run');
  for (const facts of runs) {
    const { run, sizes } = facts;
    const what = `${run}, ${formatBytes(sizes.total)} (${formatBytes(sizes.replies)} of replies),`;
    if (!dry) await removeRun(facts);
    say(dry ? `dry run: 0 calls; ${what} would be removed` : `${what} removed`);
  }
  if (!dry) await renewLatest();
  return exitCodes.ok;
}
