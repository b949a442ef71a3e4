// What `latebench pool compact` does around the range files.
import { compactPool } from '../deepconf/pool/compact.ts';
import { compactionPlan, defaultRangeMegabytes, rangeBytes } from '../deepconf/pool/compaction-plan.ts';
import { mendJoinedFolders } from '../deepconf/pool/joined-folders.ts';
import { sidesOf } from '../deepconf/pool/layout.ts';
import { PoolManifest } from '../deepconf/pool/manifest.ts';
import { lockPool } from '../deepconf/pool/pool-lock.ts';
import { countProblems } from '../deepconf/pool/problem-counts.ts';
import { openPool, type Pool } from '../deepconf/pool/read.ts';
import { reconcile } from '../deepconf/pool/reconcile.ts';
import { readFinished } from '../deepconf/think/progress-files.ts';
import { exitCodes } from '../errors.ts';
import { unitProgress } from '../executor/unit-progress.ts';
import { formatCount, formatCounted } from '../report/format.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';

/** Those whose samples stay as they are: `think` begins a problem that it has not finished anew. */
async function settledProblems({
  folder,
  settings,
  problems,
}: Pick<Pool, 'folder' | 'settings' | 'problems'>): Promise<Pool['problems']> {
  if (settings.source !== 'think') return problems;
  const finished = await readFinished(folder);
  return problems.filter(({ problem_id }) => finished.has(problem_id));
}

export async function runPoolCompact(call: Call): Promise<number> {
  const { options, say, command } = call;
  const folder = poolFolderOf(options, command);
  const size = rangeBytes(options.whole('range-mb', 1) ?? defaultRangeMegabytes);
  const { settings, problems, close } = await openPool(folder);
  await close();
  const settled = await settledProblems({ folder, settings, problems });
  if (options.flag('dry-run')) {
    const manifest = await PoolManifest.read(folder);
    const { files, into } = compactionPlan({ folder, problems: settled, manifest }, sidesOf(settings), size);
    say(`dry run: 0 calls; ${formatCounted(files, 'file')} would be joined into ${formatCount(into)}`);
    return exitCodes.ok;
  }
  const release = await lockPool(folder);
  const progress = unitProgress({ label: 'pool compact', units: 'problems' }, call);
  try {
    await mendJoinedFolders(folder, sidesOf(settings));
    const manifest = await PoolManifest.read(folder);
    await reconcile(manifest, { folder, settings, problems }, say);
    const pool = { folder, settings, problems: settled, manifest };
    const onProblem = (done: number): void => progress.tell(done, settled.length);
    const { files, into } = await compactPool(pool, { size, onProblem });
    await countProblems({ folder, problems, manifest });
    await manifest.save(problems);
    progress.end();
    say(
      files === 0
        ? 'there is nothing to join'
        : `${formatCounted(files, 'file')} joined into ${formatCount(into)}`,
    );
    return exitCodes.ok;
  } finally {
    progress.end();
    await release();
  }
}
