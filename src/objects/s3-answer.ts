// What a server of object storage answers: errors in words that say what to do, and lists of names.
import { LateBenchError } from '../errors.ts';
import type { S3Place } from './s3-address.ts';

export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(xml: string): string {
  return xml.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}

function element(xml: string, name: string): string | undefined {
  const match = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml);
  return match === null ? undefined : decoded(match[1]!);
}

/** The code of an error; undefined for what is no answer of object storage. */
export function errorCode({ body }: S3Answer): string | undefined {
  const xml = body.subarray(0, 16_384).toString('utf8');
  return xml.includes('<Error') ? element(xml, 'Code') : undefined;
}

/** Errors that pass, whatever status they come with: a request whose bytes came too slowly is a 400. */
const passing = new Set([
  ...['RequestTimeout', 'SlowDown', 'SlowDownRead', 'SlowDownWrite', 'OperationAborted', 'InternalError'],
  ...['ServiceUnavailable', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'RequestThrottled'],
]);

/** Asking again may help. */
export function isTransient(answer: S3Answer): boolean {
  const { status } = answer;
  if (status === 408 || status === 429 || (status >= 500 && status !== 501)) return true;
  return status !== 200 && passing.has(errorCode(answer) ?? '');
}

const keyErrors = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken']);

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function skewText({ headers }: S3Answer): string {
  const served = Date.parse(first(headers.date) ?? '');
  if (Number.isNaN(served)) return '';
  return ` by ${Math.round(Math.abs(Date.now() - served) / 60_000)} minutes`;
}

/** Why a request was refused for good. */
export function refusalOf(answer: S3Answer, { place, bucket, url }: S3Place): LateBenchError {
  const { host } = new URL(url);
  const code = errorCode(answer);
  const region =
    first(answer.headers['x-amz-bucket-region']) ?? element(answer.body.toString('utf8'), 'Region');
  const reason = ((): string => {
    if (code === undefined) {
      return `the server at ${host} is not object storage (HTTP ${answer.status}); check AWS_ENDPOINT_URL_S3`;
    }
    if (code === 'ExpiredToken') {
      return `the keys for ${host} have expired (${code}); set new ones (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN), and run the command again to resume`;
    }
    if (keyErrors.has(code)) {
      return `${host} does not accept the keys (${code}); check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    }
    if (code === 'AccessDenied') {
      return `the keys may not do that (${code}); they must read, write, list and delete objects`;
    }
    if (code === 'NoSuchBucket') return `there is no bucket ${bucket} at ${host}; create it first`;
    if (code === 'RequestTimeTooSkewed') {
      return `the clock of this machine differs from that of ${host}${skewText(answer)}; set it`;
    }
    if (region !== undefined) return `the bucket is in ${region}; set AWS_REGION=${region}`;
    return `${host} says ${code} (HTTP ${answer.status})`;
  })();
  return new LateBenchError('LB_CONFIG', `${place}: ${reason}`);
}

export interface ListedNames {
  readonly names: readonly string[];
  /** Behind which name the list goes on; null where it is at its end. */
  readonly next: string | null;
}

/** A list whose end has not arrived: names behind it would be taken for names that are not there. */
export function isCutList({ status, body }: S3Answer): boolean {
  const xml = body.toString('utf8');
  return (
    status === 200 &&
    xml.includes('<ListBucketResult') &&
    !/(<\/ListBucketResult>|<ListBucketResult[^>]*\/>)\s*$/.test(xml)
  );
}

/** Undefined for what is no list. */
export function listedNames({ body }: S3Answer): ListedNames | undefined {
  const xml = body.toString('utf8');
  if (!xml.includes('<ListBucketResult')) return undefined;
  const names = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => decoded(key!));
  const truncated = element(xml, 'IsTruncated') === 'true';
  return { names, next: truncated ? (names.at(-1) ?? element(xml, 'NextMarker') ?? '') : null };
}
