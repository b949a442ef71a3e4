import assert from 'node:assert/strict';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as api from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { openEventLog } from '../../src/endpoints/event-log.ts';
import { publish } from '../../src/endpoints/events.ts';
import { startMetricsServer } from '../../src/endpoints/metrics-server.ts';
import { startTracing, traceCalls, traceRun, wantsTracing } from '../../src/endpoints/tracing.ts';
import { openListeners } from '../../src/executor/listeners.ts';
import { readQueueFile, writeQueueFile } from '../../src/executor/queue/queue-file.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** No other file of tests in this process calls a model of this name. */
const model = 'model-of-watching-tests';
const call = { role: 'critic', model, key: 'k' } as const;

/** Without those of calls that other tests make in this process. */
function ownSpans(exporter: InMemorySpanExporter) {
  return exporter.getFinishedSpans().filter(({ name }) => [`chat ${model}`, 'latebench run'].includes(name));
}

function started(key = 'k'): void {
  publish(() => ({ type: 'call_started', sample: 0, ...call, key }));
}

function finished(outcome: 'ok' | 'failed', key = 'k'): void {
  publish(() => ({
    type: 'call_finished',
    ...call,
    key,
    outcome,
    from: outcome === 'ok' ? 'endpoint' : null,
    latency_ms: 250,
    prompt_tokens: 10,
    completion_tokens: 5,
    usd: 0.5,
    code: outcome === 'ok' ? null : 'LB_ENDPOINT_SERVER',
  }));
}

test('nobody listening means that no event is even made', () => {
  publish(() => assert.fail('built for nobody'));
});

test('each process of a run writes an event file of its own', async (t) => {
  const folder = await temporaryFolder(t);
  const now = (): Date => new Date(0);
  const first = openEventLog(folder, now);
  const second = openEventLog(folder, now);
  started();
  finished('ok');
  first.close();
  started('later');
  second.close();
  assert.deepEqual(
    [first.path, second.path].map((path) => basename(path)),
    ['events.jsonl', 'events-2.jsonl'],
  );
  const lines = async (path: string): Promise<Record<string, unknown>[]> =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  assert.deepEqual(
    (await lines(first.path)).map(({ type, at }) => [type, at]),
    [
      ['call_started', '1970-01-01T00:00:00.000Z'],
      ['call_finished', '1970-01-01T00:00:00.000Z'],
    ],
  );
  assert.equal((await lines(second.path)).length, 3);
  // Its parts one after the other are no further process.
  const third = openEventLog(folder, now);
  started('last');
  third.close();
  assert.equal(third.path, second.path);
  assert.equal((await lines(third.path)).length, 4);
});

test('events that find the disk full are written once there is room, each line whole', (t) =>
  onSmallDisk(t, '256k', async (disk) => {
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(200 * 1024));
    const log = openEventLog(disk);
    const many = Array.from({ length: 1_000 }, (_, at) => `key-${at}`);
    for (const key of many) started(key);
    await setImmediate();
    assert.equal(statfsSync(disk).bavail, 0, 'the disk is full');
    rmSync(ballast);
    started('last');
    log.close();
    const lines = readFileSync(log.path, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { key: string }).key),
      [...many, 'last'],
    );
  }));

test('events for which there is no room to the end are said to be missing', (t) =>
  onSmallDisk(t, '64k', async (disk) => {
    const listeners = await openListeners({ metricsPort: 0, runFolder: disk, say: () => {} });
    for (let at = 0; at < 1_000; at += 1) started(`key-${at}`);
    await setImmediate();
    await assert.rejects(listeners.close(), { code: 'LB_DISK_FULL', message: /events\.jsonl/ });
  }));

test('metrics count calls, tokens, spend and what is in flight', async (t) => {
  const server = await startMetricsServer(0);
  t.after(() => server.close());
  started('a');
  started('b');
  finished('ok', 'a');
  publish(() => ({ type: 'retry', ...call, code: 'LB_ENDPOINT_RATE', attempt: 1, wait_ms: 5 }));
  publish(() => ({ type: 'pace', role: 'critic', limit: 4, reason: 'rate-limit' }));
  const page = await (await fetch(server.url)).text();
  for (const line of [
    '# TYPE latebench_calls_in_flight gauge',
    'latebench_calls_in_flight{role="critic"} 1',
    `latebench_calls_total{role="critic",model="${model}",outcome="ok",from="endpoint"} 1`,
    `latebench_tokens_total{role="critic",model="${model}",kind="prompt"} 10`,
    `latebench_spend_usd_total{role="critic",model="${model}"} 0.5`,
    `latebench_retries_total{role="critic",model="${model}",code="LB_ENDPOINT_RATE"} 1`,
    'latebench_concurrency_limit{role="critic"} 4',
  ]) {
    assert.ok(page.includes(`${line}\n`), line);
  }
  assert.equal((await fetch(server.url.replace('/metrics', '/'))).status, 404);
  await assert.rejects(startMetricsServer(Number(new URL(server.url).port)), { code: 'LB_CONFIG' });
});

