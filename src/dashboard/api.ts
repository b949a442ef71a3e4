// What server and client say to each other: schemas of what the client sends, types of what it gets. Step numbers
// are 0-based as in data; only the pages count from 1.
import { z } from 'zod';
import { annotationKinds, decisions } from '../records/annotation.ts';
import { protocols } from '../records/protocols.ts';

const list = z.array(z.string().max(500)).max(200);

/** What a page of records, a queue or a slice is made of; all of it stands in the address. */
export const querySchema = z.object({
  /** Chosen values by dimension; within one any of them will do. */
  chosen: z.record(z.string().max(40), list),
  /** The critic whose outcomes are counted; the first when absent. */
  critic: z.string().max(500).optional(),
  /** Only records on which these two disagree. */
  differ: z.tuple([z.string().max(500), z.string().max(500)]).optional(),
  minSteps: z.int().nonnegative().optional(),
  maxSteps: z.int().nonnegative().optional(),
  /** Words, or a regular expression between slashes. */
  text: z.string().max(500).optional(),
  sort: z.enum(['row', 'steps', 'first', 'place']),
  down: z.boolean(),
});
export type Query = z.infer<typeof querySchema>;

const step = z.int().nonnegative();
const text = z.string().max(20_000);

/** A judgement as the client sends it; the server adds annotator's time stamp, record id and hash. */
export const judgementSchema = z.object({
  source: z.string().max(200),
  row: step,
  annotator: z.string().min(1).max(64),
  kind: z.enum(annotationKinds),
  decision: z.enum(decisions).nullish(),
  first_error: z.int().min(-1).nullish(),
  propagated_steps: z.array(step).max(10_000).nullish(),
  target_step: step.nullish(),
  error_type: z.string().max(100).nullish(),
  comment: text.nullish(),
  critic: z.string().max(500).nullish(),
  step_right: z.boolean().nullish(),
  explanation_right: z.boolean().nullish(),
  seconds: z.number().nonnegative().max(1e7).nullish(),
});
export type Judgement = z.infer<typeof judgementSchema>;

export const injectRequestSchema = z.object({
  source: z.string().max(200),
  row: step,
  annotator: z.string().min(1).max(64),
  comment: text.nullable(),
  target_step: step.nullable(),
  error_type: z.string().max(100).nullable(),
  /** Another number is another attempt; the same again costs nothing. */
  seed: z.int().nonnegative().max(1_000_000),
});
export type InjectRequest = z.infer<typeof injectRequestSchema>;

export const settleRequestSchema = z.object({
  source: z.string().max(200),
  proposal: z.string().max(64),
  annotator: z.string().min(1).max(64),
  verdict: z.enum(['accepted', 'rejected']),
  /** The steps as a person edited them; absent = as proposed. */
  steps: z.array(z.string().max(200_000)).min(1).max(2000).optional(),
});
export type SettleRequest = z.infer<typeof settleRequestSchema>;

export const criticRequestSchema = z.object({
  source: z.string().max(200),
  row: step,
  annotator: z.string().min(1).max(64),
  protocol: z.enum(protocols),
  votes: z.int().min(1).max(16),
  /** Judge this proposed injection instead of the record. */
  proposal: z.string().max(64).nullable(),
});
export type CriticRequest = z.infer<typeof criticRequestSchema>;

/** Text with its mathematics: `html` comes from KaTeX and nowhere else; a formula that it refused has none. */
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

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export type { Annotation } from '../records/annotation.ts';

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
  readonly votes: readonly { readonly status: string; readonly firstError: number | null }[];
  readonly outcome: string | null;
  /** The proposed injection that was judged; null for the record itself. */
  readonly proposal: string | null;
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
  readonly gate: readonly { readonly check: string; readonly ok: boolean; readonly detail: string | null }[];
  readonly originalAnswer: string | null;
}

export interface ShownStep {
  readonly index: number;
  readonly passage: Passage;
  /** Where an injection changed this step: what was there, and word by word. */
  readonly original: Passage | null;
  readonly diff: readonly DiffPart[] | null;
}

export interface ShownRecord {
  readonly id: string;
  readonly hash: string;
  readonly problem: Passage;
  readonly steps: readonly ShownStep[];
  /** Steps that the injected solution no longer has. */
  readonly stepsLeft: number;
  readonly answer: string | null;
  readonly finalAnswer: string | null;
  readonly errorSteps: readonly number[] | null;
  readonly label: 'error' | 'clean' | 'unknown';
  readonly facts: readonly (readonly [string, string])[];
  readonly injection: ShownInjection | null;
  readonly critiques: readonly ShownCritique[];
  readonly provenance: readonly { readonly stage: string; readonly version: string; readonly key: string }[];
}

export interface RecordPage {
  readonly row: number;
  readonly rows: number;
  /** Null where the row is no record: then why, and what stands there. */
  readonly record: ShownRecord | null;
  readonly broken: { readonly reason: string; readonly raw: string } | null;
  readonly annotations: readonly ShownAnnotation[];
  readonly proposals: readonly ShownProposal[];
  readonly trials: readonly ShownCritique[];
}

export type ShownAnnotation = import('../records/annotation.ts').Annotation & {
  /** The record has changed since. */
  readonly stale: boolean;
};

export interface ShownProposal {
  readonly id: string;
  readonly annotator: string;
  readonly state: 'proposed' | 'accepted' | 'rejected';
  readonly edited: boolean;
  readonly record: ShownRecord;
  /** The steps as text, for editing. */
  readonly texts: readonly string[];
  readonly spent: string;
}

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
  /** Share of the file that is indexed or searched so far; null when done. */
  readonly working: { readonly what: string; readonly share: number } | null;
}

