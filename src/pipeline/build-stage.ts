// From a stage's declaration to the stage itself; stages are loaded when a pipeline uses them.
import type { Role } from '../config/settings.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { type StageStep, stageStep } from '../stream/step.ts';
import type { StageDeclaration } from './define.ts';

export interface BuildContext {
  readonly seed: number;
  /** Records in a stage at once, where it waits for calls. */
  readonly concurrency: number;
  endpoint(role: Role): Promise<ChatEndpoint>;
}

/** The endpoint role that a stage calls, or null. */
export function roleOf(declaration: StageDeclaration): Role | null {
  return declaration.use === 'filter' ? null : declaration.use;
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
      const endpoint = await context.endpoint('inject');
      return stageStep(injectStage({ cleanFraction: 0, ...declaration.with, endpoint, seed }), concurrency);
    }
    case 'critic': {
      const { criticStage } = await import('../critic/critic.ts');
      const endpoint = await context.endpoint('critic');
      const options = { protocol: 'first_error', votes: 1, ...declaration.with, endpoint, seed } as const;
      return stageStep(criticStage(options), concurrency);
    }
  }
}
