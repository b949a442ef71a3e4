// Whether ten workers are worth it: the same injections with one worker and with ten, over a simulated endpoint in a
// process of its own that answers after 200 ms.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { syntheticRecords } from '../src/datasets/synthetic.ts';
import { createChatEndpoint } from '../src/endpoints/client.ts';
import { createUsageCounters } from '../src/endpoints/usage-counters.ts';
import { injectStage } from '../src/inject/inject.ts';
import type { Solution } from '../src/records/solution.ts';
import { openQuarantine } from '../src/storage/quarantine.ts';
import { createErrorPolicy } from '../src/stream/error-policy.ts';
import { runStream } from '../src/stream/run.ts';
import { stageStep } from '../src/stream/step.ts';
import { createTally } from '../src/stream/tally.ts';
import { type Benchmark, rounded } from './benchmark.ts';

const latencyMs = 200;
/** Enough for ten workers to be busy most of the time; one worker would take minutes over as many. */
const problems = { one: 60, ten: 400 };

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const args = ['bin/latebench.js', 'simulate', '--port', '0', '--latency', String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  while (!/http:\/\/\S+/.test(printed)) {
    const [chunk] = (await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data')])) as [
      Buffer,
    ];
    printed += chunk.toString();
  }
  return { child, url: /http:\/\/[^\s"]+/.exec(printed)![0] };
}

interface Measured {
  readonly seconds: number;
  readonly calls: number;
  readonly records: number;
  readonly accepted: number;
}

async function measure(url: string, workers: number, count: number): Promise<Measured> {
  const counters = createUsageCounters();
  const endpoint = createChatEndpoint({
    baseUrl: url,
    model: 'latebench-sim/injector',
    concurrency: workers,
    counters,
  });
  const stage = injectStage({ endpoint, cleanFraction: 0, seed: 1 });
  const tally = createTally();
  const policy = createErrorPolicy({
    onError: 'fail',
    maxErrors: undefined,
    // Never written: the first bad record ends the run.
    quarantine: openQuarantine('unused'),
    say: () => {},
  });
  let accepted = 0;
  const sink = new Writable({
    objectMode: true,
    write(record: Solution, _encoding, callback) {
      if (record.injection?.status === 'accepted') accepted += 1;
      callback();
    },
  });
  const records = [...syntheticRecords({ count, seed: 1 })];
  const started = performance.now();
  await runStream(
    Readable.from(records),
    [stageStep(stage, workers).open({ policy, tally, order: 'input' })],
    sink,
  );
  const spent = (performance.now() - started) / 1000;
  await endpoint.close();
  return { seconds: spent, calls: counters.total().calls, records: count, accepted };
}

export const benchmark: Benchmark = {
  title: `Injections at ${latencyMs} ms latency: ten workers against one (goal: at least 8x)`,
  async run() {
    const { child, url } = await startServer();
    try {
      // Both processes compile what they run first; that is not what is measured.
      await measure(url, 10, 40);
      const one = await measure(url, 1, problems.one);
      const ten = await measure(url, 10, problems.ten);
      const row = (workers: number, { seconds, calls, records, accepted }: Measured) => ({
        workers,
        records,
        accepted,
        calls,
        seconds: rounded(seconds),
        'calls a second': rounded(calls / seconds),
        'times as fast': rounded(calls / seconds / (one.calls / one.seconds)),
      });
      return { rows: [row(1, one), row(10, ten)] };
    } finally {
      child.kill();
    }
  },
};
