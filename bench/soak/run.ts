// Runs what takes minutes and gigabytes: `npm run soak`, or `npm run soak -- pool` for the parts whose name contains
// the word. Needs about 8 GB in the temporary folder, which is empty again at the end; a part that takes too long is
// ended. Exits with 1 when a goal is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textTable } from '../../src/report/text-table.ts';
import { soakBudget } from './budget.ts';
import { soakBudgetMachines } from './budget-machines.ts';
import { soakCompactKills } from './compact-kills.ts';
import { soakCurve } from './curve.ts';
import { soakDashboardVisual } from './dashboard-visual.ts';
import { soakDuplicates } from './duplicates.ts';
import { soakEquality } from './equality.ts';
import { soakFleet, soakFleetSwift } from './fleet.ts';
import { soakGrid } from './grid.ts';
import { soakHostile } from './hostile.ts';
import { soakJudgements } from './judgements.ts';
import { soakKills } from './kills.ts';
import { soakLargeGroup } from './large-group.ts';
import { soakLookAlikes } from './look-alikes.ts';
import { soakOutput } from './output.ts';
import { soakPipe } from './pipe.ts';
import { soakPool } from './pool.ts';
import { soakPoolBuild } from './pool-build.ts';
import { soakPower } from './power.ts';
import { soakQueue } from './queue.ts';
import { soakSite } from './site.ts';
import type { Soak } from './soak.ts';
import { soakThink } from './think.ts';
import { soakThorough } from './thorough.ts';

const parts: Readonly<Record<string, Soak>> = {
  hostile: soakHostile,
  budget: soakBudget,
  'budget-machines': soakBudgetMachines,
  kills: soakKills,
  'compact-kills': soakCompactKills,
  pool: soakPool,
  'pool-build': soakPoolBuild,
  pipe: soakPipe,
  power: soakPower,
  queue: soakQueue,
  fleet: soakFleet,
  'fleet-swift': soakFleetSwift,
  output: soakOutput,
  grid: soakGrid,
  'large-group': soakLargeGroup,
  duplicates: soakDuplicates,
  'look-alikes': soakLookAlikes,
  equality: soakEquality,
  curve: soakCurve,
  'dashboard-visual': soakDashboardVisual,
  site: soakSite,
  judgements: soakJudgements,
  think: soakThink,
  thorough: soakThorough,
};
const only = process.argv.slice(2);
const chosen = Object.keys(parts).filter(
  (name) => only.length === 0 || only.some((word) => name.includes(word)),
);

const folder = mkdtempSync(join(tmpdir(), 'latebench-soak-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => process.exit(code));
}

for (const name of chosen) {
  const { title, minutes, run } = parts[name]!;
  console.log(`\n${title}`);
  const timer = setTimeout(() => {
    console.error(`${name}: not done after ${minutes} minutes`);
    process.exit(1);
  }, minutes * 60_000);
  const started = performance.now();
  const results = await run(folder);
  clearTimeout(timer);
  const rows = results.map(({ what, measured, goal, met }) => ({
    what,
    measured,
    goal,
    met: met ? 'yes' : 'NO',
  }));
  const columns = ['what', 'measured', 'goal', 'met'].map((key) => ({
    key,
    title: key,
    align: 'left' as const,
  }));
  const notes = [`${Math.round((performance.now() - started) / 1000)} s.`];
  process.stdout.write(textTable({ columns, rows, notes }));
  if (results.some(({ met }) => !met)) process.exitCode = 1;
}
