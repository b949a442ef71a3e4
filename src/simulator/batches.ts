// The batch routes of the simulated endpoint: files up and down, batches of chat calls answered after a while, results
// in another order than the requests, expired requests in a separate file. Nothing survives a restart.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { readBody } from '../http/read-body.ts';
import { parseJson } from '../records/parse-json.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { apiError } from './api-error.ts';
import { answerBody, type ChatRoute } from './chat-route.ts';
import { readUpload } from './multipart.ts';
import { sendBytes, sendError, sendJson } from './send.ts';

export interface BatchSettings {
  /** From submission to the end; 0, the default: at once. */
  readonly timeMs?: number;
  /** 0 to 1. */
  readonly expire?: number;
  /** What goes wrong with the n-th batch, from 1. */
  readonly fault?: (batch: number) => BatchFault | undefined;
  /** Tokens of batches under way at most; a batch for which there is no room fails. */
  readonly enqueuedTokens?: number;
}

/**
 * Result files that are gone, a torn last line, a batch that ends early with or without results,
 * errors in each line, a page of HTML the first time that results are fetched, results that are named later.
 */
export type BatchFault = 'files gone' | 'torn' | 'cancelled' | 'expired' | 'errors' | 'page' | 'named late';

interface Batch {
  readonly id: string;
  readonly inputFile: string;
  readonly metadata: unknown;
  readonly endsAt: number;
  status: 'in_progress' | 'finalizing' | 'completed' | 'failed' | 'cancelled' | 'expired';
  /** From 1. */
  readonly number: number;
  readonly tokens: number;
  usage: { input_tokens: number; output_tokens: number };
  outputFile: string | null;
  completed: number;
  errorFile: string | null;
  total: number;
}

interface RequestLine {
  readonly custom_id: string;
  readonly body: unknown;
}

export interface Batches {
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
}

const pattern = /^\/v1\/(files|batches)(?:\/([\w-]+)(?:\/(content))?)?$/;
const maxFileBytes = 200 * 2 ** 20;
const maxRequests = 50_000;
const perPage = 100;
const bytesPerToken = 4;
/** What is missing of a torn file. */
const tornBytes = 40;
/** Answers worked out before other connections have their turn. */
const atOnce = 50;

export function isBatchPath(path: string): boolean {
  return pattern.test(path);
}

