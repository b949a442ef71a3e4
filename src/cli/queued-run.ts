// The part of `latebench run --engine bullmq` before the run itself: workers make the calls, and their journals in the
// run folder are what it then reads.
import { join } from 'node:path';
import { endpointConfig } from '../config/endpoint-config.ts';
import { rolesOf } from '../executor/build-plan.ts';
import { coordinate } from '../executor/queue/coordinate.ts';
import { budgetNote, type QueueFile, writeQueueFile } from '../executor/queue/queue-file.ts';
import { callsAtOnce, layOutRecords } from '../pipeline/queued/records.ts';
import type { RecordContext } from '../pipeline/run-records.ts';
import type { RecordPipeline } from '../pipeline/schema.ts';
import { checkRedis } from '../queue/redis.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import type { PassContext } from '../stream/pass.ts';
import type { Call } from './command.ts';
import type { QueueEngine } from './engine.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { queueLimits } from './queue-limits.ts';

/** Requests a minute of the roles that the pipeline calls. */
async function ratesOf(definition: RecordPipeline, call: Call): Promise<QueueFile['rpm']> {
  const config = pipelineConfig(definition, call);
  const called = await rolesOf(definition.stages);
  const rates = [...called].flatMap((role) => {
    const { rpm } = endpointConfig(config, role);
    return rpm === undefined ? [] : [[role, rpm]];
  });
  return Object.fromEntries(rates);
}

export async function workOffByQueue(
  call: Call,
  definition: RecordPipeline,
  {
    folder,
    engine,
    pass,
    onShare,
  }: {
    readonly folder: string;
    readonly engine: QueueEngine;
    readonly pass: PassContext & Pick<RecordContext, 'remote' | 'terminal'>;
    /** Told which share of the records has been worked off. */
    readonly onShare: (share: number) => void;
  },
): Promise<void> {
  const { options, stderr } = call;
  const { redis, globalConcurrency } = engine;
  await checkRedis(redis);
  await writeJsonAtomic(join(folder, 'pipeline.json'), definition);
  const groups = await layOutRecords(definition, folder, pass);
  const { run, budget } = await writeQueueFile(folder, {
    kind: 'records',
    endpoint: options.text('endpoint') ?? null,
    rpm: await ratesOf(definition, call),
    ...queueLimits(call, definition.budget),
    allow_degenerate: false,
  });
  const atOnce = await callsAtOnce(definition);
  const records = groups.reduce((sum, { missing }) => sum + missing.length, 0);
  let done = 0;
  const say = (line: string): void => {
    if (!options.flag('quiet')) stderr.write(`latebench run: ${line}\n`);
  };
  const note = budgetNote(budget);
  if (note !== undefined) say(note);
  say(`${records} records are on the queue; workers: latebench worker ${folder} --redis …`);
  await coordinate({
    redis,
    run,
    // A record may have several calls in flight.
    globalConcurrency:
      globalConcurrency === undefined ? undefined : Math.max(1, Math.floor(globalConcurrency / atOnce)),
    signal: pass.stopReading,
    say,
    async *groups() {
      yield* groups;
    },
    finish: async (finished) => {
      for (const group of finished) done += groups[group]?.missing.length ?? 0;
      onShare(records === 0 ? 1 : done / records);
    },
  });
}
