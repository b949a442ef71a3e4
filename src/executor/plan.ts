// What a run consists of: a source, stages, sinks, a folder, and its notifications.

import type { LateBenchError } from '../errors.ts';
import type { TextStyle } from '../report/text-style.ts';
import type { BuiltStage, Observer, Reduced, StageContext } from '../stages/define.ts';
import type { ManifestFacts } from '../storage/manifest.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Link, PassContext } from '../stream/pass.ts';
import type { Ending } from '../stream/run.ts';
import type { Tally } from '../stream/tally.ts';
import type { PlannedReduction, PlannedStage } from './build-plan.ts';
import type { BadCounts, PassCounts } from './counts-since.ts';
import type { Interruption } from './interruption.ts';
import type { QueuePlan } from './queue/job-queue.ts';
import type { Session } from './session.ts';
import type { OpenSource, SourceInput } from './source.ts';
import type { Terminal } from './terminal.ts';

export interface Plan {
  /** Names lines on stderr: the command, or the pipeline. */
  readonly label: string;
  readonly seed: number;
  /** What the stages are written in, for messages: a pipeline's file. */
  readonly written?: string | undefined;
  readonly stages: readonly PlannedStage[];
  /** What the records come to at the end. */
  readonly reduction?: PlannedReduction | null;
  /** The files that the records come from, by name. */
  readonly sources: readonly string[];
  /** Opens the source; each pass reads it anew. */
  readonly source: (
    context: Pick<PassContext, 'policy'> & { readonly quiet: boolean },
  ) => Promise<OpenSource>;
  /** Opened when the run begins; not in a dry run. */
  readonly sink: (stages: readonly BuiltStage[]) => Promise<Sink>;
  /** False: an interrupted run still publishes what it has (a stream). */
  readonly wholeOrNothing: boolean;
  /** Not all records of the source are read. */
  readonly limited?: boolean;
  /** Say what the stages counted, at the end. */
  readonly summaries: boolean;
  /** How results are printed; plain when absent. */
  readonly style?: TextStyle;
  /** Records that the last stage may hand on. */
  readonly limit?: number | undefined;
  readonly order?: 'input' | 'any';
  /** Where records of a side port go; `keep` passes them on as well. */
  readonly side?: { readonly sink: (() => Promise<Sink>) | undefined; readonly keep: boolean } | undefined;
  /** Folder of manifest, events and files beside the records. */
  readonly folder?: string | undefined;
  readonly metricsPort?: number | undefined;
  /** False: whoever runs the plan says what a dry run has counted. */
  readonly tellsDryRun?: false;
  /** USD per million tokens, as `in=X,out=Y`, for what a dry run says of cost. */
  readonly price?: string | undefined;
  /** Workers make the calls before the plan runs, in its folder. */
  readonly queue?: QueuePlan | undefined;
  /** How long to wait for batches, in milliseconds. */
  readonly batchWaitMs?: number | undefined;
  /** What the manifest says of the run, beside what the executor knows; asked for at its end. */
  readonly manifest: () => Pick<ManifestFacts, 'command'> & Partial<ManifestFacts>;
  /** Called when all stages are built, before the first call. */
  readonly checked?: (stages: readonly BuiltStage[]) => Promise<void>;
  /** Called when all records have passed, before the manifest is written. */
  readonly finished?: (outcome: Pick<Outcome, 'inputs' | 'tally'>) => Promise<void>;
  /** Keeps what a stage passes on, by its place. */
  readonly keep?: (place: number) => Link['keep'];
  /** Ran before this run, and left what the source reads: named in the manifest. */
  readonly kept?: ManifestFacts['stages'];
  /** More observers than the stages have. */
  readonly observers?: readonly Observer[];
  /** Share of the work that is done, where that is known better than from the input. */
  readonly doneShare?: (source: OpenSource, tally: PassCounts, policy: BadCounts) => number | null;
}

export interface RunContext {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly policy: ErrorPolicy;
  readonly tally?: Tally;
  /** Rows of files that options name, and records for an earlier pass. */
  readonly files: Pick<StageContext, 'rows' | 'records'>;
}

export interface Outcome {
  readonly ending: Ending;
  /** All of the input went through. */
  readonly complete: boolean;
  readonly tally: Tally;
  readonly inputs: readonly SourceInput[];
  /** Of a plan that ends with a reduction; null where it was interrupted. */
  readonly result: Reduced | null;
  /** What ended the run cleanly before its end: a spent budget, a wrong key. */
  readonly reason: LateBenchError | undefined;
  /** The exit code, where there is no such reason. */
  readonly exitCode: number;
}
