// Errors of an endpoint that end a run, in words for its user: which endpoint, the setting that names it, and what to do.
import type { DialectName } from '../../config/dialect-names.ts';
import { failsOnlyItsRecord, type LateBenchError } from '../../errors.ts';
import { isSilent, isUnreachable } from '../network-error.ts';
import { dialectFor, isNoReply, isOfOtherApi } from '../other-api.ts';
import { listedModels } from './unlisted-model.ts';

/** An endpoint and where its settings came from. */
export interface Place {
  readonly role: string;
  /** Without secrets. */
  readonly url: string;
  /** The setting that named the URL: `--endpoint`, `.env: OPENAI_BASE_URL`. */
  readonly urlFrom: string;
  readonly model: string;
  readonly modelFrom: string;
  /** Name of the endpoint's dialect; chat completions when absent. */
  readonly dialect?: string | undefined;
}

/** Where the servers of a dialect have their API; null where its base URL has no such path. */
const usualPaths: Readonly<Record<string, string | null>> = {
  gemini: '/v1beta',
  azure: null,
  ollama: null,
  pooling: null,
};

/** What a 404 or a 405 means where the base URL needs no path. */
const notFoundRemedies: Readonly<Record<string, (place: Place) => string>> = {
  azure: ({ urlFrom }) => `Check the name of the deployment (--model), and the host in ${urlFrom}.`,
  ollama: ({ model, urlFrom }) =>
    `"ollama list" shows the models that are there, and "ollama pull ${model}" fetches this one; else check ${urlFrom}.`,
  pooling: ({ urlFrom }) =>
    `Does the server have /pooling, and a reward model of this name? vLLM has it beside /v1 (${urlFrom}).`,
};

