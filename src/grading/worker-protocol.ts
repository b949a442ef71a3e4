// What passes between the grader and its threads.
import type { CaseOptions, Judgement } from '../mathverify/index.ts';

/** A row with a gold answer and a prediction, in the fields that the options name; its own `options` go first. */
export type Pair = Readonly<Record<string, unknown>>;

/** What a thread is started with. */
export interface WorkerSettings {
  readonly options: CaseOptions;
  /** Adds both parses in print to each grade. */
  readonly explain: boolean;
  /** One 32-bit integer: the place of the pair that is being graded in its chunk; -1 between chunks. */
  readonly place: SharedArrayBuffer;
}

/** A verdict, and the whole grade as JSON: the thread writes it, so that the server only joins texts. */
export interface Grade {
  readonly verdict: Judgement['verdict'];
  readonly json: string;
}

/** What a thread sends: that it is ready, or the grades of a chunk, in its order. */
export type FromWorker = 'ready' | readonly Grade[];
