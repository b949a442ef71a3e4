// From a stage's declaration to the stage itself; stages are loaded when a pipeline uses them.
import type { Role } from '../config/settings.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { type StageStep, stageStep } from '../stream/step.ts';
import type { StageDeclaration } from './schema.ts';

export interface BuildContext {
  readonly seed: number;
  /** Records in a stage at once, where it waits for calls. */
  readonly concurrency: number;
  /** `model` instead of the one that is configured for the role. */
  endpoint(role: Role, model?: string): Promise<ChatEndpoint>;
}

/** The endpoint roles that a stage calls. */
export function rolesOf(declaration: StageDeclaration): readonly Role[] {
  switch (declaration.use) {
    case 'filter':
      return [];
    case 'inject':
      return (declaration.with.verifyVotes ?? 0) > 0 ? ['inject', 'critic'] : ['inject'];
    default:
      return ['critic'];
  }
}

export async function buildStage(declaration: StageDeclaration, context: BuildContext): Promise<StageStep> {
  const { seed, concurrency } = context;
  switch (declaration.use) {
    case 'filter': {
      const { filterStage } = await import('../datasets/filter.ts');
      return stageStep(filterStage({ seed, ...declaration.with }));
    }
    case 'inject': {
      const { injectStage } = await import('../inject/inject.ts');
      const { createVerifier } = await import('../inject/verify.ts');
      const { verifyVotes = 0, cleanFraction = 0, ...options } = declaration.with;
      const endpoint = await context.endpoint('inject');
      const verifier =
        verifyVotes > 0
          ? createVerifier({ endpoint: await context.endpoint('critic'), votes: verifyVotes })
          : undefined;
      return stageStep(injectStage({ ...options, cleanFraction, endpoint, seed, verifier }), concurrency);
    }
    case 'difficulty': {
      const { difficultyStage } = await import('./difficulty.ts');
      const endpoints = [await context.endpoint('critic')];
      return stageStep(difficultyStage({ ...declaration.with, endpoints, seed }), concurrency);
    }
    case 'classify': {
      const { classifyStage } = await import('../inject/classify.ts');
      const endpoint = await context.endpoint('critic');
      return stageStep(classifyStage({ ...declaration.with, endpoint, seed }), concurrency);
    }
    case 'judge': {
      const { judgeStage } = await import('../critic/judge.ts');
      const endpoint = await context.endpoint('critic');
      return stageStep(judgeStage({ ...declaration.with, endpoint, seed }), concurrency);
    }
    case 'critic': {
      const { criticStage } = await import('../critic/critic.ts');
      const { protocol = 'first_error', votes = 1, model, ...options } = declaration.with;
      const endpoint = await context.endpoint('critic', model);
      return stageStep(criticStage({ ...options, protocol, votes, endpoint, seed }), concurrency);
    }
  }
}
