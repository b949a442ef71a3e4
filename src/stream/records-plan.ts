// A plan over records that its caller has at hand, in words that those below the executor can say: a job that runs
// plans, a dataset build, a program, the workbench.
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { StageStep } from './step.ts';

/** A stage of the catalogue with its options, as pipelines write it. */
export interface StageUse {
  readonly use: string;
  readonly with: Readonly<Record<string, unknown>>;
}

export interface RecordsPlan {
  /** Names its lines of progress. */
  readonly label: string;
  readonly seed: number;
  /** Stages of the catalogue, and stages of the caller's own. */
  readonly stages: readonly (StageUse | StageStep)[];
  /** Each pass reads the records anew. */
  readonly groups: () => AsyncIterable<readonly Row[]>;
  /** Opened when the run begins; closed when all records have passed, else aborted. */
  readonly sink: () => Promise<Sink>;
}

export interface RecordsEnding {
  /** All records went through; false after a signal or a spent budget. */
  readonly complete: boolean;
  /** The stages as they were built. */
  readonly stages: readonly Pick<StageStep, 'name' | 'version' | 'config'>[];
}

/** Runs a plan; throws what broke it off. */
export type RunRecords = (plan: RecordsPlan) => Promise<RecordsEnding>;
