// From the stages of a plan, as they are declared, to stages that are ready to run.
import type { z } from 'zod';
import type { Role } from '../config/setting-table.ts';
import type { Requirement } from '../endpoints/profile/parameters.ts';
import { LateBenchError } from '../errors.ts';
import { schemaProblem } from '../records/schema-problem.ts';
import { loadStage } from '../stages/catalogue.ts';
import type {
  BuiltStage,
  BuiltStream,
  MapStage,
  Need,
  ReduceStage,
  StageContext,
  StreamStage,
} from '../stages/define.ts';
import type { JobStage } from '../stages/define-job.ts';
import { isRow, nameOfKind } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { checkedRecords } from '../stream/solution-stage.ts';
import type { StageStep } from '../stream/step.ts';
import { saidAt } from './said-at.ts';
import { checkOrder } from './stage-order.ts';

/** A map or stream stage with its options checked and its defaults filled in. */
export interface PlannedStage extends StageUse {
  readonly stage: MapStage | StreamStage;
  readonly needs: readonly Need[];
  /** The options as they were given, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Another stage's options asked for it. */
  readonly brought: boolean;
  /** Of the stage in the pipeline, from 0; a stage that another one brought has that one's. */
  readonly place: number;
}

/** A reduction with its options checked and its defaults filled in. */
export interface PlannedReduction {
  readonly stage: ReduceStage;
  readonly with: z.output<z.ZodObject>;
  /** In the pipeline, from 0. */
  readonly place?: number;
}

/** A job with its options checked and its defaults filled in. */
export interface PlannedJob extends StageUse {
  readonly stage: JobStage;
  readonly with: z.output<z.ZodObject>;
  /** The options as they were given, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
}

export interface PlannedStages {
  readonly maps: readonly PlannedStage[];
  /** What comes at the end, where the plan has a result. */
  readonly reduction: PlannedReduction | null;
}

/** Throws LB_CONFIG for options that the stage does not take. */
export async function checkedStage({ use, with: given }: StageUse) {
  const stage = await loadStage(use);
  if (!isRow(given))
    throw new LateBenchError(
      'LB_CONFIG',
      `${use}: expected an object of options, received ${nameOfKind(given)}`,
    );
  const implied = stage.kind === 'map' ? (stage.implied?.(given) ?? {}) : {};
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const parsed = stage.options.safeParse({ ...implied, ...Object.fromEntries(named) });
  if (parsed.success) return { stage, options: parsed.data };
  const problem = schemaProblem(parsed.error.issues[0]!, stage.options, given, 'options');
  throw new LateBenchError('LB_CONFIG', `${use}: ${problem}`);
}

/**
 * Each stage, followed by those that its options ask for; a reduction can only come last.
 *
 * @param first Place of the first of them in the pipeline, from 0, for messages.
 * @throws LB_CONFIG for options that a stage does not take, and for an order in which work would be lost
 */
export async function planStages(
  uses: readonly StageUse[],
  { brought = false, first = 0 }: { readonly brought?: boolean; readonly first?: number } = {},
): Promise<PlannedStages> {
  const maps: PlannedStage[] = [];
  let reduction: PlannedReduction | null = null;
  for (const [at, use] of uses.entries()) {
    const place = first + at;
    const { stage, options } = await checkedStage(use);
    if (reduction !== null) {
      const message = `${use.use} follows ${reduction.stage.name}, which hands no records on: put it first`;
      throw new LateBenchError('LB_CONFIG', message);
    }
    if (stage.kind === 'job') {
      throw new LateBenchError(
        'LB_CONFIG',
        `${use.use} works on folders, not on records: it has a separate place`,
      );
    }
    if (stage.kind === 'reduce') {
      reduction = { stage, with: options, place };
      continue;
    }
    const needs = stage.kind === 'map' ? stage.needs(options) : [];
    maps.push({ use: use.use, with: options, given: use.with, stage, needs, brought, place });
    const more = stage.kind === 'map' ? (stage.followedBy?.(options) ?? []) : [];
    for (const one of more) maps.push(...(await planStages([one], { brought: true, first: place })).maps);
  }
  checkOrder(maps, reduction);
  return { maps, reduction };
}

function asReady({ pass, summary }: BuiltStream, check: StageStep | undefined): BuiltStage {
  const observer = { add: () => {}, ...(summary === undefined ? {} : { summary }) };
  return {
    ...(check === undefined ? {} : { step: check, onlyChecks: true }),
    after: pass,
    observe: () => observer,
  };
}

/** What calls of a role, to one model, cannot do without. */
export function requirementsOf(
  needs: readonly Need[],
  role: Role,
  model?: string | undefined,
): readonly Requirement[] {
  const same = needs.filter((need) => need.role === role && need.model === model);
  return [...new Set(same.flatMap(({ requires = [] }) => requires))];
}

/** Endpoints are asked for what all stages of the plan need of them. */
function requiring(stages: readonly PlannedStage[], context: StageContext): StageContext {
  const needs = stages.flatMap((stage) => stage.needs);
  return {
    ...context,
    endpoint: (role, ask = {}) =>
      context.endpoint(role, { ...ask, requires: requirementsOf(needs, role, ask.model) }),
  };
}

/**
 * Built anew for each pass: some stages remember what they have seen.
 *
 * @param written What the stages are written in, for messages: a pipeline's file.
 */
export async function buildStages(
  stages: readonly PlannedStage[],
  context: StageContext,
  written?: string,
): Promise<readonly BuiltStage[]> {
  const built: BuiltStage[] = [];
  const own = requiring(stages, context);
  for (const { stage, with: options, given, place } of stages) {
    const where = written === undefined ? undefined : `${written}: stages.${place}: ${stage.name}`;
    if (stage.kind === 'map') {
      built.push(await saidAt(where, () => stage.build(options, own, given)));
      continue;
    }
    // What comes from the source is checked by the first stage that takes records one by one.
    const unchecked = !built.some(({ step }) => step !== undefined);
    const check = unchecked ? checkedRecords(stage.name) : undefined;
    built.push(asReady(await saidAt(where, () => stage.build(options, context)), check));
  }
  return built;
}

/** Places of the stages that call a model, from 0; what a stage brings along counts for it. */
export async function callingStages(uses: readonly StageUse[]): Promise<readonly number[]> {
  const stages = await Promise.all(uses.map((use) => planStages([use])));
  return stages.flatMap(({ maps }, place) => (maps.some(({ needs }) => needs.length > 0) ? [place] : []));
}

/** The roles whose endpoints the stages call. */
export async function rolesOf(uses: readonly StageUse[]): Promise<readonly Role[]> {
  const roles = new Set<Role>();
  for (const use of uses) {
    const { stage, options } = await checkedStage(use);
    const needs =
      stage.kind === 'job'
        ? stage.needs(options)
        : (await planStages([use])).maps.flatMap((one) => one.needs);
    for (const { role } of needs) roles.add(role);
  }
  return [...roles];
}
