// What a server says of itself without a call to a model: that it is there, the time, its models, their context.

import type { Dialect } from '../../endpoints/dialect.ts';
import type { Transport } from '../../endpoints/transport.ts';
import { isObject, type JsonObject, parseJson, textOrNull } from '../../endpoints/wire-shape.ts';
import { type Headers, headerOf } from '../../http/retry-after.ts';
import type { ServerTime } from '../clock.ts';

export interface Listing {
  readonly time: ServerTime;
  readonly status: number;
  /** Null where the server has no such list. */
  readonly models: readonly string[] | null;
  /** The longest prompt and reply together, in tokens; null where the server does not say. */
  readonly context: number | null;
}

/** vLLM and SGLang, OpenRouter, Groq, Mistral, Gemini. */
const contextFields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'inputTokenLimit',
] as const;

/** Azure lists base models, not the deployments that requests name. */
function pathOf({ name }: Dialect): string {
  if (name === 'ollama') return '/api/tags';
  return name === 'azure' ? '/' : '/models';
}

function entriesIn(value: unknown): JsonObject[] | null {
  if (!isObject(value)) return null;
  const list = Array.isArray(value.data) ? value.data : value.models;
  return Array.isArray(list) ? list.filter(isObject) : null;
}

function nameOf(entry: JsonObject): string | null {
  return textOrNull(entry.id) ?? textOrNull(entry.name)?.replace(/^models\//, '') ?? null;
}

/** Ollama's names have a tag, others the folder of a file. */
export function isListed(model: string, models: readonly string[]): boolean {
  const plain = model.replace(/^models\//, '');
  return models.some((name) => name === plain || name === `${plain}:latest`);
}

function contextIn(entry: JsonObject | undefined): number | null {
  const values = contextFields.map((field) => entry?.[field]);
  return (values.find((value) => typeof value === 'number') as number | undefined) ?? null;
}

/** `model_info` has the length under the name of the architecture. */
async function ollamaContext(transport: Transport, model: string, request: Asking): Promise<number | null> {
  const call = { method: 'POST', path: '/api/show', body: JSON.stringify({ model }) } as const;
  const { body } = await transport.send(call, request.headers, request.signal);
  const shown: unknown = parseJson(body.toString('utf8'));
  const info = isObject(shown) && isObject(shown.model_info) ? Object.entries(shown.model_info) : [];
  const found = info.find(([name]) => name.endsWith('.context_length'))?.[1];
  return typeof found === 'number' ? found : null;
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function timeOf(from: string, headers: Headers): ServerTime {
  return { from, date: headerOf(headers, 'date'), readAtMs: Date.now() };
}

/** Throws the error of a server that cannot be reached. */
export async function askListing(
  transport: Transport,
  { dialect, model, where }: { readonly dialect: Dialect; readonly model: string; readonly where: string },
  asking: Asking,
): Promise<Listing> {
  const request = { method: 'GET', path: pathOf(dialect) } as const;
  const { status, headers, body } = await transport.send(request, asking.headers, asking.signal);
  const time = timeOf(where, headers);
  const entries = status === 200 ? entriesIn(parseJson(body.toString('utf8'))) : null;
  if (entries === null) return { time, status, models: null, context: null };
  const models = entries.map(nameOf).filter((name) => name !== null);
  const own = entries.find((entry) => isListed(model, [nameOf(entry) ?? '']));
  const context = dialect.name === 'ollama' ? await ollamaContext(transport, model, asking) : contextIn(own);
  return { time, status, models, context };
}
