// Which stages there are. Each is loaded when it is needed.

import type { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { checkObject } from '../records/wrong-argument.ts';
import type { AnyStage } from './define.ts';

const loaders = {
  ingest: async () => (await import('./ingest/ingest.ts')).ingest,
  filter: async () => (await import('./filter/filter.ts')).filter,
  sample: async () => (await import('./sample/sample.ts')).sample,
  balance: async () => (await import('./balance/balance.ts')).balance,
  inject: async () => (await import('./inject/inject.ts')).inject,
  gate: async () => (await import('./gate/gate.ts')).gate,
  critic: async () => (await import('./critic/critic.ts')).critic,
  prm: async () => (await import('./prm/prm.ts')).prm,
  judge: async () => (await import('./judge/judge.ts')).judge,
  classify: async () => (await import('./classify/classify.ts')).classify,
  difficulty: async () => (await import('./difficulty/difficulty.ts')).difficulty,
  verify: async () => (await import('./verify/verify.ts')).verify,
  extract: async () => (await import('./extract/extract.ts')).extract,
  export: async () => (await import('./export/export.ts')).exportRows,
  score: async () => (await import('./score/score.ts')).score,
  compare: async () => (await import('./compare/compare.ts')).compare,
  power: async () => (await import('./power/power.ts')).power,
  cascade: async () => (await import('./cascade/cascade.ts')).cascade,
  items: async () => (await import('./items/items.ts')).items,
  report: async () => (await import('./report/report.ts')).report,
  pool: async () => (await import('./pool/pool.ts')).pool,
  think: async () => (await import('./think/think.ts')).think,
  vote: async () => (await import('./vote/vote.ts')).vote,
  sweep: async () => (await import('./sweep/sweep.ts')).sweep,
  dataset: async () => (await import('./dataset/dataset.ts')).dataset,
  push: async () => (await import('./push/push.ts')).push,
} as const;

export type StageName = keyof typeof loaders;

/** The options of a stage as a pipeline or a program writes them. */
export type StageOptions<N extends StageName> = z.input<Awaited<ReturnType<(typeof loaders)[N]>>['options']>;

export const stageNames = Object.keys(loaders) as readonly StageName[];

export function isStage(name: string): name is StageName {
  return Object.hasOwn(loaders, name);
}

const added = new Map<string, AnyStage>();

/**
 * Makes a stage of a program's own known by its name, to pipelines and to `ownStage`.
 *
 * @throws LB_CONFIG for a name that is taken.
 */
export function addStage(stage: AnyStage): void {
  checkObject('addStage', 'a stage, as defineMap makes it', stage);
  if (isStage(stage.name) || added.has(stage.name)) {
    throw new LateBenchError('LB_CONFIG', `there is a stage ${stage.name} already: choose another name`);
  }
  added.set(stage.name, stage);
}

/** True for a stage of a program's own. */
export function isAdded(name: string): boolean {
  return added.has(name);
}

/** Throws LB_CONFIG for a name that is none. */
export async function loadStage(name: string): Promise<AnyStage> {
  const own = added.get(name);
  if (own !== undefined) return own;
  if (isStage(name)) return (await loaders[name]()) as unknown as AnyStage;
  throw new LateBenchError(
    'LB_CONFIG',
    `there is no stage ${name}: use ${stageNames.join(', ')}${didYouMean(name, stageNames)}`,
  );
}
