// Runs a grid: the rungs of halving where it has any, then one ordinary run with every cell as a critic, which leaves the
// usual run folder and the files of the grid beside it.
import { LateBenchError } from '../../errors.ts';
import { openListeners } from '../../executor/listeners.ts';
import type { GridRung } from '../../records/grid.ts';
import type { ProblemPart } from '../../stages/problem-part.ts';
import { type RecordContext, type RunResult, runRecords } from '../run-records.ts';
import { type Grid, type GridPipeline, gridOf } from './cells.ts';
import { gridFiles } from './grid-files.ts';
import { runRungs } from './run-rungs.ts';
import { gridSettings } from './settings.ts';

function checkContext({ from }: RecordContext): void {
  if (from === undefined) return;
  const message =
    '--from: a grid has no stage to begin at; run it again to resume, no reply is paid for twice';
  throw new LateBenchError('LB_USAGE', message);
}

/** What eliminated cells judge: the problems that they had judged when they were eliminated. */
function partsOf(rungs: readonly GridRung[]): ReadonlyMap<string, ProblemPart> {
  return new Map(
    rungs.flatMap(({ upTo, eliminated }) => eliminated.map((name) => [name, [0, upTo] as const] as const)),
  );
}

async function rungsOf(grid: Grid, context: RecordContext) {
  const { halving } = grid.definition.grid;
  if (halving === undefined || context.session.mode === 'dry') return { rungs: [], stopped: null };
  const { folder, terminal, metricsPort, session } = context;
  // Those of the run itself open when it begins.
  const listeners = await openListeners({
    ...{ metricsPort, runFolder: folder, lastWord: session.tellBudget },
    say: terminal.say,
  });
  try {
    return await runRungs(grid, halving, gridSettings(grid, []), context);
  } finally {
    await listeners.close();
  }
}

/** @throws LB_USAGE for what a grid cannot be asked, and whatever a run throws */
export async function runGrid(definition: GridPipeline, context: RecordContext): Promise<RunResult> {
  checkContext(context);
  const grid = await gridOf(definition);
  const { rungs, stopped } = await rungsOf(grid, context);
  if (stopped !== null) {
    return { ...stopped, score: null, models: {}, spent: context.session.counters.total(), grid: null };
  }
  const files = gridFiles(
    context.folder,
    `${definition.name}: ${definition.about}`,
    gridSettings(grid, rungs),
  );
  const done = await runRecords(grid.pipeline(undefined, partsOf(rungs)), context, files);
  return { ...done, grid: files.grid };
}
