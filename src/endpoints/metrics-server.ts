// The same events as a Prometheus text endpoint (exposition format 0.0.4) on loopback: `--metrics-port`.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { listening } from '../http/listening.ts';
import type { WorkersDone } from '../records/queue-depth.ts';
import { batchesOf, type EndpointEvent, endpointChannelName } from './events.ts';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Every series with its type and meaning; docs/events.md lists them. */
export const metricsHelp: Readonly<Record<string, readonly [kind: 'counter' | 'gauge', about: string]>> = {
  latebench_calls_total: ['counter', 'Calls that ended, by outcome and where the reply came from.'],
  latebench_calls_in_flight: ['gauge', 'Calls begun and not ended.'],
  latebench_call_seconds_total: ['counter', 'Time spent in calls that ended.'],
  latebench_retries_total: ['counter', 'Attempts that were made again, by error code.'],
  latebench_tokens_total: ['counter', 'Tokens paid for, by kind.'],
  latebench_spend_usd_total: ['counter', 'Spend where prices are known.'],
  latebench_queue_jobs: ['gauge', 'Jobs on the queue, by state.'],
  latebench_queue_groups: ['gauge', 'Groups of jobs that are not finished.'],
  latebench_queue_lag_seconds: ['gauge', 'Age of the job that waits longest.'],
  latebench_workers: ['gauge', 'Workers that a run with --store has had.'],
  latebench_worker_calls_total: ['counter', 'Calls of these workers that ended, by outcome.'],
  latebench_worker_tokens_total: ['counter', 'Tokens that these workers paid for, by kind.'],
  latebench_worker_spend_usd_total: ['counter', 'Spend of these workers where prices are known.'],
  latebench_batch_calls: ['gauge', 'Calls in batches that have not ended.'],
  latebench_concurrency_limit: ['gauge', 'Calls that may be in flight now.'],
};

function label(values: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string =>
    text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
  return `{${Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;
}

export async function startMetricsServer(port: number): Promise<MetricsServer> {
  const series = new Map<string, number>();
  const add = (name: string, labels: Readonly<Record<string, string>>, value: number): void => {
    const key = `${name}${label(labels)}`;
    series.set(key, (series.get(key) ?? 0) + value);
  };
  const set = (name: string, labels: Readonly<Record<string, string>>, value: number): void =>
    void series.set(`${name}${label(labels)}`, value);
  const setWorkers = (role: string, done: WorkersDone): void => {
    set('latebench_workers', { role }, done.workers);
    set('latebench_worker_calls_total', { role, outcome: 'ok' }, done.ok);
    set('latebench_worker_calls_total', { role, outcome: 'failed' }, done.failed);
    set('latebench_worker_tokens_total', { role, kind: 'prompt' }, done.prompt_tokens);
    set('latebench_worker_tokens_total', { role, kind: 'completion' }, done.completion_tokens);
    if (done.usd !== null) set('latebench_worker_spend_usd_total', { role }, done.usd);
  };
  /** Of each role, the calls in batches by model. */
  const inBatches = new Map<string, Map<string, number>>();
  const onEvent = (message: unknown): void => {
    const event = message as EndpointEvent;
    const { role } = event;
    switch (event.type) {
      case 'call_started':
        add('latebench_calls_in_flight', { role }, 1);
        break;
      case 'call_finished': {
        const { model } = event;
        add('latebench_calls_in_flight', { role }, -1);
        add('latebench_calls_total', { role, model, outcome: event.outcome, from: event.from ?? 'none' }, 1);
        add('latebench_call_seconds_total', { role, model }, event.latency_ms / 1000);
        // Without a reply there is no source, and attempts may have been billed.
        if (event.from !== 'endpoint' && event.from !== 'batch' && event.from !== null) break;
        add('latebench_tokens_total', { role, model, kind: 'prompt' }, event.prompt_tokens ?? 0);
        add('latebench_tokens_total', { role, model, kind: 'completion' }, event.completion_tokens ?? 0);
        add('latebench_spend_usd_total', { role, model }, event.usd ?? 0);
        break;
      }
      case 'retry':
        add('latebench_retries_total', { role, model: event.model, code: event.code }, 1);
        break;
      case 'queue':
        for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
          set('latebench_queue_jobs', { role, state }, event[state]);
        set('latebench_queue_groups', { role }, event.groups);
        set('latebench_queue_lag_seconds', { role }, event.lag_ms / 1000);
        if (event.workers !== undefined) setWorkers(role, event.workers);
        break;
      case 'batch': {
        const calls = inBatches.get(role) ?? new Map<string, number>();
        inBatches.set(role, calls.set(batchesOf(event.batch), event.outstanding));
        const sum = [...calls.values()].reduce((all, one) => all + one, 0);
        set('latebench_batch_calls', { role }, sum);
        break;
      }
      case 'pace':
        set('latebench_concurrency_limit', { role }, event.limit);
        break;
    }
  };
  const page = (): string =>
    Object.entries(metricsHelp)
      .flatMap(([name, [kind, about]]) => {
        const lines = [...series]
          .filter(([key]) => key.startsWith(`${name}{`))
          .map(([key, value]) => `${key} ${value}`);
        return lines.length === 0 ? [] : [`# HELP ${name} ${about}`, `# TYPE ${name} ${kind}`, ...lines];
      })
      .join('\n')
      .concat('\n');
  const server = createServer((request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(found ? page() : 'metrics are at /metrics\n');
  });
  const own = await listening(server, { port, option: '--metrics-port' });
  subscribe(endpointChannelName, onEvent);
  server.unref();
  return {
    url: `http://127.0.0.1:${own}/metrics`,
    async close() {
      unsubscribe(endpointChannelName, onEvent);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
