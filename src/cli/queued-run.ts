// The part of `latebench run --engine bullmq` before the run itself: workers make the calls, and their journals in the
// run folder are what it then reads.
import { join } from 'node:path';
import type { PassContext } from '../pipeline/pass.ts';
import { coordinate } from '../pipeline/queued/coordinate.ts';
import { writeQueueFile } from '../pipeline/queued/queue-file.ts';
import { callsAtOnce, layOutRecords } from '../pipeline/queued/records.ts';
import type { RecordPipeline } from '../pipeline/schema.ts';
import { checkRedis } from '../queue/redis.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import type { Call } from './command.ts';
import type { QueueEngine } from './engine.ts';

export async function workOffByQueue(
  call: Call,
  definition: RecordPipeline,
  {
    folder,
    engine,
    pass,
  }: { readonly folder: string; readonly engine: QueueEngine; readonly pass: PassContext },
): Promise<void> {
  const { options, stderr } = call;
  const { redis, globalConcurrency } = engine;
  await checkRedis(redis);
  await writeJsonAtomic(join(folder, 'pipeline.json'), definition);
  const groups = await layOutRecords(definition, folder, pass);
  const { run } = await writeQueueFile(folder, {
    kind: 'records',
    endpoint: options.text('endpoint') ?? null,
    tpm: options.whole('tpm', 1) ?? null,
    rpm: null,
    budget: {
      usd: options.number('budget-usd', 0, 1e9) ?? definition.budget?.usd,
      tokens: options.whole('budget-tokens', 0) ?? definition.budget?.tokens,
      price: options.text('price') ?? definition.budget?.price,
      folder: options.text('budget-folder'),
    },
  });
  const records = groups.reduce((sum, { missing }) => sum + missing.length, 0);
  const say = (line: string): void => {
    if (!options.flag('quiet')) stderr.write(`latebench run: ${line}\n`);
  };
  say(`${records} records are on the queue; workers: latebench worker ${folder} --redis …`);
  await coordinate({
    redis,
    run,
    // A record may have several calls in flight.
    globalConcurrency:
      globalConcurrency === undefined
        ? undefined
        : Math.max(1, Math.floor(globalConcurrency / callsAtOnce(definition))),
    signal: pass.stopReading,
    say,
    async *groups() {
      yield* groups;
    },
    finish: async () => {},
  });
}
