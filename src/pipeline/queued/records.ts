// A pipeline of records on several machines. The records that reach the first call are laid out in chunks beside the run;
// a job is the place of one record, and a worker sends it through the stages for the sake of the replies, which go to
// its journal. The run itself comes after, on one machine, over those journals: so its files are the same as ever.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LateBenchError } from '../../errors.ts';
import type { CallGroup } from '../../queue/coordinator.ts';
import type { CallJob } from '../../queue/names.ts';
import { readInput } from '../../storage/input.ts';
import { noSink } from '../../storage/no-sink.ts';
import { openOutput } from '../../storage/output.ts';
import type { Row } from '../../storage/rows.ts';
import type { Sink } from '../../storage/sink.ts';
import { runStream } from '../../stream/run.ts';
import { sinkStream } from '../../stream/sink-stream.ts';
import type { StageStep } from '../../stream/step.ts';
import { createTally } from '../../stream/tally.ts';
import { type BuildContext, buildStage, rolesOf } from '../build-stage.ts';
import { type PassContext, passRecords } from '../pass.ts';
import type { RecordPipeline, StageDeclaration } from '../schema.ts';
import { silentPolicy } from '../settle-batches.ts';

const chunkRecords = 64;
const cachedChunks = 4;

function chunkPath(folder: string, group: number): string {
  return join(folder, 'queue', `chunk-${String(group).padStart(6, '0')}.jsonl.gz`);
}

/** The stages before the first that calls, and the rest. */
function split({ stages }: RecordPipeline): [StageDeclaration[], StageDeclaration[]] {
  const at = stages.findIndex((stage) => rolesOf(stage).length > 0);
  return at === -1 ? [[...stages], []] : [stages.slice(0, at), stages.slice(at)];
}

/** Calls that one record may have in flight at once. */
export function callsAtOnce({ stages }: RecordPipeline): number {
  return Math.max(
    1,
    ...stages.map((stage) => {
      if (stage.use === 'critic') return stage.with.votes ?? 1;
      if (stage.use === 'difficulty') return stage.with.votes;
      return stage.use === 'inject' ? (stage.with.verifyVotes ?? 0) : 1;
    }),
  );
}

/** Lays the records out and yields their places. */
export async function layOutRecords(
  definition: RecordPipeline,
  folder: string,
  context: PassContext,
): Promise<readonly CallGroup[]> {
  const { seed } = definition;
  const endpoint = (): never => {
    throw new Error('laying out calls nobody');
  };
  const free = split(definition)[0];
  const steps = await Promise.all(free.map((stage) => buildStage(stage, { seed, concurrency: 1, endpoint })));
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
  await passRecords(
    { definition, steps, behind: null, keep: [], sink },
    { ...context, policy: silentPolicy(), tally },
  );
  return groups;
}

/** Performs jobs: sends a record through the stages that call. */
export async function recordPerformer(
  definition: RecordPipeline,
  folder: string,
  context: BuildContext,
): Promise<(job: CallJob, signal: AbortSignal) => Promise<void>> {
  const steps: StageStep[] = [];
  for (const stage of split(definition)[1])
    steps.push(await buildStage(stage, { ...context, concurrency: 1 }));
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
    const transforms = steps.map((step) => step.open({ policy, tally, order: 'input', signal, onStop }));
    await runStream(Readable.from([record]), transforms, sinkStream(noSink, { tally }), signal);
    if (reason !== undefined) throw reason;
  };
}
