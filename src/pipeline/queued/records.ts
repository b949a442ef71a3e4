// A pipeline of records on several machines. The records that reach the first call are laid out in chunks beside the run;
// a job is the place of one record, and a worker sends it through the stages for the sake of the replies, which go to
// its journal. The run itself comes after, on one machine, over those journals: so its files are the same as ever.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LateBenchError } from '../../errors.ts';
import { buildStages, type PlannedStage, planStages } from '../../executor/build-plan.ts';
import { namedFiles } from '../../executor/named-files.ts';
import type { Session } from '../../executor/session.ts';
import { silentPolicy } from '../../executor/settle-batches.ts';
import type { CallGroup } from '../../queue/coordinator.ts';
import type { CallJob } from '../../queue/names.ts';
import type { StageContext } from '../../stages/define.ts';
import { readInput } from '../../storage/input.ts';
import { noSink } from '../../storage/no-sink.ts';
import { openOutput } from '../../storage/output.ts';
import type { Row } from '../../storage/rows.ts';
import type { Sink } from '../../storage/sink.ts';
import { oneGroup, type PassContext, passRecords } from '../../stream/pass.ts';
import { createTally } from '../../stream/tally.ts';
import { noRemote, openPipelineSource, pipelineSource, type RecordContext } from '../run-records.ts';
import type { RecordPipeline } from '../schema.ts';

const chunkRecords = 64;
const cachedChunks = 4;

function chunkPath(folder: string, group: number): string {
  return join(folder, 'queue', `chunk-${String(group).padStart(6, '0')}.jsonl.gz`);
}

/** The stages before the first that calls, and the rest. */
async function split({
  stages,
}: RecordPipeline): Promise<[readonly PlannedStage[], readonly PlannedStage[]]> {
  const { maps: planned } = await planStages(stages);
  const at = planned.findIndex(({ needs }) => needs.length > 0);
  return at === -1 ? [planned, []] : [planned.slice(0, at), planned.slice(at)];
}

/** Calls that one record may have in flight at once. */
export async function callsAtOnce({ stages }: RecordPipeline): Promise<number> {
  const { maps: planned } = await planStages(stages);
  return Math.max(1, ...planned.flatMap(({ needs }) => needs.map(({ atOnce }) => atOnce)));
}

function contextOf(
  definition: RecordPipeline,
  endpoint: StageContext['endpoint'],
  concurrency: number,
): StageContext {
  const source = pipelineSource(definition);
  return {
    seed: definition.seed,
    concurrency,
    endpoint,
    ...namedFiles({ stdin: undefined, remote: noRemote, source }),
    sources: source.files,
    dry: false,
    say: () => {},
  };
}

/** Lays the records out and yields their places. */
export async function layOutRecords(
  definition: RecordPipeline,
  folder: string,
  context: PassContext & Pick<RecordContext, 'remote' | 'terminal'>,
): Promise<readonly CallGroup[]> {
  const endpoint = (): never => {
    throw new Error('laying out calls nobody');
  };
  const [free] = await split(definition);
  const links = await buildStages(free, contextOf(definition, endpoint, 1));
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
  const { groups: source } = await openPipelineSource(
    pipelineSource(definition),
    context,
  )({
    policy,
    quiet: false,
  });
  await passRecords({ groups: source, links, sink }, { ...context, policy, tally });
  return groups;
}

/** Performs jobs: sends a record through the stages that call. */
export async function recordPerformer(
  definition: RecordPipeline,
  folder: string,
  { endpoint }: Pick<Session, 'endpoint'>,
): Promise<(job: CallJob, signal: AbortSignal) => Promise<void>> {
  const [, calling] = await split(definition);
  const links = await buildStages(calling, contextOf(definition, endpoint, 1));
  const chunks = new Map<number, Promise<readonly Row[]>>();
  const read = async (group: number): Promise<readonly Row[]> => {
    const rows: Row[] = [];
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
    await passRecords(
      { groups: oneGroup([record]), links, sink: noSink },
      { policy, tally, stopReading, abandon: signal, onStop },
    );
    if (reason !== undefined) throw reason;
  };
}
