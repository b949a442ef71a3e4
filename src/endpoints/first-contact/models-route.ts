// Asks a server which models it serves (GET /models) before the first call: it costs nothing, and tells a server that is
// not there, that answers nothing, that is still loading, or that does not have the model. A completion may take minutes to
// its first byte; this request takes none, so a server that answers it in any way is not dead.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { createSharedWork } from '../../stream/shared-work.ts';
import { waitMs } from '../backoff.ts';
import { isOutOfFiles, isSilent } from '../network-error.ts';
import type { RawResponse } from '../response-handler.ts';
import { createTransport } from '../transport.ts';
import { isTemporary, replyError } from '../wire-error.ts';
import { isObject } from '../wire-shape.ts';
import { type Patience, pauseMs } from './patience.ts';

export interface ModelsRouteOptions {
  readonly baseUrl: string;
  /** Those that carry the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caFile?: string | undefined;
  readonly patience: Patience;
  /** Told of a server that is waited for, with the reason and how long it is waited for at most. */
  readonly onWait: (error: LateBenchError, maxMs: number) => void;
}

/** The models, or null where the server has no such route. Throws where there is no server. */
export type ModelsRoute = (signal: AbortSignal) => Promise<readonly string[] | null>;

/** For a connection, and then for the reply: a cause is to be told within 10 s. */
const connectMs = 4_000;
const replyMs = 5_000;
const maxBytes = 16 << 20;

function modelsIn({ status, body }: RawResponse): readonly string[] | null {
  if (status !== 200) return null;
  try {
    const value: unknown = parseJson(body.toString('utf8'));
    const data: unknown = isObject(value) ? value.data : undefined;
    if (!Array.isArray(data)) return null;
    const names = data.map((model: unknown) => (isObject(model) ? model.id : undefined));
    return names.filter((name) => typeof name === 'string');
  } catch {
    return null;
  }
}

/** A server that says so is not ready yet; any other answer is the first call's to judge. */
function unready({ status, body }: RawResponse): LateBenchError | null {
  const text = body.toString('utf8');
  const error = replyError(status, undefined, text);
  return error !== null && isTemporary(error) ? error : null;
}

/** Whether the first call is to find out, and to tell it better. */
function saysNothing(error: LateBenchError): boolean {
  const isNetwork = error.code === 'LB_ENDPOINT_NETWORK' || error.code === 'LB_ENDPOINT_TLS';
  return !isNetwork || isOutOfFiles(error);
}

function silence({ code, retry, cause }: LateBenchError): LateBenchError {
  const message = `it accepts connections, and answered nothing in ${replyMs / 1000} s`;
  return new LateBenchError(code, message, { retry, cause });
}

/** A failure holds for the calls of the same moment, not for whoever tries again later. */
const momentMs = 500;

/** One question, however many calls wait for it; asked once, unless it fails. */
export function createModelsRoute(options: ModelsRouteOptions): ModelsRoute {
  const { baseUrl, caFile, patience, onWait } = options;
  const asking = createSharedWork<readonly string[] | null>();
  let known: readonly string[] | null | undefined;
  let failure: { readonly error: unknown; readonly atMs: number } | undefined;

  const ask = async (signal: AbortSignal): Promise<readonly string[] | null> => {
    const transport = createTransport({
      baseUrl,
      connections: 1,
      connectTimeoutMs: connectMs,
      headersTimeoutMs: replyMs,
      idleTimeoutMs: replyMs,
      deadlineMs: connectMs + replyMs,
      maxReplyBytes: maxBytes,
      caFile,
    });
    const headers = { accept: 'application/json', ...options.headers };
    const attempt = async (): Promise<readonly string[] | null | LateBenchError> => {
      try {
        const response = await transport.send({ method: 'GET', path: '/models' }, headers, signal);
        return unready(response) ?? modelsIn(response);
      } catch (error) {
        if (!isLateBenchError(error) || error.code === 'LB_ABORTED') throw error;
        if (isSilent(error)) return silence(error);
        return saysNothing(error) ? null : error;
      }
    };
    const since = performance.now();
    let told = false;
    try {
      for (let tries = 0; ; tries += 1) {
        const found = await attempt();
        if (!isLateBenchError(found)) return found;
        const maxMs = found.retry === 'never' ? 0 : patience.forMs(found);
        const left = maxMs - (performance.now() - since);
        if (left <= 0) {
          // A gateway may have no such route, and say so in this way.
          if (isTemporary(found) && !patience.isLoading(found)) return null;
          throw found;
        }
        if (!told && maxMs >= patience.worthTellingMs) onWait(found, maxMs);
        told = told || maxMs >= patience.worthTellingMs;
        await waitMs(Math.min(left, pauseMs(tries)), signal);
      }
    } finally {
      await transport.close();
    }
  };
  return async (signal) => {
    if (known !== undefined) return known;
    if (failure !== undefined && performance.now() - failure.atMs < momentMs) throw failure.error;
    try {
      known = await asking.join('models', signal, () => ask(signal));
      return known;
    } catch (error) {
      if (!signal.aborted) failure = { error, atMs: performance.now() };
      throw error;
    }
  };
}
