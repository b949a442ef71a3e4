// What every request to an endpoint carries beside its work: headers for a gateway, fields of the body, a query. Given as
// `name=value` by flags, one a line in the environment, or as an object in files.
import { readFileSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';
import { plainText } from '../records/plain-text.ts';
import type { Config, Resolved } from './resolve.ts';
import type { Role } from './setting-table.ts';

export interface EndpointExtras {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  /** Values of these headers that were read from files: secrets, whatever the header is called. */
  readonly secrets?: readonly string[];
}

export const noExtras: EndpointExtras = { headers: {}, body: {}, query: {} };

type Kind = Exclude<keyof EndpointExtras, 'secrets'>;
export const extraKinds = ['headers', 'body', 'query'] as const satisfies readonly Kind[];

/** Ours to set: another value would make another request than the one that is stored and reported. */
const ownFields = new Set([
  ...['model', 'messages', 'input', 'contents', 'system', 'systemInstruction', 'prompt', 'stream', 'n'],
  ...['seed', 'temperature', 'logprobs', 'top_logprobs', 'max_tokens', 'max_completion_tokens'],
]);
const ownHeaders = new Set(['content-type', 'content-length', 'transfer-encoding', 'connection', 'host']);

/** True for headers that say who asks: another value is no other work. */
export function isSecretHeader(name: string): boolean {
  return /auth|key|token|secret|cookie|password|credential/i.test(name);
}

interface Given {
  readonly kind: Kind;
  /** Where it came from, for messages. */
  readonly origin: string;
}

function refusal({ kind, origin }: Given, message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `${origin}: ${message} (${kind})`);
}

function pairOf(text: string, given: Given): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  // The text may be a secret: it is not repeated.
  throw refusal(given, 'write name=value');
}

/** Pairs of a flag's list, of an object, or of lines. */
function pairsOf(text: string, given: Given): readonly (readonly [string, unknown])[] {
  if (/^\s*[{[]/.test(text)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw refusal(given, 'cannot be read as JSON');
    }
    if (Array.isArray(value)) return value.map((pair) => pairOf(String(pair), given));
    return Object.entries(value as object);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => pairOf(line, given));
}

function fileText(path: string, given: Given): string {
  try {
    return plainText(readFileSync(path)).trim();
  } catch (cause) {
    throw new LateBenchError('LB_CONFIG', `${given.origin}: ${path} cannot be read`, { cause });
  }
}

function headerOf(name: string, value: string, given: Given): readonly [string, string] {
  const plain = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(plain) || ownHeaders.has(plain)) {
    throw refusal(given, `${JSON.stringify(name)} is not a header that can be set`);
  }
  const text = value.startsWith('@') ? fileText(value.slice(1), given) : value;
  if (/^[\t\x20-\x7e\x80-\xff]+$/.test(text)) return [plain, text];
  throw refusal(given, `the value of ${name} is empty or has characters that no header may have`);
}

/**
 * Each value of headers in any of their forms; of one that says who asks, also what follows `Bearer`.
 *
 * @throws LB_CONFIG, naming the origin, for a form or a file that cannot be read: its secrets are not known.
 */
export function headerValues({ value: text, origin }: Pick<Resolved, 'value' | 'origin'>): readonly string[] {
  const given: Given = { kind: 'headers', origin };
  return pairsOf(text, given).flatMap(([name, value]) => {
    const written = String(value);
    const whole = written.startsWith('@') ? fileText(written.slice(1), given) : written;
    return isSecretHeader(name) ? [whole, ...whole.split(/\s+/).slice(1)] : [whole];
  });
}

/** JSON, or a word that stands for itself: `reasoning_effort=low`. */
function jsonOf(text: string, name: string, given: Given): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^[A-Za-z][\w.-]*$/.test(text)) return text;
    throw refusal(
      given,
      `the value of ${name} is not JSON; write ${name}={"key": "value"}, a number or a word`,
    );
  }
}

function readOne(name: string, value: unknown, given: Given): readonly [string, unknown] {
  if (given.kind === 'headers') return headerOf(name, String(value), given);
  if (given.kind === 'query') return [name, String(value)];
  if (ownFields.has(name)) throw refusal(given, `${name} is set by the command's own options`);
  return [name, typeof value === 'string' ? jsonOf(value, name, given) : value];
}

function readKind(config: Config, role: Role, kind: Kind): Readonly<Record<string, unknown>> {
  const found = config.get(`${role}.${kind}`);
  if (found === undefined) return {};
  const given = { kind, origin: found.origin };
  const pairs = pairsOf(found.value, given);
  return Object.fromEntries(pairs.map(([name, value]) => readOne(name, value, given)));
}

function secretsInFiles(config: Config, role: Role): readonly string[] {
  const found = config.get(`${role}.headers`);
  if (found === undefined) return [];
  const given: Given = { kind: 'headers', origin: found.origin };
  return pairsOf(found.value, given).flatMap(([, value]) => {
    const written = String(value);
    return written.startsWith('@') ? [fileText(written.slice(1), given)] : [];
  });
}

/** Throws LB_CONFIG, naming the setting's origin and never a value. */
export function endpointExtras(config: Config, role: Role): EndpointExtras {
  const read = (kind: Kind): Readonly<Record<string, unknown>> => readKind(config, role, kind);
  const [headers, query] = [read('headers'), read('query')] as Readonly<Record<string, string>>[];
  const secrets = secretsInFiles(config, role);
  return { headers: headers!, body: read('body'), query: query!, ...(secrets.length > 0 ? { secrets } : {}) };
}
