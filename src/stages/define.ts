// The declaration of a stage: its options, its ports, the calls it needs, and how it is built. Commands, pipelines,
// programs, workers and the dashboard are all derived from these declarations; catalogue.ts lists them.

import type { z } from 'zod';
import type { OtherDialect } from '../config/dialect-names.ts';
import type { EndpointConfig } from '../config/endpoint-config.ts';
import type { Role } from '../config/setting-table.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { Requirement } from '../endpoints/profile/parameters.ts';
import type { ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import type { TextStyle } from '../report/text-style.ts';
import type { Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import type { StageStep } from '../stream/step.ts';
import type { JobStage } from './define-job.ts';
import type { NamedInRecords, NeededInRecords } from './named-in-records.ts';
import type { Variant } from './variant.ts';

/** The maximum number of calls that a stage makes to the model of a role. */
export interface Need {
  readonly role: Role;
  /** Another model than the one that is configured for the role. */
  readonly model?: string | undefined;
  /** Calls for each record, including attempts that a check rejects, excluding retries of failed calls. */
  readonly callsPerRecord: number;
  /** Calls of one record that may be in flight at once. */
  readonly atOnce: number;
  /** For endpoints without chat completions. */
  readonly dialect?: OtherDialect;
  /** What the work means nothing without, or what was asked for: an endpoint that lacks it ends the run before a call. */
  readonly requires?: readonly Requirement[];
}

/** What the executor passes to a stage, which opens no file, endpoint or signal handler itself. */
export interface StageContext {
  /** Seed of the run. */
  readonly seed: number;
  /** Maximum number of records that a stage processes concurrently while it waits for calls. */
  readonly concurrency: number;
  /** `model` overrides the model configured for the role; `dialect`: the endpoint has no chat. */
  endpoint(
    role: Role,
    options?: {
      readonly model?: string | undefined;
      readonly dialect?: OtherDialect;
      readonly requires?: readonly Requirement[];
    },
  ): Promise<ChatEndpoint>;
  /** Rows of a file that an option names. A row that cannot be read ends the run: `what` names the option. */
  rows(path: string, what: string, onBytes?: (chunk: Uint8Array) => void): AsyncIterable<readonly Row[]>;
  /**
   * Records of the source, or of a file, for an earlier pass (a threshold that is chosen on a split). A source that can
   * be read only once ends the run with the message `refusal`.
   */
  records(
    refusal: string,
    path?: string,
  ): Promise<{ readonly groups: AsyncIterable<readonly Row[]>; readonly bad: () => number }>;
  /** The files that the records come from, by name. */
  readonly sources: readonly string[];
  /** True in a dry run: no call is made and nothing is written. */
  readonly dry: boolean;
  /** Gives up the calls that a stage makes while it is built. Absent where nothing can end them. */
  readonly abandon?: AbortSignal | undefined;
  /** Prints a line for the user. */
  say(line: string): void;
}

/** What a reduction finds beside what every stage does: what it needs for an estimate. */
export interface ReduceContext extends StageContext {
  /** The endpoint of a role as it is configured, or null where none is. It is not opened. */
  configured(role: Role): EndpointConfig | null;
  /** Requests a minute at most, as they are configured for a role without an endpoint too; null: no limit. */
  rpm(role: Role): number | null;
  /** USD per million tokens as the user gave them: `in=X,out=Y`. */
  readonly price: string | undefined;
}

/** Observes records as they leave the last stage, to count them and to write files beside them. */
export interface Observer {
  add(record: Row): void | Promise<void>;
  /** For the progress line. */
  line?(): string;
  /** For the end of the run. `allRead`: no record is left that an interruption or a limit kept back. */
  summary?(allRead: boolean): readonly string[];
  /** What the run's manifest says about the records beside what every run says. */
  manifest?(): Readonly<Record<string, unknown>>;
  /** `complete`: all records have passed. Only then do files beside the records appear. */
  finish?(complete: boolean): Promise<void>;
}

export interface ObserverContext {
  readonly seed: number;
  /** Folder for files beside the records; undefined when the run has no folder or writes nothing. */
  readonly folder: string | undefined;
  /** The files that the records come from, by name. */
  readonly sources: readonly string[];
  /** True in a dry run: nothing is written. */
  readonly dry: boolean;
  /** Writes a file atomically; in a dry run it writes nothing. */
  write(path: string, text: string): Promise<void>;
  /** All stages of the run, in order. */
  readonly stages: readonly Pick<StageStep, 'name' | 'config'>[];
}

/** A stage that is ready to run. */
export interface BuiltStage {
  /** Absent: records pass unchanged. */
  readonly step?: StageStep;
  /** The step only checks what comes from the source: it is no stage of the run's manifest. */
  readonly onlyChecks?: true;
  /** Looks at what the stage hands on as a whole. `whole`, asked at the end: these were all records of the run. */
  readonly after?: (records: AsyncIterable<Row>, whole: () => boolean) => AsyncIterable<Row>;
  /** Made by the executor when the run begins. */
  readonly observe?: (context: ObserverContext) => Observer;
}

/** A stream stage that is ready to run. */
export interface BuiltStream {
  readonly pass: (records: AsyncIterable<Row>) => AsyncIterable<Row>;
  /** For the end of the run. */
  readonly summary?: () => readonly string[];
}

/** The result of a reduction. */
export interface Reduced {
  /** The value returned to programs. */
  readonly value: unknown;
  /** The value, where it is a score object. */
  readonly score?: ScoreObject;
  /** What a command prints. */
  readonly text?: (style: TextStyle) => string;
  /** A file that it writes, and the line that reports it. */
  readonly file?: { readonly path: string; readonly text: string; readonly notice: string };
}

/** Accumulates records in constant memory. */
export interface Reduction {
  add(record: Solution): void;
  /** `allRead`: no limit kept records out. */
  finish(facts: {
    readonly inputs: readonly { readonly path: string; readonly sha256: string | null }[];
    readonly allRead: boolean;
  }): Promise<Reduced>;
}

export interface Declaration<Options extends z.ZodObject> {
  readonly name: string;
  /** One line, lower-case, no full stop. */
  readonly summary: string;
  /** What follows the command's name in help; `[OPTIONS] [FILE…]` when absent. */
  readonly usage?: string;
  /** A few sentences for help, beyond the summary. */
  readonly about: string;
  /** Shown first in help. */
  readonly examples: readonly string[];
  /** Page under docs/ that says more. */
  readonly docs: string;
  readonly options: Options;
  /** What its options name in the records. */
  names?(options: z.output<Options>): readonly NamedInRecords[];
  /** What the records have from the source or from a stage before it. */
  needed?(options: z.output<Options>): Promise<readonly NeededInRecords[]>;
}

/** What a map stage declares. */
export interface MapDeclaration<Options extends z.ZodObject> extends Declaration<Options> {
  readonly kind?: 'map';
  /**
   * What flows in and out: records, rows of any kind, or rows in the layout of another project. A side port takes
   * records that leave the main one.
   */
  readonly ports: {
    readonly in: 'records' | 'rows';
    readonly main: 'records' | 'rows' | 'layout';
    readonly side?: {
      /** Its flag: `--rejects FILE`. */
      readonly name: string;
      /** The switch that lets its records pass the main port too. */
      readonly keep: string;
      /** What its records are, for help. */
      readonly about: string;
      readonly takes: (record: Row) => boolean;
    };
  };
  /** Records pass as the objects that were read, or are dropped, or are replaced as a whole. */
  readonly onlyChooses?: boolean;
  /** What `--limit` counts; when absent, the input of a stage that calls a model, else the output. */
  readonly limits?: 'input' | 'output';
  /** False for a deterministic stage; stages of rows always are deterministic. */
  readonly seeded?: boolean;
  /** The number of records that a `synthetic` source generates. */
  generates?(options: z.output<Options>): number | undefined;
  readonly variant?: Variant;
  /** It makes calls while it is built: they are events of the run like all others. */
  callsToBuild?(options: z.output<Options>): boolean;
  /** What it adds to a record: reports of a run are made by it. */
  readonly adds?: 'injection' | 'critique';
  /** Whether its critiques say why a step is wrong. */
  explains?(options: z.output<Options>): boolean;
  /** It hands records on without the critiques that they came with, or leaves records out at random. */
  discardsCritiques?(options: z.output<Options>): boolean;
  /** It decides by the critiques of a record, which have served their purpose then. */
  readsCritiques?(options: z.output<Options>): boolean;
  /** Its output follows from its stored replies alone, so that they can be replayed. */
  readonly replays?: true;
  /** The role whose settings `--endpoint` and `--model` give. */
  readonly role?: Role;
  /** Options that others of them stand for, such as a preset; what is given itself takes precedence. */
  implied?(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Absent or empty: it calls no model. */
  needs?(options: z.output<Options>): readonly Need[];
  /** Stages that follow this one when its options ask for them. */
  followedBy?(options: z.output<Options>): readonly StageUse[];
  /** `given`: the options without those that defaults decided, for what a stage says about its settings. */
  build(
    options: z.output<Options>,
    context: StageContext,
    given: Readonly<Record<string, unknown>>,
  ): Promise<BuiltStage>;
}

/** A stage that turns a record into records, or drops it with a reason. */
export interface MapStage<Options extends z.ZodObject = z.ZodObject> extends MapDeclaration<Options> {
  /** Tells the kinds of stages apart. */
  readonly kind: 'map';
  /** The endpoints that it calls under these options; empty for a stage that calls none. */
  needs(options: z.output<Options>): readonly Need[];
}

/** What a stream stage declares. */
interface StreamDeclaration<Options extends z.ZodObject> extends Declaration<Options> {
  build(options: z.output<Options>, context: Pick<StageContext, 'seed'>): Promise<BuiltStream>;
}

/** A stage over the stream of records as a whole, for example a sample of it. It calls no model. */
export interface StreamStage<Options extends z.ZodObject = z.ZodObject> extends StreamDeclaration<Options> {
  readonly kind: 'stream';
}

/** What a reduce stage declares. */
export interface ReduceDeclaration<Options extends z.ZodObject> extends Declaration<Options> {
  readonly kind?: 'reduce';
  /** It writes a page that people open. */
  readonly writesPage?: true;
  /**
   * The role whose endpoint it estimates for: `--endpoint`, `--model`, `--concurrency`, `--rpm` and `--price` give it.
   */
  readonly estimates?: Role;
  /** False where the options alone say enough, so that no file has to be named. Absent: it needs records. */
  needsRecords?(options: z.output<Options>): boolean;
  /** The option that takes the positional files after the first; when absent, all of them are the source. */
  readonly others?: string;
  build(options: z.output<Options>, context: ReduceContext): Promise<Reduction>;
}

/** A stage that reads records to their end and comes to one result. It calls no model. */
export interface ReduceStage<Options extends z.ZodObject = z.ZodObject> extends ReduceDeclaration<Options> {
  /** Tells the kinds of stages apart. */
  readonly kind: 'reduce';
}

/**
 * A declared stage: of records one by one (map), of all of them in order (stream), to one result (reduce), or over a
 * whole folder or source (job).
 */
export type AnyStage = MapStage | StreamStage | ReduceStage | JobStage;

/**
 * Declares a stage that turns a record into records or drops it. Stages of your own are declared with it too.
 *
 * @param stage The declaration; its options are typed by its schema.
 * @returns The stage, to pass to `addStage`.
 */
export function defineMap<Options extends z.ZodObject>(stage: MapDeclaration<Options>): MapStage<Options> {
  return { needs: () => [], ...stage, kind: 'map' };
}

export function defineStream<Options extends z.ZodObject>(
  stage: StreamDeclaration<Options>,
): StreamStage<Options> {
  return { ...stage, kind: 'stream' };
}

/**
 * Declares a stage that reads all records and returns one result.
 *
 * @param stage The declaration; its options are typed by its schema.
 * @returns The stage, to pass to `addStage`.
 */
export function defineReduce<Options extends z.ZodObject>(
  stage: ReduceDeclaration<Options>,
): ReduceStage<Options> {
  return { ...stage, kind: 'reduce' };
}
