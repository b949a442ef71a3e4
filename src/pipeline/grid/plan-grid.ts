// What a grid would ask, without a call: every cell over every record, with equal calls counted once.
import type { DryRun } from '../../endpoints/dry-run.ts';
import { LateBenchError } from '../../errors.ts';
import { planStages } from '../../executor/build-plan.ts';
import { namedFiles } from '../../executor/named-files.ts';
import { runPlan } from '../../executor/run-plan.ts';
import type { GridSettings } from '../../records/grid.ts';
import { noSink } from '../../storage/no-sink.ts';
import { createTally } from '../../stream/tally.ts';
import { noRemote, openPipelineSource, pipelineSource } from '../pipeline-source.ts';
import type { RecordContext } from '../run-records.ts';
import { type GridPipeline, gridOf } from './cells.ts';
import { type RungPlan, rungPlans } from './halving.ts';
import { gridSettings } from './settings.ts';

export interface GridPlan {
  readonly definition: GridPipeline;
  readonly settings: GridSettings;
  /** Records that leave the last stage. */
  readonly records: number;
  /** Calls if each cell were run alone, and with equal calls made once; before anything is eliminated. */
  readonly naive: number;
  readonly shared: number;
  /** By endpoint and model. */
  readonly counted: readonly DryRun[];
  /** None without halving. */
  readonly rungs: readonly RungPlan[];
}

/** `context.session` must be one of a dry run. */
export async function planGrid(definition: GridPipeline, context: RecordContext): Promise<GridPlan> {
  const grid = await gridOf(definition);
  const { session, remote = noRemote, queue: _, ...own } = context;
  const terminal = { ...context.terminal, say: () => {} };
  if (session.mode !== 'dry') throw new LateBenchError('LB_USAGE', 'a grid is planned in a dry run');
  const pipeline = grid.pipeline();
  const source = pipelineSource(pipeline);
  const { maps: stages, reduction } = await planStages(pipeline.stages);
  const tally = createTally();
  const { name: label, seed } = definition;
  await runPlan(
    {
      ...{ label, seed, stages, reduction, sources: source.files, tellsDryRun: false },
      ...{ wholeOrNothing: true, summaries: false },
      source: openPipelineSource(source, context),
      sink: async () => noSink,
      manifest: () => ({ command: `run ${label}` }),
    },
    { ...own, session, tally, terminal, files: namedFiles({ stdin: undefined, remote, source }) },
  );
  const counted = [...session.counted.values()].flat();
  const sum = (of: (dryRun: DryRun) => number): number => counted.reduce((total, one) => total + of(one), 0);
  const settings = gridSettings(grid, []);
  const { halving } = definition.grid;
  const { development } = settings;
  return {
    ...{ definition, settings, counted, records: tally.written },
    naive: sum(({ calls, repeats }) => calls + repeats),
    shared: sum(({ calls }) => calls),
    rungs: halving === undefined ? [] : rungPlans(halving, { cells: grid.cells.length, development }),
  };
}
