// A Batch API that can be told to lie: each answer may be replaced, lost or repeated. What it was asked to do is counted.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export type Step = 'list' | 'upload' | 'create' | 'look' | 'download' | 'other';

export interface Batch {
  readonly id: string;
  readonly requests: readonly { readonly custom_id: string; readonly body: { readonly model: string } }[];
  readonly input_file_id: string;
  metadata: unknown;
  status: string;
  output_file_id: string | null;
  error_file_id?: string;
  request_counts: { completed: number } | null;
  errors: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly step: Step;
  /** How often this step was asked for, from 1. */
  readonly times: number;
  /** Without its query. */
  readonly path: string;
  readonly body: string;
  readonly batches: readonly Batch[];
  /** Does what is asked for, and says so. */
  readonly truth: () => Answer & { readonly body: string };
}

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

export const problem = (message: string, code = 'invalid_request_error') => ({ error: { message, code } });
/** No answer: the connection ends. */
export const lost = { status: 0, body: '' };
export const page = { status: 502, body: '<html><title>502 Bad Gateway</title></html>' };

function resultOf({ custom_id, body }: Batch['requests'][number]): string {
  const message = { role: 'assistant', content: 'No error. \\boxed{-1}' };
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const completion = { model: body.model, choices: [{ index: 0, finish_reason: 'stop', message }], usage };
  return JSON.stringify({ custom_id, response: { status_code: 200, body: completion }, error: null });
}

function stepOf({ method, url = '' }: IncomingMessage): Step {
  const path = url.replace(/\?.*/, '');
  if (method === 'POST' && path === '/v1/files') return 'upload';
  if (path === '/v1/batches') return method === 'POST' ? 'create' : 'list';
  if (path.startsWith('/v1/batches/')) return 'look';
  return path.endsWith('/content') ? 'download' : 'other';
}

/** `lie`: what it answers in place of the truth. `ends`: how a batch that is looked at has ended; completed if nothing. */
export async function startLyingBatches(
  t: TestContext,
  lie: (asked: Asked) => Answer | undefined | Promise<Answer | undefined> = () => undefined,
  ends: (batch: Batch, batches: readonly Batch[]) => void = () => {},
) {
  const files = new Map<string, string>();
  const batches: Batch[] = [];
  const steps: Step[] = [];
  const truths: Readonly<Record<Step, (path: string, body: string) => unknown>> = {
    upload(_path, body) {
      const from = body.indexOf('\r\n\r\n', body.indexOf('requests.jsonl')) + 4;
      const id = `file-${files.size}`;
      files.set(id, body.slice(from, body.lastIndexOf('\r\n--')));
      return { id };
    },
    create(_path, body) {
      const { input_file_id, metadata } = JSON.parse(body) as { input_file_id: string; metadata: unknown };
      const lines = files.get(input_file_id)!.trim().split('\n');
      const batch: Batch = {
        ...{ id: `batch-${batches.length + 1}`, requests: lines.map((line) => JSON.parse(line)) },
        ...{ input_file_id, metadata },
        ...{ status: 'in_progress', output_file_id: null, request_counts: null, errors: null },
      };
      batches.push(batch);
      return batch;
    },
    list: () => ({ data: batches.toReversed(), has_more: false }),
    look(path) {
      const batch = batches.find(({ id }) => path.endsWith(`/${id}`));
      if (batch?.status === 'in_progress') {
        ends(batch, batches);
        if (batch.status === 'in_progress') {
          const output = `output-${batches.indexOf(batch) + 1}`;
          files.set(output, `${batch.requests.map(resultOf).join('\n')}\n`);
          Object.assign(batch, { status: 'completed', output_file_id: output });
          batch.request_counts = { completed: batch.requests.length };
        }
      }
      return batch;
    },
    download: (path) => files.get(path.split('/')[3]!),
    other: () => ({ data: [{ id: 'm' }] }),
  };
  const server = createServer(async (request, response) => {
    const step = stepOf(request);
    const path = request.url!.replace(/\?.*/, '');
    const body = await text(request);
    steps.push(step);
    const truth: Asked['truth'] = () => {
      const value = truths[step](path, body);
      if (value === undefined) return json(problem('No such object'), 404);
      return typeof value === 'string' ? { status: 200, body: value } : json(value);
    };
    const times = steps.filter((one) => one === step).length;
    const {
      status,
      body: said,
      headers = {},
    } = (await lie({ step, times, path, body, batches, truth })) ?? truth();
    if (status === lost.status) response.destroy();
    else response.writeHead(status, headers).end(said);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    batches,
    steps,
    /** Requests of all batches: each was paid for. */
    bought: () => batches.reduce((sum, { requests }) => sum + requests.length, 0),
  };
}
