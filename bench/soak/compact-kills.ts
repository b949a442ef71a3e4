// `latebench pool compact` killed forty times at random: each sample readable once, nothing found by verify, and in the end
// the range files of an undisturbed one.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyPool, grow, long } from '../../test/deepconf/pool/seeded-pool.ts';
import { killedCompactions } from '../../test/support/killed-compaction.ts';
import { equal, type Soak } from './soak.ts';

const kills = 40;

export const soakCompactKills: Soak = {
  title: `pool compact, killed ${kills} times`,
  minutes: 20,
  async run(folder) {
    const seed = Date.now() % 1_000_000;
    const { killed, findings, different } = await killedCompactions({
      folder: await mkdtemp(join(folder, 'compact-')),
      seed,
      kills,
      async make(pool) {
        await emptyPool(pool);
        await grow(pool, [150, 3, 0, 20, 130], long);
      },
    });
    console.log(`seed ${seed}: ${killed} ended by the kill`);
    return [
      { what: 'ended by the kill', measured: `${killed}`, goal: 'over 0', met: killed > 0 },
      equal('findings of verify', findings.length, 0),
      equal('files that differ from those of an undisturbed one', different.length, 0),
    ];
  },
};
