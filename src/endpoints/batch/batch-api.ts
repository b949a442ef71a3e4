// OpenAI's Batch API over HTTP: a file up, a batch made, looked at, its results down. What is safe to repeat is
// repeated; making a batch is not, so before another try the batch is looked for by the name in its metadata.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import { openSpillFile, type SpillFile } from '../../storage/spill-file.ts';
import { waitMs } from '../backoff.ts';
import type { Redactor } from '../redact.ts';
import type { RawResponse } from '../response-handler.ts';
import type { Transport } from '../transport.ts';
import { replyError } from '../wire-error.ts';
import {
  batchIn,
  fileIn,
  isPage,
  isQueueFull,
  oddAnswer,
  pageIn,
  parsedAnswer,
  type RemoteBatch,
} from './batch-answers.ts';
import type { Outages } from './outages.ts';
import { createDownloads } from './result-download.ts';

export interface ToSubmit {
  /** In the batch's metadata, which not every provider keeps. */
  readonly name: string;
  readonly content: string;
  /** Of an earlier upload: its process may have ended after it made the batch. */
  readonly file: string | null;
  /** Notes the upload, before a batch is made of it. */
  readonly onUpload: (file: string) => Promise<void>;
}

export interface Submitted {
  readonly id: string;
  /** By somebody before: an earlier process, or another run with the same requests. */
  readonly before: boolean;
}

export interface BatchApi {
  /**
   * Uploads a request file and makes a batch of it, once for each name, however often it is called. Null where the
   * provider has no room for it now (a limit of enqueued tokens).
   */
  submit(batch: ToSubmit, signal: AbortSignal): Promise<Submitted | null>;
  /** Null where the provider does not know it, and does not list it. */
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
  readonly outages: Outages;
}

/** Batches that a page of the list has, newest first. */
const perPage = 100;
/** Pages searched for one of ours. */
const maxPages = 100;
/** Looks, with pauses of one, two and three of these milliseconds between them, after which a thing is absent. */
const maxLooks = 4;
const absentPauseMs = 400;
const gone = new Set([404, 410]);
/** What a provider answers that has no list of batches. */
const noList = new Set([404, 405, 501]);

function isFull({ status, body }: RawResponse): boolean {
  return status >= 400 && isQueueFull(body.toString('utf8'));
}

/** The request file is larger than the provider, or a proxy before it, takes. */
export function isTooLarge({ cause }: LateBenchError): boolean {
  return (cause as { readonly status?: number } | undefined)?.status === 413;
}

