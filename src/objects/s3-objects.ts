// A prefix of a bucket of S3 or of storage that speaks its language. Requests are signed by aws4fetch, an optional
// peer; keys go to the bucket's host alone, since redirects are not followed. A server that is away is waited for.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LateBenchError } from '../errors.ts';
import { openDispatcher } from '../http/dispatcher.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { S3Place } from './s3-address.ts';
import { errorCode, isCutList, isTransient, listedNames, refusalOf, type S3Answer } from './s3-answer.ts';

export interface S3Options {
  /** How long a server that is away is waited for, in milliseconds. */
  readonly patienceMs: number;
  /** How long a server may be silent before the request is made again, in milliseconds; 60 s. */
  readonly silenceMs?: number | undefined;
  /** How long requests may fail before the user is told, in milliseconds; 2 s. */
  readonly tellAfterMs?: number | undefined;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export interface OpenObjects extends ObjectStore {
  close(): Promise<void>;
}

interface Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

const connections = 32;
const waits = { firstMs: 200, maxMs: 10_000 };
/** A request that has neither failed nor ended is told of after this. */
const slowMs = 10_000;
/** Requests fail together: what is told of one holds for the others for so long. */
const tellAgainMs = 60_000;

async function missing(cause: unknown): Promise<never> {
  throw new LateBenchError('LB_CONFIG', 's3:// needs another package: npm install aws4fetch', { cause });
}

/** A server that does not know how to go on behind a name gives the same names for ever. */
function endless({ place }: S3Place): LateBenchError {
  const message = `${place}: the object storage does not list beyond its first names (it ignores the parameter "marker"); use another one`;
  return new LateBenchError('LB_STORE', message);
}

/** Why a request is to be made again. */
interface Wrong {
  readonly what: string;
  /** What the server answers; undefined where it gives no answer. */
  readonly answers?: string;
  readonly cause?: unknown;
}

function gaveUp({ place }: S3Place, { what, answers, cause }: Wrong): LateBenchError {
  const remedy =
    answers === undefined
      ? 'check AWS_ENDPOINT_URL_S3 and whether it is running'
      : 'run the command again when it works';
  return new LateBenchError('LB_STORE', `${place}: ${what}; ${remedy}`, { cause });
}

/** Slashes stay; everything else that the signature would see in another spelling is encoded. */
function encodedPath(name: string): string {
  const encode = (part: string): string =>
    encodeURIComponent(part).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return name.split('/').map(encode).join('/');
}

export async function openS3Objects(place: S3Place, options: S3Options): Promise<OpenObjects> {
  const { AwsV4Signer } = await import('aws4fetch').catch(missing);
  const { patienceMs, silenceMs = 60_000, tellAfterMs = 2000, signal, say } = options;
  const { accessKeyId, secretAccessKey, sessionToken, region, url, prefix } = place;
  const { origin, host } = new URL(url);
  const { dispatcher, close } = openDispatcher({
    ...{ origin, connections, headersTimeout: silenceMs, bodyTimeout: silenceMs, pipelining: 1 },
    connectTimeoutMs: 10_000,
  });

  const once = async ({ method, url, body }: Request): Promise<S3Answer> => {
    const signer = new AwsV4Signer({
      ...{ method, url, accessKeyId, secretAccessKey, region, service: 's3' },
      ...(sessionToken !== undefined && { sessionToken }),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    });
    const signed = await signer.sign();
    const answer = await dispatcher.request({
      ...{ origin, method, path: signed.url.pathname + signed.url.search },
      headers: { ...Object.fromEntries(signed.headers), 'user-agent': 'latebench' },
      ...(body !== undefined && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    });
    const { statusCode: status, headers } = answer;
    return { status, headers, body: Buffer.from(await answer.body.arrayBuffer()) };
  };

  let told = Number.NEGATIVE_INFINITY;
  const tell = (line: string): void => {
    if (performance.now() - told < tellAgainMs) return;
    told = performance.now();
    say(line);
  };
  /** Whether to ask again after what went wrong; where not, it throws. */
  const pause = async (began: number, times: number, wrong: Wrong): Promise<void> => {
    const waited = performance.now() - began;
    const left = patienceMs - waited;
    if (left <= 0 || signal.aborted) throw gaveUp(place, wrong);
    if (waited >= tellAfterMs) tell(`${wrong.what}; trying again`);
    const ms = Math.min(left, waits.maxMs, waits.firstMs * 2 ** times) * (0.5 + Math.random() / 2);
    await wait(ms, undefined, { signal }).catch(() => undefined);
  };
  const attempt = async (request: Request): Promise<S3Answer | Wrong> => {
    try {
      const answer = await once(request);
      const failed = isTransient(answer) ? (errorCode(answer) ?? `HTTP ${answer.status}`) : undefined;
      const answers = failed ?? (isCutList(answer) ? 'a list that is cut off' : undefined);
      if (answers === undefined) return answer;
      return { what: `the object storage at ${host} answers ${answers}`, answers };
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      return { what: `cannot reach the object storage at ${host} (${code ?? message})`, cause };
    }
  };
  const send = async (request: Request): Promise<S3Answer> => {
    const began = performance.now();
    const slow = setInterval(() => tell(`still waiting for the object storage at ${host}`), slowMs);
    try {
      for (let times = 0; ; times += 1) {
        const answer = await attempt(request);
        if ('status' in answer) return answer;
        await pause(began, times, answer);
      }
    } finally {
      clearInterval(slow);
    }
  };
  const objectAt = (name: string): string => url + encodedPath(prefix + name);
  // Signatures are over the path, which some servers know without the slash at its end.
  const bucketUrl = url.replace(/\/$/, '');

  return {
    place: place.place,
    close,
    async put(name, bytes) {
      const answer = await send({ method: 'PUT', url: objectAt(name), body: bytes });
      if (answer.status !== 200) throw refusalOf(answer, place);
    },
    async get(name) {
      const answer = await send({ method: 'GET', url: objectAt(name) });
      if (answer.status === 200) return answer.body;
      if (errorCode(answer) === 'NoSuchKey') return null;
      throw refusalOf(answer, place);
    },
    async list(inner) {
      const names: string[] = [];
      // The first form of listing: every server has it, and goes on behind a name, without a token.
      let marker: string | null = '';
      while (marker !== null) {
        const query = new URLSearchParams({ marker, prefix: prefix + inner });
        const text = query.toString().replaceAll('+', '%20');
        const answer = await send({ method: 'GET', url: `${bucketUrl}?${text}` });
        const listed = answer.status === 200 ? listedNames(answer) : undefined;
        if (listed === undefined) throw refusalOf(answer, place);
        // A server that does not know the parameter lists others, too.
        for (const name of listed.names)
          if (name.startsWith(prefix + inner)) names.push(name.slice(prefix.length));
        if (listed.next === marker || listed.next === '') throw endless(place);
        marker = listed.next;
      }
      return names;
    },
    async remove(name) {
      const answer = await send({ method: 'DELETE', url: objectAt(name) });
      if (answer.status !== 204 && answer.status !== 200 && errorCode(answer) !== 'NoSuchKey')
        throw refusalOf(answer, place);
    },
  };
}