test('metrics count what workers elsewhere have done, and the batches of all models of a role', async (t) => {
  const server = await startMetricsServer(0);
  t.after(() => server.close());
  const done = { ok: 7, failed: 1, paid_before: 2, prompt_tokens: 70, completion_tokens: 14 };
  const depth = { waiting: 3, active: 1, delayed: 0, failed: 0, groups: 2, lag_ms: 1500 };
  for (const [workers, usd] of [
    [1, null],
    [2, 0.25],
  ] as const)
    publish(() => ({ type: 'queue', role: 'logprob', ...depth, workers: { ...done, workers, usd } }));
  for (const [batch, outstanding] of [
    ['critic-0001', 5],
    ['critic.2-0001', 4],
    ['critic-0002', 3],
  ] as const)
    publish(() => ({ type: 'batch', role: 'critic', batch, state: 'submitted', outstanding }));
  const page = await (await fetch(server.url)).text();
  for (const line of [
    'latebench_queue_jobs{role="logprob",state="waiting"} 3',
    'latebench_queue_lag_seconds{role="logprob"} 1.5',
    'latebench_workers{role="logprob"} 2',
    'latebench_worker_calls_total{role="logprob",outcome="ok"} 7',
    'latebench_worker_calls_total{role="logprob",outcome="failed"} 1',
    'latebench_worker_tokens_total{role="logprob",kind="completion"} 14',
    'latebench_worker_spend_usd_total{role="logprob"} 0.25',
    'latebench_batch_calls{role="critic"} 7',
  ])
    assert.ok(page.includes(`${line}\n`), `${line}\n${page}`);
});

test('each call is a span with its model, tokens, retries and failure', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const stop = traceCalls(provider.getTracer('test'));
  started('a');
  publish(() => ({ type: 'retry', ...call, key: 'a', code: 'LB_ENDPOINT_RATE', attempt: 1, wait_ms: 5 }));
  finished('ok', 'a');
  started('b');
  finished('failed', 'b');
  started('open');
  stop();
  const spans = ownSpans(exporter);
  assert.deepEqual(
    spans.map(({ name }) => name),
    [`chat ${model}`, `chat ${model}`, `chat ${model}`],
  );
  assert.equal(spans[0]?.attributes['gen_ai.usage.input_tokens'], 10);
  assert.deepEqual(
    spans[0]?.events.map(({ name }) => name),
    ['retry'],
  );
  assert.deepEqual([spans[0]?.status.code, spans[1]?.status.code], [0, 2]);
});

test('calls of a worker are in the span of the coordinator, which is in that of the environment', async (t) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test');
  const outer = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const folder = await temporaryFolder(t);
  const stopRun = traceRun(api, tracer, { environment: `00-${outer.traceId}-${outer.spanId}-01` });
  started('coordinator');
  finished('ok', 'coordinator');
  const facts = {
    kind: 'pool',
    run: 'r',
    endpoint: null,
    tpm: null,
    rpm: {},
    budget: { folder: null },
  } as const;
  await writeQueueFile(folder, { ...facts, allow_degenerate: false });
  stopRun();
  const file = await readQueueFile(folder);
  const stopWorker = traceRun(api, tracer, { coordinator: () => file?.traceparent, environment: undefined });
  started('worker');
  finished('ok', 'worker');
  stopWorker();
  const spans = ownSpans(exporter);
  assert.deepEqual(
    spans.map(({ name }) => name),
    [`chat ${model}`, 'latebench run', `chat ${model}`],
  );
  const run = spans[1]!;
  assert.equal(run.parentSpanContext?.spanId, outer.spanId);
  for (const span of spans) {
    assert.equal(span.spanContext().traceId, outer.traceId);
    if (span !== run) assert.equal(span.parentSpanContext?.spanId, run.spanContext().spanId);
  }
  // A worker that stays is in the span of each later start.
  let parent: string | undefined = file?.traceparent;
  const stopStaying = traceRun(api, tracer, { coordinator: () => parent, environment: undefined });
  const parents = [
    parent,
    `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`,
    undefined,
    `00-${'e'.repeat(32)}-${'f'.repeat(16)}-01`,
  ];
  const before = ownSpans(exporter).length;
  for (const [at, now] of parents.entries()) {
    parent = now;
    started(`start ${at}`);
    finished('ok', `start ${at}`);
  }
  stopStaying();
  const [first, second, alone, last, ownRun] = ownSpans(exporter).slice(before);
  assert.equal(first?.parentSpanContext?.spanId, run.spanContext().spanId);
  assert.equal(second?.parentSpanContext?.spanId, 'd'.repeat(16));
  assert.equal(alone?.parentSpanContext?.spanId, ownRun?.spanContext().spanId);
  assert.equal(last?.parentSpanContext?.spanId, 'f'.repeat(16));
  assert.equal(ownRun?.name, 'latebench run');
  // Of a run that is not traced, or a file that somebody has changed, they begin a trace.
  const stopAlone = traceRun(api, tracer, { coordinator: () => '00-0-0-01', environment: 'none' });
  stopAlone();
  assert.equal(ownSpans(exporter).at(-1)?.parentSpanContext, undefined);
  await writeQueueFile(folder, { ...facts, allow_degenerate: false });
  assert.equal((await readQueueFile(folder))?.traceparent, undefined);
});

test('traces are wanted when OTEL_* says so, and a missing SDK is named', async () => {
  assert.equal(wantsTracing({}), false);
  assert.equal(wantsTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }), true);
  assert.equal(wantsTracing({ OTEL_TRACES_EXPORTER: 'none' }), false);
  assert.equal(wantsTracing({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }), false);
  await assert.rejects(startTracing(), { code: 'LB_CONFIG', message: /npm install @opentelemetry\/api/ });
});
