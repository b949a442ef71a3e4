// Takes secrets out of whatever people or files will see: errors, and replies before they are kept or read.
import { isSecretHeader } from '../config/endpoint-extras.ts';
import { redactKey, withoutKeys } from '../config/key-shape.ts';
import { shortestSecret } from '../config/known-secrets.ts';
import type { Dialect } from './dialect.ts';
import type { RawResponse } from './response-handler.ts';

export interface Redactor {
  text(text: string): string;
  /** Body and headers; the same object where nothing was found. */
  response<T extends Pick<RawResponse, 'headers' | 'body'>>(response: T): T;
}

/**
 * What the base64 of any text that contains `secret` contains, whatever is around it: the bytes begin at one of three
 * places of a group of three, and the characters at both ends depend on their neighbours.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const wholeBits = (offset + bytes.length) * 8;
    const inner = text.slice(Math.ceil((offset * 8) / 6), Math.floor(wholeBits / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A secret as it may be written, each form with what takes its place. */
function formsOf(secret: string): (readonly [form: string, shown: string])[] {
  const shown = redactKey(secret);
  const plain = [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll('/', '\\/')];
  const hex = Buffer.from(secret).toString('hex');
  const encoded = [encodeURIComponent(secret), ...base64Forms(secret), hex, hex.toUpperCase()];
  return [
    ...plain.map((form) => [form, shown] as const),
    ...encoded.map((form) => [form, form === secret ? shown : '…'] as const),
  ];
}

/** Backslashes before a character that JSON escapes: one, or more where the text is JSON within JSON. */
const escaping = '\\\\+';

function escapedUnit(unit: string): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `${escaping}u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
}

/** A secret with any of its characters written as a \u escape, in text and in bytes read as latin1. */
function escapedForm(secret: string): RegExp {
  const characters = [...secret].map((character) => {
    const bytes = Buffer.from(character).toString('latin1');
    const plain = [character, bytes].map((one) => one.replace(/[^\w]/g, '\\$&'));
    const short = '"\\/'.includes(character) ? [`${escaping}${plain[0]}`] : [];
    const escaped = character.split('').map(escapedUnit).join('');
    return `(?:${[...new Set([...plain, ...short, escaped])].join('|')})`;
  });
  return new RegExp(characters.join(''), 'g');
}

/** Anything that is shaped like a credential, whoever's it is. */
function withoutCredentials(text: string): string {
  return withoutKeys(text.replace(/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, '$1…'));
}

/**
 * The one way in which secrets are taken out, made from the secrets in use.
 *
 * @param secrets keys and passwords; those that are undefined or too short to be one are passed over
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= shortestSecret);
  // The longest first: a form may contain another.
  const forms = [...new Map(known.flatMap((secret) => formsOf(secret!)))].sort(
    ([one], [other]) => other.length - one.length,
  );
  const bytes = forms.map(([form]) => Buffer.from(form));
  const escapedForms = known.map((secret) => escapedForm(secret!));
  const withoutEscaped = (text: string): string =>
    escapedForms.reduce((left, form) => left.replace(form, '***'), text);
  const replaced = (text: string): string =>
    withoutEscaped(forms.reduce((left, [form, shown]) => left.split(form).join(shown), text));
  // latin1 gives each byte a character, so that bytes that are no UTF-8 stay as they are.
  const byteForms = forms.map(([form, shown]) =>
    [form, shown].map((part) => Buffer.from(part).toString('latin1')),
  );
  const body = (found: Buffer): Buffer => {
    const escapes = found.includes('\\u00');
    if (!escapes && !bytes.some((form) => found.includes(form))) return found;
    const original = found.toString('latin1');
    const plain = byteForms.reduce((left, [form, shown]) => left.split(form!).join(shown), original);
    const text = escapes ? withoutEscaped(plain) : plain;
    return text === original ? found : Buffer.from(text, 'latin1');
  };
  return {
    text: (text) => withoutCredentials(replaced(text)),
    response(response) {
      if (forms.length === 0) return response;
      const redacted = body(response.body);
      const headers = JSON.stringify(response.headers);
      const clean = replaced(headers);
      if (redacted === response.body && clean === headers) return response;
      return {
        ...response,
        body: redacted,
        headers: clean === headers ? response.headers : JSON.parse(clean),
      };
    },
  };
}

/** The secrets that a query may hold: values, by the names of their parameters. */
export function secretsOfQuery(pairs: Iterable<readonly [name: string, value: string]>): string[] {
  const secretName = /key|token|secret|sig|auth|pass|code|credential/i;
  return [...pairs].flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
}

function secretsOfUrl(url: string): string[] {
  return URL.canParse(url) ? secretsOfQuery(new URL(url).searchParams) : [];
}

/** The secrets among the headers of every request: keys, and what a gateway asks for. */
function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value.replace(/^Bearer\s+/i, '')] : [],
  );
}

/** For an endpoint: its key, and what is secret in its URL, in the headers of its requests and among its settings. */
export function endpointRedactor({
  baseUrl,
  headers,
  apiKey,
  dialect,
}: {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string | undefined;
  readonly dialect?: Pick<Dialect, 'secrets'>;
}): Redactor {
  return createRedactor([
    apiKey,
    ...(dialect?.secrets ?? []),
    ...secretsOfUrl(baseUrl),
    ...secretsOfHeaders(headers),
  ]);
}

/** A setting as it may be shown: where it is a URL, without what may be secret in it. */
export function shownUrl(value: string): string {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return value;
  const url = new URL(value);
  const shown = publicUrl(value);
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') return value;
  return url.search === '' ? shown : `${shown}?…`;
}

/** A URL as it may be shown and hashed: without user, password, query and fragment. */
export function publicUrl(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  return parsed.toString().replace(/\/$/, '');
}
