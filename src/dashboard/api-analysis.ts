// What the client gets of the analyses: slices, comparison, agreement, overview, quarantine, monitor.
import type { BlindAgreement } from '../metrics/blind-agreement.ts';
import type { DecisionAgreement } from '../metrics/decision-agreement.ts';
import type { ComparisonObject } from '../records/comparison.ts';
import type { Facet } from './api-record.ts';

/** A share with its counts and its 95 % interval (Wilson); null where there is nothing to count. */
export interface Share {
  readonly hits: number;
  readonly n: number;
  readonly share: number | null;
  readonly interval: readonly [number, number] | null;
}

export interface SliceCell {
  readonly value: string;
  readonly n: number;
  /** Erroneous solutions whose first error is named exactly. */
  readonly exact: Share;
  /** Erroneous solutions of which any step is named. */
  readonly detected: Share;
  /** Correct solutions that are passed. */
  readonly passed: Share;
  readonly unreadable: number;
}

export interface Slice {
  readonly name: string;
  readonly title: string;
  readonly cells: readonly SliceCell[];
}

export interface SlicesPage {
  readonly critic: string | null;
  readonly critics: readonly string[];
  readonly total: SliceCell | null;
  readonly slices: readonly Slice[];
}

/** A critic of one of the sources; requests name it by its place in the list. */
export interface Subject {
  readonly source: string;
  readonly sourceName: string;
  readonly critic: string;
  /** Its name in the comparison: with the file where another source has a critic of the same name. */
  readonly name: string;
  readonly simulated: boolean;
}

/** One record of two critics; 0-based steps, -1 = no error, or codes as in records/columns.ts. */
export interface PairRow {
  readonly row: number;
  /** Where the record is in the source of each of the two. */
  readonly rows: readonly [first: number | null, second: number | null];
  readonly id: string;
  readonly excerpt: string;
  readonly label: number;
  readonly first: number;
  readonly second: number;
  readonly firstRight: boolean;
}

export interface ComparePage {
  readonly subjects: readonly Subject[];
  /** Opened sources that cannot be compared with this one, and why. */
  readonly apart: readonly { readonly sourceName: string; readonly reason: string }[];
  /** Critics beyond those that are compared. */
  readonly leftOut: number;
  /** What `latebench compare --format json` prints about the source and those joined to it. */
  readonly comparison: ComparisonObject;
  /** Null also for two critics that have judged no record both. */
  readonly pair: {
    readonly both: number;
    readonly onlyFirst: number;
    readonly onlySecond: number;
    readonly neither: number;
    /** Those that only one of the two has right. */
    readonly differing: readonly PairRow[];
    /** How many of those are not told to whoever asks, who is still to judge them blind. */
    readonly hidden: number;
    readonly offset: number;
  } | null;
}

export interface AgreementPage {
  readonly annotators: readonly {
    readonly name: string;
    readonly decisions: number;
    /** Decisions made with label and critics out of sight. */
    readonly blind: number;
    /** Records that are this annotator's to judge, and those of them that are judged; absent without an assignment. */
    readonly assigned?: { readonly records: number; readonly judged: number };
    readonly meanSeconds: number | null;
  }[];
  /** What measures agreement: blind judgements only. The figures below are over all. */
  readonly blind: BlindAgreement;
  readonly alphaDecision: number | null;
  readonly alphaFirstError: number | null;
  readonly pairs: DecisionAgreement['pairs'];
  /** How many disputes there are; how many of them are about records that whoever asks is still to judge blind. */
  readonly disputed: number;
  readonly hidden: number;
  readonly disputes: readonly {
    readonly recordId: string;
    /** As it is in the file. */
    readonly id: string;
    /** What was judged, as its first judge saw it. */
    readonly hash: string | null;
    readonly row: number | null;
    /** Of the solution; null where the record is not here. */
    readonly steps: number | null;
    readonly said: readonly {
      readonly annotator: string;
      readonly decision: string | null;
      readonly firstError: number | null;
    }[];
    readonly settled: {
      readonly decision: string | null;
      readonly firstError: number | null;
      readonly by: string | null;
      readonly version: string;
    } | null;
  }[];
  readonly settled: number;
}

export interface OverviewPage {
  readonly rows: number;
  readonly labels: readonly { readonly value: string; readonly count: number }[];
  /** First errors by tenth of the solution; null where none is known. */
  readonly places: readonly number[] | null;
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  readonly fields: readonly Facet[];
  readonly funnel: readonly { readonly what: string; readonly count: number }[];
  readonly manifest: string | null;
  readonly figures: readonly (readonly [name: string, value: string])[];
}

export interface QuarantinePage {
  readonly path: string;
  readonly total: number;
  readonly groups: readonly {
    readonly code: string;
    readonly stage: string | null;
    readonly count: number;
    readonly message: string;
    readonly examples: readonly {
      readonly line: number;
      readonly source: string | null;
      readonly at: number | null;
      readonly message: string;
      readonly raw: string;
    }[];
  }[];
  readonly retry: string;
}

export interface MonitorState {
  readonly finished: boolean;
  readonly calls: number;
  readonly failed: number;
  readonly fromJournal: number;
  readonly inFlight: number;
  readonly retries: number;
  readonly rateLimited: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly usd: number | null;
  /** Null where nothing limits the run. */
  readonly budget: {
    readonly spentUsd: number | null;
    readonly limitUsd: number | null;
    readonly spentTokens: number;
    readonly limitTokens: number | null;
  } | null;
  /** How far the run is, 0 to 1, and the seconds left when its last event was written; null where it is unknown. */
  readonly share: number | null;
  readonly etaSeconds: number | null;
  readonly perMinute: number | null;
  readonly medianMs: number | null;
  readonly quarantined: number;
  readonly since: string | null;
  readonly last: string | null;
  /** Calls finished in each of the last stretches of equal length, the newest last. */
  readonly rate: readonly number[];
  readonly rateSeconds: number;
  readonly limits: readonly {
    readonly role: string;
    readonly limit: number;
    readonly reason: string;
    readonly at: string;
  }[];
  readonly codes: readonly { readonly code: string; readonly count: number }[];
}
