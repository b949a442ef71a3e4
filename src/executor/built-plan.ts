// A plan's stages, built with what the session gives them: to run them, or to see beforehand that they can be built.
import { endpointIfAny, requestsPerMinute } from '../config/endpoint-config.ts';
import type { AnyStage, ReduceContext, StageContext } from '../stages/define.ts';
import { buildStages, type PlannedReduction } from './build-plan.ts';
import { checkPlaces } from './output-places.ts';
import type { Plan, RunContext } from './plan.ts';
import { saidAt } from './said-at.ts';

export function stageContext(
  { seed, sources }: Plan,
  { session, terminal, interruption, files }: RunContext,
): StageContext {
  const { concurrency, mode, endpoint } = session;
  const { abandon } = interruption;
  return { seed, concurrency, endpoint, ...files, sources, dry: mode === 'dry', abandon, say: terminal.say };
}

function reduceContext(plan: Plan, context: RunContext): ReduceContext {
  const { config } = context.session;
  return {
    ...stageContext(plan, context),
    configured: (role) => endpointIfAny(config, role),
    rpm: (role) => requestsPerMinute(config, role),
    price: plan.price,
  };
}

type Placed = Pick<PlannedReduction, 'place' | 'with'> & { readonly stage: AnyStage };

function placeIn(written: string | undefined, { stage, place }: Placed): string | undefined {
  return written === undefined ? undefined : `${written}: stages.${place}: ${stage.name}`;
}

/** The stages of a plan, ready to run, and what is at its end. */
export async function buildPlan(plan: Plan, context: RunContext) {
  const stages = await buildStages(plan.stages, stageContext(plan, context), plan.written);
  const { reduction: last = null } = plan;
  const reduction =
    last === null
      ? undefined
      : await saidAt(placeIn(plan.written, last), () =>
          last.stage.build(last.with, reduceContext(plan, context)),
        );
  await saidAt(plan.written, async () => plan.checked?.(stages));
  return { stages, reduction };
}

/** Looks at the places to which the stages of a plan write. */
export async function checkPlacesOf({ stages, reduction, written }: Plan): Promise<void> {
  const all: readonly Placed[] = [...stages, ...(reduction == null ? [] : [reduction])];
  for (const one of all) {
    await saidAt(placeIn(written, one) ?? one.stage.name, async () => checkPlaces(one));
  }
}

/**
 * Builds everything as a dry run does, so that what is wrong with options, and with files that they name, ends a plan
 * before somebody else makes its calls, or an earlier part of the pipeline.
 */
export async function checkBuild(plan: Plan, context: RunContext): Promise<void> {
  await checkPlacesOf(plan);
  const session = context.session.dryRun();
  try {
    const terminal = { ...context.terminal, say: () => {} };
    await buildPlan(plan, { ...context, session, terminal });
  } finally {
    await session.close();
  }
}
