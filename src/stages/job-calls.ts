// The calls of a job, as the executor passes them to it: endpoints with the job's own settings, and the queue that
// distributes calls to workers.
import type { EndpointConfig } from '../config/endpoint-config.ts';
import type { Role } from '../config/setting-table.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { ReplyStore } from '../endpoints/stores.ts';
import type { UsageCounters } from '../endpoints/usage-counters.ts';
import type { CoordinatorOptions } from '../queue/coordinator.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { RunRecords } from '../stream/records-plan.ts';

/** Where a job stores its replies, and its other settings for calls. */
export interface OwnCalls {
  /** Each role's journal is a folder in this one. */
  readonly journalFolder?: string;
  /** Where replies are kept and looked for, in place of a journal and the cache. */
  readonly replies?: ReplyStore;
  readonly allowDegenerate?: boolean;
  /** Where the count of a budget is kept, unless the user says where. */
  readonly budgetFolder?: string | undefined;
  /** Where what every call did is written (events.jsonl), and what serves metrics begins with it. */
  readonly eventsFolder?: string;
  /** Where it is kept what the endpoints take; the folder of events, or of the journal, when absent. */
  readonly profileFolder?: string | undefined;
  /** Calls in flight at once, unless the user says how many. */
  readonly concurrency?: number | undefined;
  /** The base URL of every role, unless the user gives one; `from` says who named it. */
  readonly endpoint?: { readonly url: string; readonly from: string } | undefined;
}

/** The calls of a job: the endpoints of each role, closed together. */
export interface Calls {
  /** Records in a stage at once, where it waits for calls. */
  readonly concurrency: number;
  /** The role's endpoint and its name in keys; throws LB_ENDPOINT_CONFIG when none is configured. Opens nothing. */
  configured(role: Role): EndpointConfig & { readonly name: string };
  /** Opened once; in a dry run it counts calls and makes none. */
  endpoint(role: Role): Promise<ChatEndpoint>;
  /** Runs a plan with these endpoints: records through stages, with progress, batches and the error policy of the job. */
  readonly runPlan: RunRecords;
  readonly counters: UsageCounters;
  /** What a dry run has counted: calls, tokens and cost, in lines. */
  counted(): readonly string[];
  close(): Promise<void>;
}

/** Calls that workers make on any number of machines. */
export interface SpreadWork
  extends Pick<CoordinatorOptions, 'groups' | 'finish' | 'puttingTogether' | 'signal'> {
  /** Publishes the description of the work to workers. */
  readonly kind: 'pool';
  /** All machines reach it, and what the work is made of is in it. */
  readonly folder: string;
  readonly allowDegenerate: boolean;
  /** Workers keep replies as they came. */
  readonly keepRaw: boolean;
  /** What a call brings, for messages: `samples`. */
  readonly calls: string;
  /** Files of the folder that say what the work is. */
  readonly files: readonly string[];
}

/** A queue that spreads the calls of a job over workers. */
export interface JobQueue {
  /** Throws LB_CONFIG where no queue is there, or none that can hold the calls: asked before the first call. */
  check(): Promise<void>;
  /**
   * Where workers that do not see this folder keep what they have; undefined where all machines share it.
   *
   * @throws LB_BUSY where another run is kept there
   */
  store(folder: string): Promise<ObjectStore | undefined>;
  /** Resolves when every group is finished; throws what ended the work, LB_PENDING where it was interrupted. */
  spread(work: SpreadWork): Promise<void>;
  close(): Promise<void>;
}