export function createBatchApi({
  transport,
  baseUrl,
  headers: authorization,
  redactor,
  caFile,
  outages,
}: BatchApiOptions): BatchApi {
  const url = new URL(baseUrl);
  const downloads = createDownloads(caFile);

  /** The text of an answer that is no error. */
  const checked = (response: RawResponse, what: string): string => {
    const { status, body } = redactor.response(response);
    const text = body.toString('utf8');
    const error = replyError(status, parsedAnswer(text), text);
    if (error === null) return text;
    const isRejected = ['LB_ENDPOINT_CONFIG', 'LB_ENDPOINT_REQUEST'].includes(error.code) && status !== 413;
    const hint = isRejected && what.startsWith('POST') ? '; if it has no Batch API, leave --batch out' : '';
    const message = redactor.text(`${what}: ${error.message}${hint}`);
    const askedMs = retryAfterMs(response.headers, Date.now());
    throw new LateBenchError(error.code, message, { retry: error.retry, cause: { status, askedMs } });
  };
  /** What is said to be absent is looked for again: what one machine of the provider does not know, another may. */
  const seldomAbsent = async <T>(work: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> => {
    for (let looks = 1; ; looks += 1) {
      const found = await work();
      if (found !== null || looks >= maxLooks) return found;
      await waitMs(absentPauseMs * looks, signal);
    }
  };
  /** Reads the answer; null where there is no such thing: `pages` where a page for people says so too. */
  const get = <T>(
    path: string,
    read: (text: string, what: string) => T,
    signal: AbortSignal,
    pages = false,
  ): Promise<T | null> =>
    seldomAbsent(
      () =>
        outages.tried(async () => {
          const what = `GET ${path}`;
          const response = await transport.send({ method: 'GET', path }, authorization, signal);
          const isAbsent = response.status === 404 || (pages && noList.has(response.status));
          const text = isAbsent ? response.body.toString('utf8') : checked(response, what);
          if (!isAbsent) return read(text, what);
          if (isPage(text) && !pages) throw oddAnswer(what, text);
          return null;
        }, signal),
      signal,
    );

  /** Some providers have no list, and need not be asked for it each time. */
  let hasList = true;
  /** The newest batch of the list that is the one; null where there is none, or no list. */
  const listed = async (
    isIt: (batch: RemoteBatch) => boolean,
    signal: AbortSignal,
  ): Promise<RemoteBatch | null> => {
    const seen = new Set<string>();
    for (let after = ''; hasList && seen.size < maxPages; ) {
      const page = await get(`/batches?limit=${perPage}${after}`, pageIn, signal, true);
      hasList = page !== null;
      const found = page?.batches.find(isIt);
      if (found !== undefined) return found;
      const next = page?.next ?? null;
      // A list that gives the same page again has no end.
      if (next === null || seen.has(next)) return null;
      seen.add(next);
      after = `&after=${encodeURIComponent(next)}`;
    }
    return null;
  };
  const find = async (name: string, file: string | null, signal: AbortSignal): Promise<string | null> => {
    // What has failed or was cancelled without any result is made again.
    const isIt = ({ metadata, input_file_id, output_file_id, status }: RemoteBatch): boolean =>
      (metadata?.latebench === name || (file !== null && input_file_id === file)) &&
      (output_file_id != null || (status !== 'failed' && !status.startsWith('cancel')));
    return (await listed(isIt, signal))?.id ?? null;
  };
  /** Null where there is no room. */
  const upload = (content: string, signal: AbortSignal): Promise<string | null> => {
    const boundary = 'latebench-0d2f6a1c-request-file';
    const body =
      `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="requests.jsonl"\r\n` +
      `Content-Type: application/jsonl\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    const headers = { ...authorization, 'content-type': `multipart/form-data; boundary=${boundary}` };
    return outages.tried(async () => {
      const sent = await transport.send({ method: 'POST', path: '/files', body }, headers, signal);
      if (isFull(sent)) return null;
      return fileIn(checked(sent, 'POST /files'), 'POST /files');
    }, signal);
  };

  return {
    async submit({ name, content, file: earlier, onUpload }, signal) {
      const known = await find(name, earlier, signal);
      if (known !== null) return { id: known, before: true };
      const file = await upload(content, signal);
      if (file === null) return null;
      await onUpload(file);
      const body = JSON.stringify({
        input_file_id: file,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        metadata: { latebench: name },
      });
      const headers = { ...authorization, 'content-type': 'application/json' };
      return outages.tried(async (tries) => {
        // The try before may have made it, and a list may have been away for a while.
        if (tries > 1) hasList = true;
        const made = tries === 1 ? null : await find(name, file, signal);
        if (made !== null) return { id: made, before: false };
        const sent = await transport.send({ method: 'POST', path: '/batches', body }, headers, signal);
        if (isFull(sent)) return null;
        const { id } = batchIn(checked(sent, 'POST /batches'), 'POST /batches');
        return { id, before: false };
      }, signal);
    },
    look: async (id, signal) =>
      (await get(`/batches/${encodeURIComponent(id)}`, batchIn, signal)) ??
      (await listed((batch) => batch.id === id, signal)),
    // Straight to the disk: results with logprobs are larger than memory.
    download: (file, folder, signal) =>
      outages.tried(async () => {
        const received = openSpillFile(folder);
        const path = file.split('/').map(encodeURIComponent).join('/');
        const target = new URL(`${url.pathname.replace(/\/$/, '')}/files/${path}/content${url.search}`, url);
        try {
          const response = await downloads.get(target, authorization, signal);
          const { status, headers, body, place, elsewhere } = response;
          if (gone.has(status)) {
            const text = await body.text();
            // Stores answer in XML.
            if (isPage(text) && !elsewhere) throw oddAnswer(`GET ${target.pathname}`, text);
            received.close();
            return null;
          }
          if (status !== 200 && elsewhere) {
            // A signed address that lapsed: the next try gets another.
            await body.text();
            throw new Error(`${place} answered ${status}`);
          }
          if (status !== 200) {
            const answer = { status, headers, body: Buffer.from(await body.text()) };
            checked(answer, `GET ${target.pathname}`);
          }
          for await (const chunk of body) await received.append(chunk as Buffer);
          return received;
        } catch (cause) {
          received.close();
          if (isLateBenchError(cause)) throw cause;
          const message = `results of a batch could not be fetched: ${(cause as Error).message}`;
          throw new LateBenchError('LB_ENDPOINT_NETWORK', message, { retry: 'transient', cause });
        }
      }, signal),
    async close() {
      await Promise.all([transport.close(), downloads.close()]);
    },
  };
}