/** Where a record stands among those chosen; `pending` is the next one that the annotator has not judged. */
export interface Neighbours {
  readonly place: number | null;
  readonly matched: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly pending: number | null;
  readonly judged: number;
}

export interface SourceFacts {
  readonly id: string;
  readonly name: string;
  readonly kind: 'run' | 'file';
  readonly rows: number;
  readonly simulated: boolean;
  /** A run folder's own facts. */
  readonly run: {
    readonly command: string | null;
    readonly complete: boolean | null;
    readonly created: string | null;
    readonly quarantined: boolean;
    readonly events: boolean;
  } | null;
}

export interface EndpointFacts {
  readonly role: string;
  readonly model: string;
  readonly simulated: boolean;
}

export interface Session {
  readonly version: string;
  readonly sources: readonly SourceFacts[];
  readonly pools: readonly { readonly id: string; readonly name: string }[];
  readonly annotator: string;
  readonly endpoints: readonly EndpointFacts[];
  readonly errorTypes: readonly { readonly key: string; readonly name: string }[];
  readonly readOnly: boolean;
}

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

export interface Subject {
  readonly source: string;
  readonly sourceName: string;
  readonly critic: string;
  readonly right: Share;
  readonly simulated: boolean;
  /** Not told apart from the best by McNemar's test on the records both judged. */
  readonly tied: boolean;
  readonly p: number | null;
}

export interface ComparePage {
  readonly subjects: readonly Subject[];
  readonly pair: {
    readonly both: number;
    readonly onlyFirst: number;
    readonly onlySecond: number;
    readonly neither: number;
    /** Records in both whose labels differ: each critic is held to its own. */
    readonly otherLabel: number;
    /** McNemar's exact test. */
    readonly p: number;
    readonly first: Share;
    readonly second: Share;
    readonly differing: readonly {
      readonly rowFirst: number;
      readonly rowSecond: number;
      readonly id: string;
      readonly excerpt: string;
      readonly label: number;
      readonly first: number;
      readonly second: number;
      readonly firstRight: boolean;
    }[];
    readonly offset: number;
  } | null;
}

export interface AgreementPage {
  readonly annotators: readonly {
    readonly name: string;
    readonly decisions: number;
    readonly meanSeconds: number | null;
  }[];
  readonly alphaDecision: number | null;
  readonly alphaFirstError: number | null;
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly n: number;
    readonly same: number;
    readonly kappa: number | null;
    /** Rows are the first's decisions, columns the second's: yes, maybe, no. */
    readonly confusion: readonly (readonly number[])[];
  }[];
  readonly disputes: readonly {
    readonly recordId: string;
    readonly row: number | null;
    readonly said: readonly {
      readonly annotator: string;
      readonly decision: string | null;
      readonly firstError: number | null;
    }[];
    readonly settled: string | null;
  }[];
  readonly settled: number;
}

export interface OverviewPage {
  readonly rows: number;
  readonly broken: number;
  readonly labels: readonly { readonly value: string; readonly count: number }[];
  /** A chart that our own report room drew. */
  readonly places: string | null;
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

export interface PoolPage {
  readonly id: string;
  readonly name: string;
  readonly model: string | null;
  readonly simulated: boolean;
  /** What the pool's own scores were computed with. */
  readonly window: number;
  readonly edge: string;
  readonly problems: readonly {
    readonly position: number;
    readonly id: string;
    readonly excerpt: string;
    readonly truth: string | null;
  }[];
}

export interface VotePage {
  readonly k: number;
  /** Traces of the smallest problem: no working set can be larger. */
  readonly most: number;
  readonly repeats: number;
  readonly seed: number;
  readonly window: number;
  readonly stored: boolean;
  /** By method, as `latebench vote` names them; over the problems with a reference answer. */
  readonly accuracy: Readonly<Record<string, number | null>>;
  /** The same methods at smaller sets, with the tokens such a set costs on average. */
  readonly frontier: readonly {
    readonly k: number;
    readonly tokens: number;
    readonly accuracy: Readonly<Record<string, number | null>>;
  }[];
  readonly problems: readonly {
    readonly position: number;
    readonly id: string;
    readonly truth: string | null;
    readonly traces: number;
    readonly rightShare: number | null;
    readonly accuracy: Readonly<Record<string, number | null>>;
    /** What the chosen method answered, most often first. */
    readonly answers: readonly {
      readonly answer: string;
      readonly times: number;
      readonly right: boolean | null;
    }[];
  }[];
}

export interface TraceRow {
  readonly sample: number;
  readonly answer: string | null;
  readonly right: boolean | null;
  readonly tokens: number;
  readonly cut: boolean;
  readonly scores: Readonly<Record<string, number | null>>;
}

export interface TracesPage {
  readonly position: number;
  readonly id: string;
  readonly problem: Passage;
  readonly truth: string | null;
  readonly total: number;
  readonly offset: number;
  readonly traces: readonly TraceRow[];
}

export interface CurvePage {
  readonly sample: number;
  readonly tokens: number;
  readonly window: number;
  /** Token confidence: of each stretch its place, smallest and largest value. */
  readonly points: readonly (readonly [at: number, low: number, high: number])[];
  /** Group confidence at the end of each window, thinned in the same way. */
  readonly groups: readonly (readonly [at: number, low: number, high: number])[];
  readonly lowest: { readonly from: number; readonly to: number; readonly value: number } | null;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly text: Passage | null;
}
