// A cascade of two models as the stage builds it, and what it says at the end of a run.
import type { CriticOptions } from '../../critic/critic.ts';
import type { CascadeRule } from '../../records/cascade.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount } from '../../report/format.ts';
import { stageStep } from '../../stream/step.ts';
import type { BuiltStage, StageContext } from '../define.ts';
import { onPart, type ProblemPart } from '../problem-part.ts';
import { type CriticFiles, criticObserver } from './observer.ts';

interface CascadeAsked extends Omit<CriticOptions, 'endpoint' | 'seed'> {
  readonly model?: string | undefined;
  readonly thenModel: string;
  readonly thenVotes: number;
  readonly accept: CascadeRule;
  readonly acceptShare: number;
  readonly part?: ProblemPart | undefined;
}

export async function cascadeBuilt(
  { model, thenModel, thenVotes, accept: rule, acceptShare: share, name, part, ...asked }: CascadeAsked,
  files: CriticFiles,
  { seed, concurrency, endpoint, say }: StageContext,
): Promise<BuiltStage> {
  const [{ modelCritic }, { cascadeStage }] = await Promise.all([
    import('../../critic/critic.ts'),
    import('../../critic/cascade.ts'),
  ]);
  const first = modelCritic({ ...asked, seed, endpoint: await endpoint('critic', { model }) });
  const strong = await endpoint('critic', { model: thenModel });
  const next = modelCritic({ ...asked, votes: thenVotes, seed, endpoint: strong });
  const decided = { first: 0, next: 0 };
  const stage = cascadeStage({
    ...{ first, next, rule, share, name },
    onDecided: (by) => {
      decided[by] += 1;
    },
  });
  const observe = criticObserver(String(stage.config.critic), files);
  const line = (): string =>
    `${first.config.critic} decided ${formatCount(decided.first)} and passed ${formatCount(decided.next)} on to ${next.config.critic}`;
  return {
    step: stageStep<Solution, Solution>(onPart(stage, part, seed), concurrency),
    observe: (context) => {
      const observer = observe(context);
      return {
        ...observer,
        summary: (allRead) => [...(observer.summary?.(allRead) ?? []), line()],
        async finish(complete) {
          // Without a reply, nothing is decided.
          if (context.dry)
            say(`  calls of ${next.config.critic} are counted for every record, the most there can be`);
          await observer.finish?.(complete);
        },
      };
    },
  };
}
