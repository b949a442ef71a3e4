// Runs a plan over records that its caller has at hand: the same run as any other, without files of its own.
import { z } from 'zod';
import { rejectSameNames } from '../critic/critic-names.ts';
import { LateBenchError } from '../errors.ts';
import { defineMap } from '../stages/define.ts';
import type { RecordsEnding, RecordsPlan, StageUse } from '../stream/records-plan.ts';
import type { StageStep } from '../stream/step.ts';
import { type PlannedStage, planStages } from './build-plan.ts';
import { stepsOf } from './observers.ts';
import type { Plan, RunContext } from './plan.ts';
import { runPlan } from './run-plan.ts';

/** A stage of the caller's own: how many calls it makes is known to the caller alone. */
function ownStage(step: StageStep, place: number): PlannedStage {
  const { name: use, config } = step;
  const stage = defineMap({
    name: use,
    summary: use,
    about: '',
    examples: [],
    docs: '',
    options: z.looseObject({}),
    ports: { in: 'records', main: 'records' },
    build: async () => ({ step }),
  });
  const needs = [{ role: 'critic' as const, callsPerRecord: Number.POSITIVE_INFINITY, atOnce: 1 }];
  return { use, with: config, given: config, stage, needs, brought: false, place };
}

async function mapsOf(use: StageUse, place: number): Promise<readonly PlannedStage[]> {
  const { maps, reduction } = await planStages([use], { first: place });
  if (reduction === null) return maps;
  const message = `${use.use} comes to one result and passes no records on: make it the last stage of a run`;
  throw new LateBenchError('LB_USAGE', message);
}

async function plannedStages(stages: RecordsPlan['stages']): Promise<readonly PlannedStage[]> {
  const planned = stages.map(async (one, place) =>
    'use' in one ? await mapsOf(one, place) : [ownStage(one, place)],
  );
  return (await Promise.all(planned)).flat();
}

/** Throws what broke the plan off; a clean end before its time is the interruption's reason. */
export async function runRecordsPlan(
  { label, seed, stages, groups, sink }: RecordsPlan,
  context: RunContext,
  { batchWaitMs }: Pick<Plan, 'batchWaitMs'> = {},
): Promise<RecordsEnding> {
  let built: RecordsEnding['stages'] = [];
  const { complete } = await runPlan(
    {
      ...{ label, seed, batchWaitMs },
      stages: await plannedStages(stages),
      sources: [],
      source: async () => ({ groups: groups(), inputs: [], share: () => null, expected: () => null }),
      sink,
      wholeOrNothing: true,
      summaries: false,
      manifest: () => ({ command: label }),
      async checked(ready) {
        built = stepsOf(ready).map(({ name, version, config }) => ({ name, version, config }));
        rejectSameNames(built);
      },
    },
    context,
  );
  return { complete, stages: built };
}
