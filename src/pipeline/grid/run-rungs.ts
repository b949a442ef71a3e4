// The rungs of successive halving: the cells that are left judge a part of the development problems, and what they come to
// decides which cells continue. What is judged here is in the journal, so that the run itself asks for none of it again.
import { planStages } from '../../executor/build-plan.ts';
import { namedFiles } from '../../executor/named-files.ts';
import type { Outcome, Plan } from '../../executor/plan.ts';
import { runPlan } from '../../executor/run-plan.ts';
import { silentPolicy } from '../../executor/settle-batches.ts';
import { createComparison } from '../../metrics/comparison.ts';
import type { GridRung, GridSettings } from '../../records/grid.ts';
import type { Solution } from '../../records/solution.ts';
import { noSink } from '../../storage/no-sink.ts';
import type { Row } from '../../storage/rows.ts';
import { createTally } from '../../stream/tally.ts';
import { checkRecords } from '../check-records.ts';
import { noRemote, openPipelineSource, pipelineSource } from '../pipeline-source.ts';
import { doneShare, type RecordContext, writeDeclaration } from '../run-records.ts';
import type { Grid } from './cells.ts';
import { eliminatedBy, type Halving, rungPlans } from './halving.ts';

export interface Rungs {
  readonly rungs: readonly GridRung[];
  /** Of the rung that was stopped early; null where all came to their end. */
  readonly stopped: Outcome | null;
}

/** The rungs of a grid without halving are none. */
export async function runRungs(
  grid: Grid,
  halving: Halving,
  settings: Omit<GridSettings, 'rungs'>,
  context: RecordContext,
): Promise<Rungs> {
  const { definition, cells, place } = grid;
  const plans = rungPlans(halving, { cells: cells.length, development: settings.development });
  const alive = new Set(cells.map(({ name }) => name));
  const rungs: GridRung[] = [];
  const { remote = noRemote, queue, folder, ...own } = context;
  const whole = grid.pipeline();
  // Workers read it before the run itself begins.
  if (queue !== undefined) await writeDeclaration(whole, context);
  const { maps: stages } = await planStages(whole.stages);
  await checkRecords(whole, context);
  for (const [at, { upTo, kept }] of plans.entries()) {
    const { headline, reference, parse, cut, seed } = settings;
    const comparison = createComparison({
      ...{ headline, reference, parse, cut, seed, bootstrap: 0 },
      critics: [...alive],
    });
    const part = [0, upTo] as const;
    const pipeline = grid.pipeline(alive, new Map([...alive].map((name) => [name, part])));
    const source = pipelineSource(pipeline);
    const { maps } = await planStages(pipeline.stages.slice(0, place + alive.size));
    const judged: Pick<Plan, 'label' | 'seed' | 'stages' | 'sources' | 'source'> = {
      label: `${definition.name}, rung ${at + 1} of ${plans.length}`,
      ...{ seed, stages: maps, sources: source.files },
      source: (asked) => openPipelineSource(source, context)({ ...asked, quiet: true }),
    };
    const judging = {
      ...own,
      // What is wrong with a record is said, and kept, by the run itself.
      ...{ policy: silentPolicy(), tally: createTally() },
      files: namedFiles({ stdin: undefined, remote, source }),
    };
    if (queue !== undefined) {
      const { spreadRecords } = await import('../../executor/queue/spread-records.ts');
      await spreadRecords({ ...judged, folder }, queue, judging, { stages });
    }
    const outcome = await runPlan(
      {
        ...judged,
        ...{ wholeOrNothing: true, summaries: false, doneShare },
        sink: async () => ({ ...noSink, write: (row: Row) => comparison.add(row as Solution) }),
        batchWaitMs: context.batchWaitMs,
        manifest: () => ({ command: `run ${definition.name}` }),
      },
      judging,
    );
    if (!outcome.complete) return { rungs, stopped: outcome };
    const declared = cells.map(({ name }) => name);
    const ranked = comparison
      .result()
      .critics.toSorted(
        (a, b) =>
          (b.headline ?? -1) - (a.headline ?? -1) || declared.indexOf(a.critic) - declared.indexOf(b.critic),
      )
      .map(({ critic }) => critic);
    const eliminated = eliminatedBy(ranked, kept, reference);
    for (const name of eliminated) alive.delete(name);
    rungs.push({ upTo, eliminated });
  }
  return { rungs, stopped: null };
}
