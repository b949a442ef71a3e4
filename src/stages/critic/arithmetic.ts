// The critic that checks arithmetic, alone or before a model, as the stage builds it; and what it says at the end of a run.
import type { CriticOptions } from '../../critic/critic.ts';
import { arithmeticName } from '../../records/critic-names.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount } from '../../report/format.ts';
import { stageStep } from '../../stream/step.ts';
import type { BuiltStage, Observer, StageContext } from '../define.ts';
import { onPart, type ProblemPart } from '../problem-part.ts';
import { type CriticFiles, criticObserver } from './observer.ts';

/** `thenModel`: the model that is asked about what arithmetic passes. */
export async function arithmeticBuilt(
  {
    thenModel,
    name,
    part,
    ...asked
  }: Omit<CriticOptions, 'endpoint' | 'seed'> & {
    readonly thenModel?: string | undefined;
    readonly part?: ProblemPart | undefined;
  },
  files: CriticFiles,
  { seed, concurrency, endpoint, say }: StageContext,
): Promise<BuiltStage> {
  const { arithmeticStage } = await import('../../critic/arithmetic-critic.ts');
  const { protocol } = asked;
  if (thenModel === undefined) {
    const stage = arithmeticStage({ protocol, name });
    return {
      step: stageStep<Solution, Solution>(onPart(stage, part, seed)),
      observe: criticObserver(String(stage.config.critic), files),
    };
  }
  const { modelCritic } = await import('../../critic/critic.ts');
  const model = modelCritic({ ...asked, seed, endpoint: await endpoint('critic', { model: thenModel }) });
  const stage = arithmeticStage({ protocol, name, next: model });
  const critic = String(stage.config.critic);
  const observe = criticObserver(critic, files);
  return {
    step: stageStep<Solution, Solution>(onPart(stage, part, seed), concurrency),
    observe: (context) => withShare(observe(context), critic, thenModel, context.dry ? say : undefined),
  };
}

/** Also says how many records the model was not asked about. */
function withShare(
  observer: Observer,
  critic: string,
  model: string,
  /** In a dry run, which prints no summary. */
  say?: (line: string) => void,
): Observer {
  let flagged = 0;
  let passed = 0;
  const line = (): string =>
    `arithmetic found ${formatCount(flagged)} without a call and passed ${formatCount(passed)} on to ${model}`;
  return {
    ...observer,
    add(row) {
      const critique = (row as Solution).critiques?.findLast((entry) => entry.critic === critic);
      if (critique?.model === arithmeticName) flagged += 1;
      else if (critique !== undefined) passed += 1;
      return observer.add(row);
    },
    summary: (allRead) => [...(observer.summary?.(allRead) ?? []), line()],
    async finish(complete) {
      say?.(`  ${line()}`);
      await observer.finish?.(complete);
    },
  };
}