function codeOf({ cause }: LateBenchError): string {
  const { code, cause: inner } = (cause ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  const deeper = (inner ?? {}) as { readonly code?: unknown };
  return String(code ?? deeper.code ?? '');
}

function statusOf({ cause }: LateBenchError): number | undefined {
  return ((cause ?? {}) as { readonly status?: number }).status;
}

/** What follows the base URL in the addresses of calls, with those of Ollama's own API. */
const routeAtEnd =
  /\/((chat\/)?completions|models|messages|responses|embeddings|api(\/(chat|generate|tags))?|generate(_stream)?|chat)$/;

/** The base URL that was meant: without the route, and with the path of an API. */
function baseOf(url: string, route: string, usual: string): string {
  const base = url.replace(/\/$/, '').slice(0, -route.length);
  return base.endsWith(usual) ? base : `${base}${usual}`;
}

function notFoundRemedy(place: Place, models: readonly string[] | null): string {
  const { url, urlFrom, model } = place;
  const { dialect = 'openai' } = place;
  const path = new URL(url).pathname.replace(/\/$/, '');
  const own = notFoundRemedies[dialect]?.(place);
  const route = own === undefined ? (routeAtEnd.exec(path)?.[0] ?? '') : '';
  if (route !== '') {
    const base = baseOf(url, route, usualPaths[dialect] ?? '/v1');
    return `Give the base URL alone, without ${route} at its end: ${base} (${urlFrom}).`;
  }
  if (models !== null && models.length > 0)
    return `Name a model that the endpoint has (--model): ${listedModels(models, model)}`;
  if (own !== undefined) return own;
  const usual = usualPaths[dialect] ?? '/v1';
  return path.endsWith(usual)
    ? `Check the path in ${urlFrom}, and the model's name.`
    : `Most servers have their API under ${usual}: try a base URL that ends with it (${urlFrom}).`;
}

/** The server has another API at this address, which a dialect reads. */
function otherDialectRemedy(other: DialectName, { role, urlFrom, dialect = 'openai' }: Place): string {
  const usual = usualPaths[dialect] ?? '/v1';
  const instead = dialect === 'openai' ? ` Chat completions are most often under ${usual} (${urlFrom}).` : '';
  return `Add --dialect ${other}, or set ${role}.dialect.${instead}`;
}

/** What came is of no API that is known. */
function otherApiRemedy({ dialect = 'openai', urlFrom }: Place): string {
  const usual = usualPaths[dialect] === undefined ? '/v1' : usualPaths[dialect];
  const api =
    dialect === 'openai' || dialect === 'vllm'
      ? 'a chat-completions API'
      : `an API of the dialect ${dialect}`;
  return `Does ${urlFrom} lead to ${api}?${usual === null ? '' : ` Most base URLs end with ${usual}.`}`;
}

/** What to do where the address or its dialect is wrong; empty where neither is known to be. */
export function addressRemedy(error: LateBenchError, place: Place, models: readonly string[] | null): string {
  const status = statusOf(error);
  if (status === 404 || status === 405) return notFoundRemedy(place, models);
  const other = dialectFor(error);
  if (other !== null) return otherDialectRemedy(other, place);
  return isOfOtherApi(error) && models === null ? otherApiRemedy(place) : '';
}

/** What to do; empty where the message says it. */
function remedy(error: LateBenchError, place: Place, models: readonly string[] | null): string {
  const { urlFrom, modelFrom } = place;
  const code = codeOf(error);
  const status = statusOf(error);
  if (code === 'ECONNREFUSED')
    return `Start it, correct ${urlFrom}, or wait for it with --wait-for-endpoint 5m.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `Check the host in ${urlFrom}.`;
  if (isUnreachable(error)) return `Check host and port in ${urlFrom}, and firewalls on the way.`;
  if (isSilent(error))
    return `Check host and port in ${urlFrom}; if the server is only busy, wait for it with --wait-for-endpoint 5m.`;
  const ofAddress = addressRemedy(error, place, models);
  if (ofAddress !== '') return ofAddress;
  if (error.code === 'LB_ENDPOINT_QUOTA')
    return 'Add credit to the account, or use another key; then run the command again to resume.';
  if (error.code !== 'LB_ENDPOINT_CONFIG') return '';
  if (status === 529 || /\boverloaded\b/i.test(error.message))
    return 'Run the command again later, or wait for the server with --wait-for-endpoint 5m.';
  if (status === 502 || status === 503 || status === 504)
    return 'Is the server behind this address running? --wait-for-endpoint 5m waits for it.';
  if (status !== undefined && status >= 408) return "See the server's log, then run the command again.";
  if (error.message.includes('does not list'))
    return `Name one of them with --model (this name is from ${modelFrom}).`;
  const cutOff = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
  // The address is right where it lists models.
  if (models !== null && (cutOff || error.message.includes('the reply')))
    return `The server lists its models at this address, and ${isNoReply(error) ? 'gives no replies' : 'answered no call'}: see its log and that of any gateway before it, or leave out the records of these calls if it answers others.`;
  if (cutOff) return `If the server speaks TLS, its URL begins with https:// (${urlFrom}).`;
  if (error.message.includes('the reply')) return otherApiRemedy(place);
  return '';
}

export type Explain = (error: LateBenchError, models: readonly string[] | null) => string;

/** The message of an error; that of one which fails a record alone, or is not the endpoint's, is left as it is. */
export function explainer(place: Place): Explain {
  const { role, url, urlFrom } = place;
  const prefix = `${role}: ${url} (from ${urlFrom}): `;
  return (error, models) => {
    const { code, message } = error;
    if (!code.startsWith('LB_ENDPOINT_') || failsOnlyItsRecord(error) || message.startsWith(prefix))
      return message;
    const bare = message.startsWith(url) ? message.slice(url.length).replace(/^:? /, '') : message;
    const more = remedy(error, place, models);
    return `${prefix}${bare}${more === '' ? '' : `${/[.?!]$/.test(bare) ? '' : '.'} ${more}`}`;
  };
}
