// OpenAI's Batch API over HTTP: a file up, a batch made, looked at, its results down. What is safe to repeat is
// repeated; making a batch is not, so before another try the batch is looked for by the name in its metadata.
import { z } from 'zod';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { type OpenDispatcher, openDispatcher } from '../../http/dispatcher.ts';
import { parseJson } from '../../records/parse-json.ts';
import { openSpillFile, type SpillFile } from '../../storage/spill-file.ts';
import { backoffMs, waitMs } from '../backoff.ts';
import type { Redactor } from '../redact.ts';
import type { RawResponse } from '../response-handler.ts';
import type { Transport } from '../transport.ts';
import { replyError } from '../wire-error.ts';

const batchSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .looseObject({ data: z.array(z.looseObject({ message: z.string().nullish() })).nullish() })
    .nullish(),
  request_counts: z.looseObject({ completed: z.number().nullish() }).nullish().catch(null),
  /** Of all its requests, where the provider says it. */
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(null),
});

const pageSchema = z.looseObject({
  data: z.array(batchSchema),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
});

export type RemoteBatch = z.infer<typeof batchSchema>;

export interface BatchApi {
  /**
   * Uploads a request file and makes a batch of it, once for each name, however often it is called. Null where the
   * provider has no room for it now (a limit of enqueued tokens).
   */
  submit(name: string, content: string, signal: AbortSignal): Promise<string | null>;
  /** Null where the provider does not know it. */
  look(id: string, signal: AbortSignal): Promise<RemoteBatch | null>;
  /** The file's bytes, on the disk of `folder` until they are closed; null where the file is not there any more. */
  download(file: string, folder: string, signal: AbortSignal): Promise<SpillFile | null>;
  close(): Promise<void>;
}

export interface BatchApiOptions {
  readonly transport: Transport;
  readonly baseUrl: string;
  /** Of every request, the key among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly redactor: Redactor;
  readonly caFile: string | undefined;
}

const backoff = { firstMs: 1000, maxMs: 30_000 };
const maxTries = 6;
/** Results of a batch are made while they are sent. */
const downloadLimits = {
  connections: 1,
  headersTimeout: 300_000,
  bodyTimeout: 300_000,
  pipelining: 1,
} as const;
/** Batches that a page of the list has, newest first. */
const perPage = 100;
/** Pages searched for one of ours. */
const maxPages = 100;
const gone = new Set([404, 410]);

/** The provider's words for a queue of batches that is full, in the answer or in the batch that failed for it. */
export function isQueueFull(message: string): boolean {
  return /enqueued token|token_limit_exceeded/i.test(message);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export function createBatchApi({
  transport,
  baseUrl,
  headers: authorization,
  redactor,
  caFile,
}: BatchApiOptions): BatchApi {
  const url = new URL(baseUrl);
  let downloads: OpenDispatcher | undefined;

  const checked = (response: RawResponse, what: string): unknown => {
    const { status, body } = redactor.response(response);
    const text = body.toString('utf8');
    const value = parsed(text);
    const error = replyError(status, value, text);
    if (error === null) return value;
    const message = redactor.text(`${what}: ${error.message}`);
    throw new LateBenchError(error.code, message, { retry: error.retry });
  };
  const patiently = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isLateBenchError(error) || error.retry === 'never' || tries >= maxTries) throw error;
        await waitMs(backoffMs(tries, backoff), signal);
      }
    }
  };
  const get = (path: string, signal: AbortSignal): Promise<RawResponse> =>
    patiently(async () => {
      const response = await transport.send({ method: 'GET', path }, authorization, signal);
      if (response.status !== 404) checked(response, `GET ${path}`);
      return response;
    }, signal);

  const find = async (name: string, signal: AbortSignal): Promise<string | null> => {
    const isIt = ({ metadata, status }: RemoteBatch): boolean =>
      metadata?.latebench === name && status !== 'failed' && !status.startsWith('cancel');
    let after = '';
    for (let page = 0; page < maxPages; page += 1) {
      const response = await get(`/batches?limit=${perPage}${after}`, signal);
      const list = pageSchema.safeParse(parsed(response.body.toString('utf8'))).data;
      const found = list?.data.find(isIt);
      if (found !== undefined) return found.id;
      const last = list?.last_id ?? list?.data.at(-1)?.id;
      if (list?.has_more !== true || last === undefined) return null;
      after = `&after=${encodeURIComponent(last)}`;
    }
    return null;
  };
  const upload = (content: string, signal: AbortSignal): Promise<string> => {
    const boundary = 'latebench-0d2f6a1c-request-file';
    const body =
      `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="requests.jsonl"\r\n` +
      `Content-Type: application/jsonl\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    const headers = { ...authorization, 'content-type': `multipart/form-data; boundary=${boundary}` };
    return patiently(async () => {
      const sent = await transport.send({ method: 'POST', path: '/files', body }, headers, signal);
      return z.looseObject({ id: z.string() }).parse(checked(sent, 'POST /files')).id;
    }, signal);
  };

  return {
    submit: (name, content, signal) =>
      patiently(async () => {
        const known = await find(name, signal);
        if (known !== null) return known;
        const body = JSON.stringify({
          input_file_id: await upload(content, signal),
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
          metadata: { latebench: name },
        });
        const headers = { ...authorization, 'content-type': 'application/json' };
        const sent = await transport.send({ method: 'POST', path: '/batches', body }, headers, signal);
        if (sent.status >= 400 && isQueueFull(sent.body.toString('utf8'))) return null;
        return batchSchema.parse(checked(sent, 'POST /batches')).id;
      }, signal),
    async look(id, signal) {
      const response = await get(`/batches/${id}`, signal);
      return response.status === 404 ? null : batchSchema.parse(parsed(response.body.toString('utf8')));
    },
    // Straight to the disk: results with logprobs are larger than memory.
    download: (file, folder, signal) =>
      patiently(async () => {
        downloads ??= openDispatcher({ origin: url.origin, ...downloadLimits, caFile });
        const received = openSpillFile(folder);
        const target = `${url.pathname.replace(/\/$/, '')}/files/${file}/content${url.search}`;
        try {
          const response = await downloads.dispatcher.request({
            origin: url.origin,
            method: 'GET',
            path: target,
            headers: authorization,
            signal,
          });
          if (gone.has(response.statusCode)) {
            await response.body.dump();
            received.close();
            return null;
          }
          if (response.statusCode !== 200) {
            const body = Buffer.from(await response.body.arrayBuffer());
            checked({ status: response.statusCode, headers: response.headers, body }, `GET ${target}`);
          }
          for await (const chunk of response.body) await received.append(chunk as Buffer);
          return received;
        } catch (cause) {
          received.close();
          if (isLateBenchError(cause)) throw cause;
          const message = `results of a batch could not be fetched: ${(cause as Error).message}`;
          throw new LateBenchError('LB_ENDPOINT_NETWORK', message, { retry: 'transient', cause });
        }
      }, signal),
    async close() {
      await Promise.all([transport.close(), downloads?.close()]);
    },
  };
}
