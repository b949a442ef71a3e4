// The records of a plan on several machines: a job is the place of one record in what was laid out (layout.ts), and a
// worker sends it through the stages for the sake of the replies, which go to its journal. The run itself comes after, on
// one machine, over those journals: so its files are the same as ever.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { failsOnlyItsRecord, isLateBenchError, type LateBenchError } from '../../errors.ts';
import type { CallGroup } from '../../queue/group-flow.ts';
import { type CallJob, failedName } from '../../queue/names.ts';
import type { StageContext } from '../../stages/define.ts';
import { noSink } from '../../storage/no-sink.ts';
import type { Row } from '../../storage/rows.ts';
import { oneGroup, type PassContext, passRecords } from '../../stream/pass.ts';
import { createTally } from '../../stream/tally.ts';
import { buildStages, type PlannedStage } from '../build-plan.ts';
import type { Plan, RunContext } from '../plan.ts';
import type { Session } from '../session.ts';
import { silentPolicy } from '../settle-batches.ts';
import { type Bring, type Layout, openLayout, readChunk, readStages } from './layout.ts';

const cachedChunks = 4;
/** Records whose replies are looked for at once: each may be a question to a store of objects. */
const lookedAtOnce = 16;

/** What a plan's records go through, and what its stages may ask for. */
export interface QueuedStages extends Pick<Plan, 'stages' | 'seed' | 'sources'> {
  readonly files: RunContext['files'];
}

/** The stages before the first that calls, and the rest. */
function splitStages({
  stages,
}: Pick<QueuedStages, 'stages'>): [readonly PlannedStage[], readonly PlannedStage[]] {
  const at = stages.findIndex(({ needs }) => needs.length > 0);
  return at === -1 ? [stages, []] : [stages.slice(0, at), stages.slice(at)];
}

function stageContextOf(
  { seed, sources, files }: QueuedStages,
  endpoint: StageContext['endpoint'],
): StageContext {
  return { seed, concurrency: 1, endpoint, ...files, sources, dry: false, say: () => {} };
}

/** Calls that one record may have in flight at once. */
export function callsAtOnce(stages: readonly PlannedStage[]): number {
  return Math.max(1, ...stages.flatMap(({ needs }) => needs.map(({ atOnce }) => atOnce)));
}

/** Lays the records that reach the first call out for workers. */
export async function layOutRecords(
  queued: QueuedStages & Pick<Plan, 'source'>,
  folder: string,
  context: Omit<PassContext, 'policy' | 'tally'>,
): Promise<Layout> {
  const endpoint = (): never => {
    throw new Error('laying out calls nobody');
  };
  const [free] = splitStages(queued);
  const links = await buildStages(free, stageContextOf(queued, endpoint));
  const { sink, ...layout } = await openLayout(folder, queued.stages);
  const tally = createTally();
  const policy = silentPolicy();
  const { groups } = await queued.source({ policy, quiet: false });
  await passRecords({ groups, links, sink }, { ...context, policy, tally });
  return layout;
}

/** Calls of a record are made far below the place that knows which record it is. */
const underWay = new AsyncLocalStorage<{ failure: unknown }>();

/** An endpoint that notes at the record under way that a call of it has failed. */
function noting(endpoint: ChatEndpoint): ChatEndpoint {
  return {
    ...endpoint,
    async chat(request, options) {
      try {
        return await endpoint.chat(request, options);
      } catch (error) {
        const record = underWay.getStore();
        if (record !== undefined && failsOnlyItsRecord(error)) record.failure = error;
        throw error;
      }
    },
  };
}

/**
 * Performs a job: sends a record through the stages that call. Throws what ends the run, or the error of a call of its
 * record that finally failed.
 */
export type Perform = (job: CallJob, signal: AbortSignal) => Promise<void>;

/** Of the jobs of one layout, whose stages are at hand. */
export async function recordPerformer(
  queued: QueuedStages,
  { folder, layout }: { readonly folder: string; readonly layout: string },
  { endpoint }: Pick<Session, 'endpoint'>,
  bring?: Bring,
): Promise<Perform> {
  const [, calling] = splitStages(queued);
  const asking: StageContext['endpoint'] = async (role, ask) => noting(await endpoint(role, ask));
  const links = await buildStages(calling, stageContextOf(queued, asking));
  const chunks = new Map<number, Promise<readonly Row[]>>();
  const chunkOf = (group: number): Promise<readonly Row[]> => {
    const known = chunks.get(group) ?? readChunk(folder, layout, group, bring);
    // The one used last goes to the end.
    chunks.delete(group);
    chunks.set(group, known);
    known.catch(() => chunks.delete(group));
    for (const oldest of chunks.keys()) {
      if (chunks.size <= cachedChunks) break;
      chunks.delete(oldest);
    }
    return known;
  };
  return async ({ group, call }, signal) => {
    const record = (await chunkOf(group))[call];
    if (record === undefined) return;
    const tally = createTally();
    const policy = silentPolicy();
    let reason: LateBenchError | undefined;
    const onStop = (error: LateBenchError): void => {
      reason ??= error;
    };
    const stopReading = new AbortController().signal;
    const state = { failure: undefined as unknown };
    await underWay.run(state, () =>
      passRecords(
        { groups: oneGroup([record]), links, sink: noSink },
        { policy, tally, stopReading, abandon: signal, onStop },
      ),
    );
    if (reason !== undefined) throw reason;
    if (state.failure !== undefined) throw state.failure;
  };
}

/** Of the jobs of whatever layout is on the queue: those of one that is gone are left undone, nobody waits for them. */
export function layoutPerformer(
  queued: Omit<QueuedStages, 'stages'>,
  folder: string,
  session: Pick<Session, 'endpoint'>,
  bring?: Bring,
): Perform {
  let last: { readonly layout: string; readonly perform: Promise<Perform | null> } | undefined;
  const open = async (layout: string): Promise<Perform | null> => {
    const stages = await readStages(folder, layout, bring);
    return stages && recordPerformer({ ...queued, stages }, { folder, layout }, session, bring);
  };
  return async (job, signal) => {
    const layout = job.layout ?? '';
    if (last?.layout !== layout) last = { layout, perform: open(layout) };
    const opened = last;
    const perform = await opened.perform.catch((error: unknown) => {
      if (last === opened) last = undefined;
      throw error;
    });
    await perform?.(job, signal);
  };
}

/** The records of a chunk that need a call no journal has, without those of which workers say that it failed. */
export async function lackingRecords(
  perform: Perform,
  { layout, group, missing }: CallGroup,
  { failed, signal }: { readonly failed: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<CallGroup> {
  const lacking: number[] = [];
  const left = [...missing].reverse();
  const look = async (): Promise<void> => {
    for (let call = left.pop(); call !== undefined; call = left.pop()) {
      if (signal.aborted || failed.has(failedName({ layout, group, call }))) continue;
      try {
        await perform({ layout, group, call }, signal);
      } catch (error) {
        if (!isLateBenchError(error) || error.code !== 'LB_OFFLINE') throw error;
        lacking.push(call);
      }
    }
  };
  await Promise.all(Array.from({ length: lookedAtOnce }, look));
  return { layout, group, missing: lacking.sort((a, b) => a - b) };
}
