// A pipeline as data: where records come from, which stages they go through, what is counted at the end. Files under
// pipelines/ hold nothing but such declarations.
import { join } from 'node:path';
import type { CriticOptions } from '../critic/critic.ts';
import type { JudgeOptions } from '../critic/judge.ts';
import type { FilterOptions } from '../datasets/filter.ts';
import type { ClassifyOptions } from '../inject/classify.ts';
import type { InjectOptions } from '../inject/inject.ts';
import type { ScoreSettings } from '../metrics/score.ts';
import { packageRoot } from '../package-root.ts';

/** The problems that come with the package. */
export const sampleProblems = join(packageRoot, 'data', 'samples', 'problems.jsonl');

export interface SourceDeclaration {
  readonly files?: readonly string[];
  /** Generated problems after those of the files. */
  readonly synthetic?: { readonly count: number; readonly seed: number };
}

type Unset<T, K extends keyof T> = { readonly [P in keyof Omit<T, K>]?: T[P] };

export type StageDeclaration =
  | { readonly use: 'filter'; readonly with: FilterOptions }
  | {
      readonly use: 'inject';
      readonly with: Unset<InjectOptions, 'endpoint' | 'seed' | 'verifier'> & {
        /** Votes of the critic's model on each injection, 0 for none: more than half must call it wrong. */
        readonly verifyVotes?: number;
      };
    }
  /** How many samples of the critic's model find each injected error. */
  | { readonly use: 'difficulty'; readonly with: { readonly votes: number; readonly temperature?: number } }
  | { readonly use: 'classify'; readonly with: Unset<ClassifyOptions, 'endpoint' | 'seed'> }
  | {
      readonly use: 'critic';
      readonly with: Unset<CriticOptions, 'endpoint' | 'seed'> & {
        /** Another model of the critic's endpoint than the configured one. */
        readonly model?: string;
      };
    }
  /** After the critics: whether their explanations give the annotated reason. */
  | { readonly use: 'judge'; readonly with: Unset<JudgeOptions, 'endpoint' | 'seed'> };

export interface PipelineDefinition {
  readonly name: string;
  /** One sentence: what it is for. */
  readonly about: string;
  readonly source: SourceDeclaration;
  readonly stages: readonly StageDeclaration[];
  readonly score?: ScoreSettings;
  /** A base URL or `sim` for every role; the configured endpoints when absent. */
  readonly endpoint?: string;
  readonly seed: number;
}

/** Gives a declaration its type, where it is written. */
export function definePipeline(definition: PipelineDefinition): PipelineDefinition {
  return definition;
}
