// What a job is, declared once: a stage that does a piece of work as a whole, from a folder or a source to a folder.

import type { z } from 'zod';
import type { Role } from '../config/setting-table.ts';
import type { HubClient } from '../datasets/hub/client.ts';
import type { TextStyle } from '../report/text-style.ts';
import type { Row } from '../storage/rows.ts';
import type { PassContext } from '../stream/pass.ts';
import type { Declaration, Need } from './define.ts';
import type { Calls, JobQueue, OwnCalls } from './job-calls.ts';

/** The context of a job: its input, its calls, its output and its messages. */
export interface JobContext extends PassContext {
  /** Nothing is called and nothing is written: what only a run needs may be missing. */
  readonly dry: boolean;
  /** Seed of the run. */
  readonly seed: number;
  /** Where it leaves its files, where its options name no other place. */
  readonly folder: string;
  /** The files that the rows come from, by name. */
  readonly sources: readonly string[];
  /** Fields of a row that hold the problem and its answer, where the user named them. */
  readonly keys: { readonly problem?: string | undefined; readonly answer?: string | undefined };
  /** Unchanged rows of the plan's source; rows that cannot be read go to the error policy. */
  rows(): Promise<AsyncIterable<readonly Row[]>>;
  /** Whoever opens calls closes them. */
  calls(own?: OwnCalls): Calls;
  /** Undefined where this process makes all calls itself. */
  readonly queue: JobQueue | undefined;
  /** A client of the hub, with the user's token and address. */
  hub(): Promise<HubClient>;
  /** USD per million tokens as the user gave them: `in=X,out=Y`. */
  readonly price: string | undefined;
  /** Says how many of its units are done: a line of progress. */
  readonly done: (units: number, of: number) => void;
  /** Shows a line of progress in the job's own words; `share` of the work is done (0 to 1). Returns what ends it. */
  readonly shows: (line: () => string, share: () => number | null) => () => void;
  /** A line for the user, unless --quiet. */
  readonly say: (line: string) => void;
  /** Prints a line even with --quiet. */
  readonly warn: (line: string) => void;
}

/** What a job has done. */
export interface Done {
  /** What a program gets. */
  readonly value: unknown;
  /** What a command prints. */
  readonly text?: (style: TextStyle) => string;
  /** The folder where its files are, and what people open first. */
  readonly files?: { readonly folder: string; readonly shown: readonly string[] };
  /** Some of the work could not be done, or came short of what was asked: exit code 3. */
  readonly partial?: boolean;
  /** It was stopped before its end: nothing comes after it. */
  readonly stopped?: boolean;
}

/** What passes between stages that do not hand records on. */
export type Port = 'records' | 'pool' | 'dataset' | 'none';

/** What a job declares. */
interface JobDeclaration<Options extends z.ZodObject> extends Declaration<Options> {
  /** Its command, where that is an action of another: `pool build`. The stage's name when absent. */
  readonly command?: string;
  /** The job reads rows: of problems, from the files that the command names, or of its own files. */
  readonly reads?: 'problems' | 'rows';
  readonly ports: { readonly in: Port; readonly main: Port };
  /**
   * The option that names its input or output folder, by default what the stage before leaves. On the command line the
   * flag may be omitted, unless the job reads problems: then positional arguments are their files.
   */
  readonly takes: string;
  /** The option that names the folder of what it leaves, where something else can take that. */
  readonly leaves?: string;
  /** The option that takes what a command names without a flag, where that may be several files. */
  readonly others?: string;
  /** False where nothing of it is random, or a file says its seed. */
  readonly seeded?: boolean;
  /** False where it leaves no files in the run folder. */
  readonly leavesFiles?: boolean;
  /** What a unit of its progress is called: `problems`. */
  readonly units: string;
  /** The role whose settings `--endpoint` and `--model` give; `every` means all of them alike. */
  readonly role?: Role | 'every';
  /** Calls in flight at once, unless the user says how many. */
  readonly concurrency?: number;
  /** It keeps its replies itself: no cache, and no run from stored replies alone. */
  readonly keepsReplies?: boolean;
  /** Workers can make its calls: it spreads them by the queue of its context, where there is one. */
  readonly spreads?: boolean;
  /** Reasons why it does not support features of a run; reported before anything runs. */
  readonly refuses?: Readonly<Partial<Record<'batch' | 'queue' | 'offline' | 'source', string>>>;
  /** Absent or empty: it calls no model. */
  needs?(options: z.output<Options>): readonly Need[];
  /** Where its quarantine goes, unless the user says where; under LATEBENCH_HOME when absent. */
  quarantineFolder?(options: z.output<Options>): string;
  /** True where nothing may come after it unless all of its work was done. */
  mustBeWhole?(options: z.output<Options>): boolean;
  /** Files of the records that it leaves, for stages that read records. */
  records?(options: z.output<Options>): Promise<readonly string[]>;
  /** What is known to be wrong before anything of the plan is done: throws. */
  check?(options: z.output<Options>, context: Pick<JobContext, 'dry' | 'hub'>): Promise<void>;
  /** Throws where what it takes cannot be read. Not asked where a stage before it makes that. */
  checkTaken?(options: z.output<Options>): Promise<void>;
  /** What it would do, in a few lines, without a call and without a byte written. */
  estimate(options: z.output<Options>, context: JobContext): Promise<readonly string[]>;
  run(options: z.output<Options>, context: JobContext): Promise<Done>;
}

/** A stage that does a piece of work as a whole, from a folder or a source to a folder. */
export interface JobStage<Options extends z.ZodObject = z.ZodObject> extends JobDeclaration<Options> {
  readonly kind: 'job';
  needs(options: z.output<Options>): readonly Need[];
}

export function defineJob<Options extends z.ZodObject>(stage: JobDeclaration<Options>): JobStage<Options> {
  return { needs: () => [], ...stage, kind: 'job' };
}
