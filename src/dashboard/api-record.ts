// What the client gets of records: a page of the list, one record, its judgements and trials. Step numbers are 0-based.
import type { Annotation } from '../records/annotation.ts';
import type { MeasuredParameter } from '../records/review.ts';

/** Text with its mathematics: `html` comes from KaTeX and nowhere else; a formula that it rejected has none. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'math';
      readonly source: string;
      readonly display: boolean;
      readonly html: string | null;
    };

export interface Passage {
  readonly segments: readonly Segment[];
  /** Characters that are not shown here. */
  readonly left: number;
}

/** A part of a changed step; what is the same has `before` only where the original writes it in another way. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly before: readonly Segment[] | null;
  readonly after: readonly Segment[] | null;
}

export interface ShownVote {
  readonly status: string;
  readonly firstError: number | null;
  /** The reply, where it was kept. */
  readonly reply: Passage | null;
}

export interface ShownCritique {
  readonly critic: string;
  readonly protocol: string;
  readonly status: string;
  readonly firstError: number | null;
  readonly errorSteps: readonly number[] | null;
  readonly agreement: number | null;
  readonly model: string | null;
  readonly simulated: boolean;
  readonly explanations: readonly { readonly step: number; readonly passage: Passage }[];
  readonly votes: readonly ShownVote[];
  readonly outcome: string | null;
  /** The proposed injection that was judged; null for the record itself. */
  readonly proposal: string | null;
  /** Whether the solution was judged as it was before its injection. */
  readonly original: boolean;
}

/** One check of the gate. */
export interface ShownCheck {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string | null;
}

export interface ShownInjection {
  readonly status: string | null;
  readonly mode: string | null;
  readonly errorStep: number | null;
  readonly errorType: string | null;
  readonly explanation: Passage | null;
  readonly comment: string | null;
  readonly model: string | null;
  readonly simulated: boolean;
  readonly attempts: number | null;
  readonly gate: readonly ShownCheck[];
  readonly originalAnswer: string | null;
  /** Readable votes of blind critics, and those that name the step; absent where none were asked for. */
  readonly difficulty?: { readonly found: number; readonly valid: number };
}

/** Why a person should look at the record, as `items` ranked it. */
export interface ShownReview {
  readonly rank: number;
  readonly score: number;
  /** In words. */
  readonly reasons: readonly string[];
  /** What critics would have as the label, 0-based, -1 = correct. */
  readonly suggested: number | null;
  readonly difficulty: MeasuredParameter | null;
  readonly discrimination: MeasuredParameter | null;
}

export interface ShownStep {
  readonly index: number;
  readonly passage: Passage;
  /** What an injection did to it; null where it says what the original says. */
  readonly change: 'changed' | 'added' | null;
  /** Of a changed step: what it kept, lost and gained, beside the part of the original that it stands for. */
  readonly diff: readonly DiffPart[] | null;
  /** Places of the original's steps that stand for it. */
  readonly originals: readonly number[];
  /** Places of the original's steps that were left out before it. */
  readonly leftOut: readonly number[];
}

export interface ShownRecord {
  readonly id: string;
  readonly hash: string;
  readonly problem: Passage;
  readonly steps: readonly ShownStep[];
  /** The steps before the injection; null where there was none. */
  readonly original: readonly Passage[] | null;
  /** Places of the original's steps that were left out at the end. */
  readonly leftOut: readonly number[];
  readonly answer: string | null;
  readonly finalAnswer: string | null;
  readonly errorSteps: readonly number[] | null;
  readonly label: 'error' | 'clean' | 'unknown';
  readonly facts: readonly (readonly [string, string])[];
  readonly injection: ShownInjection | null;
  readonly review: ShownReview | null;
  readonly critiques: readonly ShownCritique[];
  readonly provenance: readonly { readonly stage: string; readonly version: string; readonly key: string }[];
}

export interface RecordPage {
  readonly row: number;
  readonly rows: number;
  /** The record's id as it is in the file; null where the row is no record. */
  readonly recordId: string | null;
  /** Other rows with this id: a judgement is about all of them. 0 while the ids have not been read. */
  readonly twins: number;
  /** Label, injection, critics and what others say are kept back until it is judged. */
  readonly hidden: boolean;
  /** Null where the row is no record: then why, and what is there instead. */
  readonly record: ShownRecord | null;
  readonly broken: { readonly reason: string; readonly raw: string } | null;
  readonly annotations: readonly ShownAnnotation[];
  readonly proposals: readonly ShownProposal[];
  readonly trials: readonly ShownCritique[];
}

export type ShownAnnotation = Annotation & {
  /** The record has changed since. */
  readonly stale: boolean;
  /** What a judgement that replaces this one is based on. */
  readonly version: string;
};

/** Two versions of one thing, of which one is filed and the other was turned down. */
export interface Conflict {
  readonly filed: Annotation;
  readonly refused: Annotation;
}

/** What is filed about a record at this moment, and the versions of it that were turned down. */
export interface JudgementsPage {
  readonly annotations: readonly ShownAnnotation[];
  readonly conflicts: readonly Conflict[];
}

/** Answers to a judgement: filed (200), or turned down because of what was filed meanwhile (409). */
export interface FiledJudgement {
  readonly annotation: ShownAnnotation;
}
export interface RefusedJudgement {
  readonly error: string;
  readonly conflict: ShownAnnotation;
}

export interface ShownProposal {
  readonly id: string;
  readonly annotator: string;
  readonly state: 'proposed' | 'accepted' | 'rejected';
  readonly edited: boolean;
  readonly record: ShownRecord;
  /** The steps as text, for editing. */
  readonly texts: readonly string[];
  /** Null where a person wrote it and nothing was called. */
  readonly spent: string | null;
}

/** A solution as text, for somebody who writes an injection into it. */
export interface SolutionText {
  readonly steps: readonly string[];
  readonly finalAnswer: string | null;
}

/** What became of an injection that a person wrote: kept, or turned down by the checks that failed. */
export type WrittenOutcome =
  | { readonly proposal: ShownProposal }
  | { readonly failed: readonly ShownCheck[] };

export interface RowSummary {
  readonly row: number;
  readonly id: string;
  readonly excerpt: string;
  readonly dataset: string | null;
  readonly label: number;
  readonly steps: number | null;
  readonly status: string | null;
  readonly type: string | null;
  readonly verdicts: readonly { readonly critic: string; readonly named: number }[];
  readonly mine: string | null;
  /** The first reason for review, in words. */
  readonly review: string | null;
  readonly broken: string | null;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}
export interface Facet {
  readonly name: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
  /** Values that are not listed. */
  readonly more: number;
}

export interface ListPage {
  readonly total: number;
  readonly matched: number;
  readonly offset: number;
  readonly records: readonly RowSummary[];
  readonly facets: readonly Facet[];
  readonly critics: readonly string[];
  /** Parts of the query that would show what is hidden from whoever judges blind, and were not used: in words. */
  readonly unused: readonly string[];
  /** Share of the file that is indexed or searched so far; null when done. */
  readonly working: { readonly what: string; readonly share: number } | null;
}