function shuffle<T>(items: T[], seed: number): T[] {
  const rng = mulberry32(seed);
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(rng() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

const queueFull = {
  code: 'token_limit_exceeded',
  message:
    'Enqueued token limit reached. Please try again once some in_progress batches have been completed.',
};

function shown(batch: Batch): object {
  return {
    id: batch.id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    status: batch.status,
    input_file_id: batch.inputFile,
    output_file_id: batch.outputFile,
    error_file_id: batch.errorFile,
    request_counts: { total: batch.total, completed: batch.completed },
    usage: batch.usage,
    errors: batch.status === 'failed' ? { data: [queueFull] } : null,
    metadata: batch.metadata,
  };
}

export function createBatches(
  route: ChatRoute,
  {
    timeMs = 0,
    expire = 0,
    fault = () => undefined,
    enqueuedTokens = Number.POSITIVE_INFINITY,
  }: BatchSettings,
): Batches {
  const files = new Map<string, Buffer>();
  const batches = new Map<string, Batch>();
  const expired = new Set<string>();
  /** Result files in whose place a page is sent the next time. */
  const pages = new Set<string>();
  let made = 0;

  const put = (bytes: Buffer): string => {
    made += 1;
    const id = `file-sim-${made}`;
    files.set(id, bytes);
    return id;
  };
  const linesOf = (bytes: Buffer): RequestLine[] =>
    bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseJson(line) as RequestLine);
  const expires = (id: string): boolean => {
    if (expire === 0 || expired.has(id) || mulberry32(seedFrom(route.seed, `expire ${id}`))() >= expire)
      return false;
    expired.add(id);
    return true;
  };

  const finish = async (batch: Batch): Promise<void> => {
    batch.status = 'finalizing';
    const wrong = fault(batch.number);
    if (wrong === 'cancelled') {
      batch.status = 'cancelled';
      return;
    }
    const good: string[] = [];
    const bad: string[] = [];
    for (const [index, { custom_id, body }] of linesOf(files.get(batch.inputFile)!).entries()) {
      if (index % atOnce === atOnce - 1) await turn();
      const head = { id: `batch_req_${batch.id}_${index}`, custom_id };
      if (wrong === 'expired' || expires(custom_id)) {
        const error = {
          code: 'batch_expired',
          message: 'this request was not done in the completion window',
        };
        bad.push(JSON.stringify({ ...head, response: null, error }));
        continue;
      }
      const answer =
        wrong === 'errors'
          ? apiError(500, 'the model is not well')
          : answerBody(route, Buffer.from(JSON.stringify(body)));
      const { usage } = answer.body as { usage?: { prompt_tokens: number; completion_tokens: number } };
      batch.usage.input_tokens += usage?.prompt_tokens ?? 0;
      batch.usage.output_tokens += usage?.completion_tokens ?? 0;
      const response = { status_code: answer.status, request_id: head.id, body: answer.body };
      (answer.status === 200 ? good : bad).push(JSON.stringify({ ...head, response, error: null }));
    }
    const text = (lines: string[]): string =>
      wrong === 'torn' ? lines.join('\n').slice(0, -tornBytes) : `${lines.join('\n')}\n`;
    const file = (lines: string[]): string | null =>
      lines.length === 0 ? null : put(Buffer.from(text(shuffle(lines, seedFrom(route.seed, batch.id)))));
    batch.completed = good.length;
    batch.outputFile = file(good);
    batch.errorFile = file(bad);
    if (wrong === 'page' && batch.outputFile !== null) pages.add(batch.outputFile);
    if (wrong === 'files gone') for (const id of [batch.outputFile, batch.errorFile]) files.delete(id ?? '');
    batch.status = wrong === 'expired' ? 'expired' : 'completed';
  };

  const underWay = (): number =>
    [...batches.values()].reduce(
      (sum, { status, tokens }) => sum + (status === 'in_progress' ? tokens : 0),
      0,
    );

  const create = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = parseJson(String(await readBody(request, 1 << 20))) as Record<string, unknown>;
    const inputFile = String(body.input_file_id);
    const input = files.get(inputFile);
    if (input === undefined) return sendError(response, apiError(400, `there is no file ${inputFile}`));
    made += 1;
    let total: number;
    try {
      total = linesOf(input).length;
    } catch {
      return sendError(response, apiError(400, `file ${inputFile} is not JSONL`));
    }
    if (total > maxRequests) return sendError(response, apiError(400, `more than ${maxRequests} requests`));
    const tokens = Math.ceil(input.length / bytesPerToken);
    const batch: Batch = {
      id: `batch_sim_${made}`,
      inputFile,
      metadata: body.metadata ?? null,
      endsAt: performance.now() + timeMs,
      status: underWay() + tokens > enqueuedTokens ? 'failed' : 'in_progress',
      number: batches.size + 1,
      tokens,
      usage: { input_tokens: 0, output_tokens: 0 },
      outputFile: null,
      completed: 0,
      errorFile: null,
      total,
    };
    batches.set(batch.id, batch);
    sendJson(response, 200, shown(batch));
  };

  const listed = (query: URLSearchParams): object => {
    const all = [...batches.values()].reverse();
    const first = all.findIndex(({ id }) => id === query.get('after')) + 1;
    const page = all.slice(first, first + Math.min(perPage, Number(query.get('limit') ?? perPage)));
    const last_id = page.at(-1)?.id ?? null;
    return { object: 'list', data: page.map(shown), last_id, has_more: first + page.length < all.length };
  };

  const look = async (batch: Batch): Promise<object> => {
    if (batch.status !== 'in_progress' || performance.now() < batch.endsAt) return shown(batch);
    await finish(batch);
    return fault(batch.number) === 'named late' ? { ...shown(batch), output_file_id: null } : shown(batch);
  };

  return {
    async answer(request, response, path) {
      const [, kind, id, content] = pattern.exec(path)!;
      const { method } = request;
      if (method === 'POST' && id === undefined) {
        if (kind === 'batches') return create(request, response);
        const body = await readBody(request, maxFileBytes);
        const upload = body === null ? null : readUpload(request.headers['content-type'] ?? '', body);
        if (upload === null) {
          return sendError(response, apiError(400, 'give one file of at most 200 MB as multipart/form-data'));
        }
        return sendJson(response, 200, {
          id: put(upload),
          object: 'file',
          bytes: upload.length,
          purpose: 'batch',
        });
      }
      if (method !== 'GET') return sendError(response, apiError(405, `${path} does not take ${method}`));
      if (kind === 'batches' && id === undefined) {
        return sendJson(response, 200, listed(new URL(request.url ?? '', 'http://sim').searchParams));
      }
      const batch = kind === 'batches' ? batches.get(id!) : undefined;
      if (batch !== undefined) return sendJson(response, 200, await look(batch));
      const file = kind === 'files' && content !== undefined ? files.get(id!) : undefined;
      if (pages.delete(id!)) return sendBytes(response, 200, 'text/html', Buffer.from('<html>down</html>'));
      if (file !== undefined) return sendBytes(response, 200, 'application/jsonl', file);
      sendError(response, apiError(404, `there is no ${path}`, { code: 'not_found' }));
    },
  };
}
