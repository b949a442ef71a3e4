// The first page: what is open, with what is known of it.
import type { Share } from './api-analysis.ts';
import type { RunState } from './api-live.ts';

export interface HomeCritic {
  readonly critic: string;
  readonly simulated: boolean;
  /** Records with a label that it judged. */
  readonly n: number;
  /** ProcessBench's F1 of exact steps and passed solutions; null where one of the classes is missing. */
  readonly f1: number | null;
  /** Of the erroneous solutions: the first error named exactly. */
  readonly exact: Share;
  /** Of the correct solutions. */
  readonly passed: Share;
}

export interface HomeSource {
  readonly id: string;
  readonly name: string;
  readonly kind: 'run' | 'file' | 'dataset';
  /** The command or the pipeline; null for a file. */
  readonly made: string | null;
  /** Cells of a run that is a grid; null of any other. */
  readonly cells: number | null;
  /** When it was made, ISO 8601; for a file when it was changed last. */
  readonly date: string | null;
  readonly rows: number;
  readonly simulated: boolean;
  readonly state: RunState | null;
  /** How far a run is, 0 to 1; null where that is not known. */
  readonly share: number | null;
  /** What its manifest says it was made with: inputs, seed, and each stage's configuration (`critic.votes`). */
  readonly settings: Readonly<Record<string, string>>;
  readonly reports: readonly { readonly name: string; readonly href: string }[];
  /** Null where the records are too many to be read for this page: open the source to see them. */
  readonly critics: readonly HomeCritic[] | null;
}

export interface HomePage {
  /** The latest first. */
  readonly sources: readonly HomeSource[];
  readonly pools: readonly { readonly id: string; readonly name: string; readonly problems: number }[];
}
