// The records of a plan on several machines. The records that reach the first call are laid out in chunks beside the run;
// a job is the place of one record, and a worker sends it through the stages for the sake of the replies, which go to
// its journal. The run itself comes after, on one machine, over those journals: so its files are the same as ever.

import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { failsOnlyItsRecord, isLateBenchError, type LateBenchError } from '../../errors.ts';
import type { CallGroup } from '../../queue/group-flow.ts';
import { type CallJob, failedName } from '../../queue/names.ts';
import type { StageContext } from '../../stages/define.ts';
import { readInput } from '../../storage/input.ts';
import { noSink } from '../../storage/no-sink.ts';
import { openOutput } from '../../storage/output.ts';
import type { Row } from '../../storage/rows.ts';
import type { Sink } from '../../storage/sink.ts';
import { oneGroup, type PassContext, passRecords } from '../../stream/pass.ts';
import { createTally } from '../../stream/tally.ts';
import { buildStages, type PlannedStage } from '../build-plan.ts';
import type { Plan, RunContext } from '../plan.ts';
import type { Session } from '../session.ts';
import { silentPolicy } from '../settle-batches.ts';

const chunkRecords = 64;
const cachedChunks = 4;
/** Records whose replies are looked for at once: each may be a question to a store of objects. */
const lookedAtOnce = 16;

function chunkName(group: number): string {
  return `queue/chunk-${String(group).padStart(6, '0')}.jsonl.gz`;
}

function chunkPath(folder: string, group: number): string {
  return join(folder, chunkName(group));
}

/** The files of a run folder that say what the work is. */
export function workFiles(groups: readonly CallGroup[]): readonly string[] {
  return ['pipeline.json', ...groups.map(({ group }) => chunkName(group))];
}

/** What a plan's records go through, and what its stages may ask for. */
export interface QueuedStages extends Pick<Plan, 'stages' | 'seed' | 'sources'> {
  readonly files: RunContext['files'];
}

/** The stages before the first that calls, and the rest. */
function split({ stages }: QueuedStages): [readonly PlannedStage[], readonly PlannedStage[]] {
  const at = stages.findIndex(({ needs }) => needs.length > 0);
  return at === -1 ? [stages, []] : [stages.slice(0, at), stages.slice(at)];
}

/** Calls that one record may have in flight at once. */
export function callsAtOnce(stages: readonly PlannedStage[]): number {
  return Math.max(1, ...stages.flatMap(({ needs }) => needs.map(({ atOnce }) => atOnce)));
}

function contextOf({ seed, sources, files }: QueuedStages, endpoint: StageContext['endpoint']): StageContext {
  return { seed, concurrency: 1, endpoint, ...files, sources, dry: false, say: () => {} };
}

/** Lays the records out and yields their places. */
export async function layOutRecords(
  queued: QueuedStages & Pick<Plan, 'source'>,
  folder: string,
  context: Omit<PassContext, 'policy' | 'tally'>,
): Promise<readonly CallGroup[]> {
  const endpoint = (): never => {
    throw new Error('laying out calls nobody');
  };
  const [free] = split(queued);
  const links = await buildStages(free, contextOf(queued, endpoint));
  await rm(join(folder, 'queue'), { recursive: true, force: true });
  await mkdir(join(folder, 'queue'), { recursive: true });
  const groups: CallGroup[] = [];
  let chunk: Sink | undefined;
  let rows = 0;
  const end = async (): Promise<void> => {
    if (chunk === undefined) return;
    await chunk.close();
    groups.push({ group: groups.length, missing: Array.from({ length: rows }, (_, at) => at) });
    chunk = undefined;
    rows = 0;
  };
  const sink: Sink = {
    async write(row) {
      chunk ??= await openOutput(chunkPath(folder, groups.length));
      await chunk.write(row);
      rows += 1;
      if (rows === chunkRecords) await end();
    },
    async close() {
      await end();
      return { rows: 0, bytes: 0 };
    },
    abort: async () => chunk?.abort(),
  };
  const tally = createTally();
  const policy = silentPolicy();
  const { groups: source } = await queued.source({ policy, quiet: false });
  await passRecords({ groups: source, links, sink }, { ...context, policy, tally });
  return groups;
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
 * Performs jobs: sends a record through the stages that call. A job throws what ends the run, or the error of a call of
 * its record that finally failed.
 */
export async function recordPerformer(
  queued: QueuedStages,
  folder: string,
  { endpoint }: Pick<Session, 'endpoint'>,
  /** Brings a file of the run that is not in the folder. */
  bring: (name: string) => Promise<unknown> = async () => undefined,
): Promise<(job: CallJob, signal: AbortSignal) => Promise<void>> {
  const [, calling] = split(queued);
  const asking: StageContext['endpoint'] = async (role, ask) => noting(await endpoint(role, ask));
  const links = await buildStages(calling, contextOf(queued, asking));
  const chunks = new Map<number, Promise<readonly Row[]>>();
  const read = async (group: number): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    if (!existsSync(chunkPath(folder, group))) await bring(chunkName(group));
    for await (const some of readInput(chunkPath(folder, group), { onBad: () => {} })) rows.push(...some);
    return rows;
  };
  const chunkOf = (group: number): Promise<readonly Row[]> => {
    const known = chunks.get(group) ?? read(group);
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

/** The records of a chunk that need a call no journal has, without those of which workers say that it failed. */
export async function lackingRecords(
  perform: Awaited<ReturnType<typeof recordPerformer>>,
  { group, missing }: CallGroup,
  { failed, signal }: { readonly failed: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<CallGroup> {
  const lacking: number[] = [];
  const left = [...missing].reverse();
  const look = async (): Promise<void> => {
    for (let call = left.pop(); call !== undefined; call = left.pop()) {
      if (signal.aborted || failed.has(failedName({ group, call }))) continue;
      try {
        await perform({ group, call }, signal);
      } catch (error) {
        if (!isLateBenchError(error) || error.code !== 'LB_OFFLINE') throw error;
        lacking.push(call);
      }
    }
  };
  await Promise.all(Array.from({ length: lookedAtOnce }, look));
  return { group, missing: lacking.sort((a, b) => a - b) };
}
