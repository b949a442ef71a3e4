// What `latebench pool compact` does around the joining.
import { compactionPlan, compactPool, finishCompaction } from '../deepconf/pool/compact.ts';
import { PoolManifest } from '../deepconf/pool/manifest.ts';
import { lockPool } from '../deepconf/pool/pool-lock.ts';
import { openPool } from '../deepconf/pool/read.ts';
import { reconcile } from '../deepconf/pool/reconcile.ts';
import { exitCodes } from '../errors.ts';
import { unitProgress } from '../executor/unit-progress.ts';
import { formatCount } from '../report/format.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';

export async function runPoolCompact(call: Call): Promise<number> {
  const { options, say, command } = call;
  const folder = poolFolderOf(options, command);
  const { settings, problems, close } = await openPool(folder);
  await close();
  if (options.flag('dry-run')) {
    const { files, into } = compactionPlan({ settings, problems, manifest: await PoolManifest.read(folder) });
    say(`dry run: 0 calls; ${formatCount(files)} files would be joined into ${formatCount(into)}`);
    return exitCodes.ok;
  }
  const release = await lockPool(folder);
  const progress = unitProgress({ label: 'pool compact', units: 'problems' }, call);
  try {
    await finishCompaction({ folder, settings, problems });
    const manifest = await PoolManifest.read(folder);
    await reconcile(manifest, { folder, settings, problems }, say);
    const { files, into } = await compactPool({ folder, settings, problems, manifest }, (done) =>
      progress.tell(done, problems.length),
    );
    await manifest.save(problems);
    progress.end();
    say(
      files === 0
        ? 'there is nothing to join'
        : `${formatCount(files)} files joined into ${formatCount(into)}`,
    );
    return exitCodes.ok;
  } finally {
    progress.end();
    await release();
  }
}
