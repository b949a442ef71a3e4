// Requests to the hub with what the client library lacks: retries with backoff, waiting when the hub asks for it,
// and errors that say what is wrong. What the requests are for is not known here.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { formatBytes } from '../../report/format.ts';
import type { HubSettings } from './hub-settings.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { abortedError, type Begun, bodyStart, createTransfer, type TransferLimits } from './transfer.ts';

export interface HubTimings extends TransferLimits {
  /** As `headersMs`, while the hub has not answered once. */
  readonly firstAnswerMs: number;
  /** Longest wait before a retry while the hub has not answered once. */
  readonly maxFirstBackoffMs: number;
  /** Wait before the first retry; doubles with each, with full jitter (Brooker 2015). */
  readonly firstBackoffMs: number;
  readonly maxBackoffMs: number;
  /** Longest wait that a server may ask for; beyond it the request fails at once. */
  readonly maxAskedMs: number;
}

const defaultTimings: HubTimings = {
  firstBackoffMs: 500,
  maxBackoffMs: 30_000,
  maxAskedMs: 300_000,
  headersMs: 30_000,
  idleMs: 30_000,
  firstAnswerMs: 8_000,
  maxFirstBackoffMs: 1_000,
};

/** A hub that was never reached is tried again so often, and not after an attempt that timed out: somebody waits. */
const firstRetries = 2;

export interface HubClientOptions {
  readonly timings?: Partial<HubTimings>;
  /** Ends every request. */
  readonly signal?: AbortSignal;
  /** Told before each wait. */
  readonly say?: (line: string) => void;
}

/** A client of the Hugging Face hub: one set of settings, retries and waits for all requests. */
export interface HubClient {
  /** Address, token and cache folder. */
  readonly settings: HubSettings;
  /** Gives up what is under way. */
  readonly signal: AbortSignal | undefined;
  /** A line for the user. */
  readonly say: (line: string) => void;
  /** For the library: the complete body is read, and an answer that is not a success is a LateBenchError. */
  readonly fetch: typeof fetch;
  /** One GET that succeeded, sent again only when the hub says to wait: whoever reads the body knows where to go on. */
  open(url: string, headers: Readonly<Record<string, string>>): Promise<Begun>;
  /** Waits as before retry number `attempt` (from 0). */
  backOff(attempt: number, reason: string): Promise<void>;
}

/** Sending these again does nothing twice. A commit is the one that would. */
function isReplayable(method: string, url: string): boolean {
  return method !== 'POST' || !/\/(commit|branch|tag)\//.test(url);
}

/** The hub has not answered once: no later try is likely to succeed. */
function outOfReach(error: LateBenchError): LateBenchError {
  if (error.code !== 'LB_HUB_NETWORK') return error;
  const way = 'check the connection, HTTPS_PROXY and HF_ENDPOINT, or name files on this machine';
  return new LateBenchError(error.code, `${error.message}; ${way}`, { retry: error.retry, cause: error });
}

/** As much of a refusal's body as can hold a message. */
const refusalBytes = 64 * 1024;

/** More than any answer that is read as a whole: a page of a listing or of rows has at most some megabytes. */
const answerBytes = 64_000_000;

/**
 * Makes a client for the Hugging Face hub, which retries failed requests. Nothing is sent before the first request.
 *
 * @param settings From `hubSettings`.
 * @param options `signal` to cancel requests, `say` for messages about waits, and time limits in milliseconds.
 */
export function createHubClient(settings: HubSettings, options: HubClientOptions = {}): HubClient {
  const timings = { ...defaultTimings, ...options.timings };
  const { signal, say = () => {} } = options;
  const { token, maxRetries } = settings;
  /** Whether any answer came, so that a failure is more likely to pass. */
  let reached = false;
  const transfer = createTransfer(settings, timings, signal);

  const begin = async (url: string, init: RequestInit): Promise<Begun> => {
    const limitMs = reached ? timings.headersMs : Math.min(timings.headersMs, timings.firstAnswerMs);
    const begun = await transfer(url, init, limitMs);
    reached = true;
    return begun;
  };

  const wait = async (milliseconds: number, reason: string): Promise<void> => {
    say(`${reason}; trying again in ${(milliseconds / 1000).toFixed(1)} s`);
    try {
      await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch {
      throw abortedError();
    }
  };
  const jitter = (attempt: number, mostMs = timings.maxBackoffMs): number =>
    Math.random() * Math.min(timings.maxBackoffMs, mostMs, timings.firstBackoffMs * 2 ** attempt);

  const refused = async (method: string, url: string, { response, chunks }: Begun): Promise<Refusal> => {
    const { status, headers } = response;
    const text = (await bodyStart(chunks, refusalBytes)).toString('utf8');
    return refusalOf({ method, url, status, headers, text }, settings);
  };

  /** Tries again while that can help; `attempt` gives a value or a refusal. */
  const retrying = async <T>(
    mayRepeat: boolean,
    attempt: () => Promise<{ value: T } | Refusal>,
  ): Promise<T> => {
    const started = performance.now();
    for (let tried = 0; ; tried += 1) {
      let refusal: Refusal;
      try {
        const result = await attempt();
        if ('value' in result) return result.value;
        refusal = result;
      } catch (error) {
        if (!isLateBenchError(error)) throw error;
        refusal = { error, waitMs: null };
      }
      const { error, waitMs: asked } = refusal;
      // "Too many requests" was refused before any work: even a commit may be sent again.
      const again = error.retry === 'rate-limit' || (error.retry === 'transient' && mayRepeat);
      if (!again || tried >= maxRetries || (asked ?? 0) > timings.maxAskedMs) throw error;
      if (!reached && (tried >= firstRetries || performance.now() - started >= timings.firstAnswerMs))
        throw outOfReach(error);
      await wait(asked ?? jitter(tried, reached ? undefined : timings.maxFirstBackoffMs), error.message);
    }
  };

  return {
    settings,
    signal,
    say,
    fetch(input, init = {}) {
      const url = input instanceof Request ? input.url : String(input);
      const method = init.method ?? 'GET';
      return retrying(isReplayable(method, url), async () => {
        const begun = await begin(url, init);
        const { ok, status, headers } = begun.response;
        if (!ok) return refused(method, url, begun);
        const body = await bodyStart(begun.chunks, answerBytes);
        if (body.length > answerBytes) {
          const message = `${new URL(url).host} sent more than ${formatBytes(answerBytes)} in answer to ${method} ${new URL(url).pathname}; check HF_ENDPOINT`;
          throw new LateBenchError('LB_HUB_REPLY', message);
        }
        return { value: new Response(status === 204 ? null : body, { status, headers }) };
      });
    },
    open(url, headers) {
      const own = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return retrying(false, async () => {
        const begun = await begin(url, { headers: { ...own, ...headers } });
        return begun.response.ok ? { value: begun } : refused('GET', url, begun);
      });
    },
    backOff: (attempt, reason) => wait(jitter(attempt), reason),
  };
}
