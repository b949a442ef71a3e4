// What server and client say to each other: schemas of what the client sends, types of what it gets. Step numbers
// are 0-based as in data; only the pages count from 1.
import { z } from 'zod';
import { annotationSchema, type Decision } from '../records/annotation.ts';
import type { StageOption } from '../stages/option.ts';
import type { Passage } from './api-record.ts';

const list = z.array(z.string().max(500)).max(200);

/** What a page of records, a queue or a slice is made of; all of it is in the address. */
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
  /** A compound filter (records/expression.ts), besides all others. */
  where: z.string().max(2000).optional(),
  sort: z.enum(['row', 'steps', 'first', 'place', 'review']),
  down: z.boolean(),
});
export type Query = z.infer<typeof querySchema>;

const step = z.int().nonnegative();
/** What was typed into the form of a stage; its own schema checks the values. */
const typed = z.record(z.string().max(100), z.union([z.string().max(20_000), z.boolean()]));

const said = annotationSchema.omit({
  record_id: true,
  record_hash: true,
  annotator: true,
  at: true,
  by: true,
});

/**
 * A judgement as the client sends it: what is filed, under which operation and on which version, and what it is about. The
 * author is that of the ticket, else of the session; the server adds the time stamp.
 */
export const judgementSchema = z.object({
  source: z.string().max(200),
  /** `SourceFacts.key`: after a restart another file may be open under the number. */
  source_key: z.string().max(64).optional(),
  row: step,
  /** The record as its judge saw it; the row is where it was then. */
  record_id: z.string().max(1000).optional(),
  record_hash: z.string().max(64).optional(),
  /** Only to settle a dispute: the referee. Any other name has to be that of the author. */
  annotator: z.string().max(200).optional(),
  /** From `Session.ticket` or a login. */
  ticket: z.string().max(500).optional(),
  ...said.shape,
  seconds: z.number().nonnegative().max(1e7).nullish(),
});
export type Judgement = z.infer<typeof judgementSchema>;

export const loginSchema = z.object({ name: z.string().min(1).max(64) });

/** A record to work on: the row where the page found it, and what it was then. */
const benchPlace = {
  source: z.string().max(200),
  row: step,
  /** `ShownRecord.hash`: where another record is in the row by now, nothing is done with it. */
  record_hash: z.string().max(64).optional(),
};

export const injectRequestSchema = z.object({
  ...benchPlace,
  annotator: z.string().min(1).max(64),
  options: typed,
  /** Another number is another attempt; the same number again costs nothing. */
  seed: z.int().nonnegative().max(1_000_000),
});
export type InjectRequest = z.infer<typeof injectRequestSchema>;

/** An injection that a person wrote without a model. */
export const writeRequestSchema = z.object({
  ...benchPlace,
  annotator: z.string().min(1).max(64),
  /** The step with the error, 0-based. */
  step,
  /** What takes the place of that step and all that follow. */
  steps: z.array(z.string().max(200_000)).min(1).max(2000),
  final_answer: z.string().trim().min(1, 'give the answer of the changed solution').max(10_000),
  error_type: z.string().max(100),
  explanation: z.string().trim().min(1, 'say what is wrong').max(20_000),
});
export type WriteRequest = z.infer<typeof writeRequestSchema>;

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
  ...benchPlace,
  annotator: z.string().min(1).max(64),
  options: typed,
  /** Judge this proposed injection instead of the record. */
  proposal: z.string().max(64).nullable(),
  /** Judge the solution as it was before its injection. */
  original: z.boolean().default(false),
});
export type CriticRequest = z.infer<typeof criticRequestSchema>;

/** What is asked before an action that costs money: the same request, and nothing is called. */
export const estimateRequestSchema = z.discriminatedUnion('action', [
  injectRequestSchema.extend({ action: z.literal('inject') }),
  criticRequestSchema.extend({ action: z.literal('critic') }),
]);
export type EstimateRequest = z.infer<typeof estimateRequestSchema>;

/** An action over the records of a filter. */
export const bulkRequestSchema = z.object({
  action: z.enum(['critic', 'inject']),
  source: z.string().max(200),
  annotator: z.string().min(1).max(64),
  options: typed,
  /** The filter as it is in an address. */
  query: z.string().max(4000),
  /** How many records were estimated: when the filter has other ones by now, nothing is begun. */
  records: z.number().int().nonnegative().optional(),
});
export type BulkRequest = z.infer<typeof bulkRequestSchema>;

export interface BulkState {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly lastError: string | null;
  readonly state: 'running' | 'finished' | 'stopped';
}

/** What an action on one record would call. */
export interface CallEstimate {
  /** Calls that are certain, and the most that replies can lead to. */
  readonly calls: number;
  readonly maxCalls: number;
  /** Prompt and completion of one call, estimated. */
  readonly tokensEach: number;
  /** Of the most calls; null where a price is not known. */
  readonly usd: number | null;
  readonly models: readonly string[];
}

/** The place of a record among those chosen; `pending` is the next one that the annotator has not judged. */
export interface Neighbours {
  readonly place: number | null;
  readonly matched: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly pending: number | null;
  readonly judged: number;
  /** Of those matched: what is no record cannot be judged. */
  readonly toJudge: number;
}

export interface SourceFacts {
  readonly id: string;
  /** The same for the same file and folder of judgements, in every server. */
  readonly key: string;
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

/** Stages that the workbench runs on one record. */
export type FormName = 'inject' | 'critic';

/** The form of a stage: its options, and the keys of those that are always in sight. */
export interface ShownForm {
  readonly first: readonly string[];
  readonly rows: readonly StageOption[];
}

export type GuidelineBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly passage: Passage }
  | {
      readonly kind: 'item';
      readonly depth: number;
      /** As it is in the text (`2.`); null for a list without numbers. */
      readonly number: string | null;
      readonly passage: Passage;
    }
  | { readonly kind: 'code'; readonly text: string };

export interface GuidelinesPage {
  readonly blocks: readonly GuidelineBlock[];
  /** What a decision means, from under its heading. */
  readonly meanings: { readonly [decision in Decision]?: Passage };
}

export interface Session {
  readonly version: string;
  readonly sources: readonly SourceFacts[];
  readonly pools: readonly { readonly id: string; readonly name: string }[];
  /** Who judges: who has logged in with this browser, else the name that the server was started with. */
  readonly annotator: string;
  readonly loggedIn: boolean;
  /** Says to the server, now or after a restart, that a judgement is this annotator's. */
  readonly ticket: string;
  readonly endpoints: readonly EndpointFacts[];
  readonly errorTypes: readonly { readonly key: string; readonly name: string }[];
  readonly readOnly: boolean;
  /** Learning mode: exercises and nothing else. */
  readonly teaching: boolean;
  readonly team: {
    readonly guidelines: boolean;
    /** Among whom the records are shared out; empty where they are not. */
    readonly annotators: readonly string[];
    readonly overlap: number;
    /** Everybody judges blind: the server keeps back what would suggest a judgement. */
    readonly blind: boolean;
  };
  /** Absent where nothing can be called. */
  readonly forms?: Readonly<Record<FormName, ShownForm>>;
}
