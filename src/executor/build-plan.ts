// From the stages of a plan, as they are declared, to stages that are ready to run.
import type { Role } from '../config/settings.ts';
import { LateBenchError } from '../errors.ts';
import { loadStage } from '../stages/catalogue.ts';
import type { BuiltStage, MapStage, Need, StageContext, StageUse } from '../stages/define.ts';

/** A stage with its options checked and its defaults filled in. */
export interface PlannedStage extends StageUse {
  readonly stage: MapStage;
  readonly needs: readonly Need[];
  /** Another stage's options asked for it. */
  readonly brought: boolean;
}

async function planned({ use, with: given }: StageUse, brought: boolean): Promise<PlannedStage> {
  const stage = await loadStage(use);
  const parsed = stage.options.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new LateBenchError('LB_CONFIG', `${use}: ${issue.path.join('.') || 'options'}: ${issue.message}`);
  }
  return { use, with: parsed.data, stage, needs: stage.needs(parsed.data), brought };
}

/** Each stage, followed by those that its options ask for. */
export async function planStages(
  uses: readonly StageUse[],
  brought = false,
): Promise<readonly PlannedStage[]> {
  const stages: PlannedStage[] = [];
  for (const use of uses) {
    const one = await planned(use, brought);
    stages.push(one, ...(await planStages(one.stage.followedBy?.(one.with) ?? [], true)));
  }
  return stages;
}

/** Built anew for each pass: some stages remember what they have seen. */
export async function buildStages(
  stages: readonly PlannedStage[],
  context: StageContext,
): Promise<readonly BuiltStage[]> {
  const built: BuiltStage[] = [];
  for (const { stage, with: options } of stages) built.push(await stage.build(options, context));
  return built;
}

/** Places of the stages that call a model, from 0. */
export async function callingStages(uses: readonly StageUse[]): Promise<readonly number[]> {
  const stages = await Promise.all(uses.map((use) => planned(use, false)));
  return stages.flatMap(({ needs }, place) => (needs.length > 0 ? [place] : []));
}

/** The roles whose endpoints the stages call. */
export async function rolesOf(uses: readonly StageUse[]): Promise<readonly Role[]> {
  const stages = await planStages(uses);
  return [...new Set(stages.flatMap(({ needs }) => needs.map(({ role }) => role)))];
}
