// The one error type of LateBench, its stable codes, and the exit codes of the commands.
// Expected outcomes (an unreadable model reply, a dropped record) are values, never errors.

/** Where in the input something went wrong. `line` is 1-based, `byte` is the 0-based offset of the line. */
export interface Where {
  /** Path or name of the input. */
  readonly source?: string | undefined;
  /** Number of the line or row, from 1. */
  readonly line?: number | undefined;
  /** Offset of the line in the input, from 0. */
  readonly byte?: number | undefined;
  /** `id` of the record, where it could be read. */
  readonly recordId?: string | undefined;
  /** Name of the stage that failed. */
  readonly stage?: string | undefined;
}

/** Stable error codes: scripts may rely on them. The part after `LB_` names the area. */
export type ErrorCode =
  | 'LB_USAGE'
  | 'LB_CONFIG'
  | 'LB_INPUT_MISSING'
  | 'LB_INPUT_DIRECTORY'
  | 'LB_INPUT_READ'
  | 'LB_JSON'
  | 'LB_UTF8'
  | 'LB_LINE_TOO_LONG'
  | 'LB_TORN_LINE'
  | 'LB_SCHEMA'
  | 'LB_NO_SOLUTION'
  | 'LB_ADAPTER'
  | 'LB_OUTPUT'
  | 'LB_DISK_FULL'
  | 'LB_CSV'
  | 'LB_PARQUET'
  | 'LB_ARROW'
  | 'LB_STAGE'
  | 'LB_MAX_ERRORS'
  | 'LB_ENDPOINT_CONFIG'
  | 'LB_ENDPOINT_AUTH'
  | 'LB_ENDPOINT_QUOTA'
  | 'LB_ENDPOINT_REQUEST'
  | 'LB_ENDPOINT_RATE'
  | 'LB_ENDPOINT_SERVER'
  | 'LB_ENDPOINT_NETWORK'
  | 'LB_ENDPOINT_TIMEOUT'
  | 'LB_ENDPOINT_REPLY'
  | 'LB_ENDPOINT_TLS'
  | 'LB_ENDPOINT_DOWN'
  | 'LB_ENDPOINT_STOPPED'
  | 'LB_OFFLINE'
  | 'LB_PENDING'
  | 'LB_BUDGET'
  | 'LB_STORE'
  | 'LB_BUSY'
  | 'LB_HUB_NOT_FOUND'
  | 'LB_HUB_AMBIGUOUS'
  | 'LB_HUB_AUTH'
  | 'LB_HUB_RATE'
  | 'LB_HUB_SERVER'
  | 'LB_HUB_NETWORK'
  | 'LB_HUB_REQUEST'
  | 'LB_HUB_REPLY'
  | 'LB_HUB_HASH'
  | 'LB_HUB_TRUNCATED'
  | 'LB_ABORTED'
  | 'LB_INTERNAL';

/** Whether trying the same thing again can help. Only endpoints/ retries. */
export type Retry = 'rate-limit' | 'transient' | 'never';

export interface ErrorDetails {
  readonly retry?: Retry;
  readonly where?: Where;
  readonly cause?: unknown;
}

const brand = Symbol.for('latebench.error');

/**
 * The error type of the library: a message for people, a stable `code`, and the file and line it concerns, if any.
 *
 * @example
 * try {
 *   await run(ingest('problems.jsonl'), critic(), score());
 * } catch (error) {
 *   if (isLateBenchError(error) && error.code === 'LB_BUDGET') console.log('the budget is spent');
 *   else throw error;
 * }
 */
export class LateBenchError extends Error {
  /** Stable: programs may rely on it. */
  readonly code: ErrorCode;
  /**
   * Whether another attempt may succeed: after the pause that the server asks for (`rate-limit`), later
   * (`transient`), or not (`never`, the default).
   */
  readonly retry: Retry;
  /** The place in the input; undefined where the error is about no input. */
  readonly where: Where | undefined;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'LateBenchError';
    this.code = code;
    this.retry = details.retry ?? 'never';
    this.where = details.where;
  }
}

/** True for errors of this library, also those of another copy of the package; use it instead of `instanceof`. */
export function isLateBenchError(value: unknown): value is LateBenchError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** An error as plain data, for a message between threads, a file or Redis: cloning an error loses its class and code. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  /** Ours, or that of the system (`ENOSPC`). */
  readonly code?: string | undefined;
  readonly retry?: Retry | undefined;
  readonly where?: Where | undefined;
  readonly cause?: PlainError | undefined;
}

/** Deeper causes are left out: a chain may lead back to itself. */
const maxCauses = 8;

/** The counterpart of `fromPlainError`. */
export function toPlainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error) && !isLateBenchError(error)) return { name: 'Error', message: String(error) };
  const { name, message, cause } = error;
  const { code, retry, where } = error as Partial<LateBenchError>;
  return {
    name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(isLateBenchError(error) && { retry, where }),
    ...(cause !== undefined && depth < maxCauses && { cause: toPlainError(cause, depth + 1) }),
  };
}

/** The error again: ours where its code is one of ours. */
export function fromPlainError({ name, message, code, retry, where, cause: plain }: PlainError): Error {
  const cause = plain === undefined ? undefined : fromPlainError(plain);
  if (code?.startsWith('LB_')) {
    return new LateBenchError(code as ErrorCode, message, {
      ...(retry && { retry }),
      ...(where && { where }),
      cause,
    });
  }
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, name !== error.name && { name }, code !== undefined && { code });
}

/** Exit codes of every command; `--help` and docs/cli.md print this table. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  partial: 3,
  stopped: 4,
  diskFull: 5,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export const exitCodeMeanings: readonly (readonly [number, string])[] = [
  [exitCodes.ok, 'everything was done (also when the reader of stdout closed the pipe)'],
  [exitCodes.failure, 'unexpected failure'],
  [exitCodes.usage, 'usage or configuration'],
  [
    exitCodes.partial,
    'finished, but some records were quarantined, some calls failed, or --max-errors was reached',
  ],
  [
    exitCodes.stopped,
    'stopped early by a budget, a limit or an endpoint, or every call failed; run the command again to resume',
  ],
  [exitCodes.diskFull, 'the disk is full; run the command again to resume'],
  [exitCodes.hungUp, 'the terminal was closed'],
  [exitCodes.interrupted, 'interrupted (Ctrl-C)'],
  [exitCodes.terminated, 'terminated'],
];

/** A call that finally fails with one of these fails its record; the run continues. */
const callCodes = new Set<ErrorCode>([
  'LB_ENDPOINT_REQUEST',
  'LB_ENDPOINT_RATE',
  'LB_ENDPOINT_SERVER',
  'LB_ENDPOINT_NETWORK',
  'LB_ENDPOINT_TIMEOUT',
  'LB_ENDPOINT_REPLY',
]);

/** True when only the record whose call it was has failed; any other error of an endpoint stops the run. */
export function failsOnlyItsRecord(error: unknown): error is LateBenchError {
  return isLateBenchError(error) && callCodes.has(error.code);
}

/** What a bad record may be for; with any other code going on would fail, or pay, for every further record. */
const recordCodes = new Set<ErrorCode>([
  ...callCodes,
  'LB_JSON',
  'LB_UTF8',
  'LB_LINE_TOO_LONG',
  'LB_TORN_LINE',
  'LB_SCHEMA',
  'LB_NO_SOLUTION',
  'LB_ADAPTER',
  'LB_STAGE',
]);

export function isRecordError(error: unknown): error is LateBenchError {
  return isLateBenchError(error) && recordCodes.has(error.code);
}

const stoppedCodes = new Set<ErrorCode>([
  'LB_ENDPOINT_QUOTA',
  'LB_ENDPOINT_DOWN',
  'LB_ENDPOINT_STOPPED',
  'LB_OFFLINE',
  'LB_PENDING',
  'LB_BUDGET',
  'LB_BUSY',
  'LB_HUB_RATE',
  'LB_HUB_NETWORK',
]);

const usageCodes = new Set<ErrorCode>([
  'LB_USAGE',
  'LB_CONFIG',
  'LB_INPUT_MISSING',
  'LB_INPUT_DIRECTORY',
  'LB_ADAPTER',
  'LB_ENDPOINT_CONFIG',
  'LB_ENDPOINT_AUTH',
  'LB_ENDPOINT_TLS',
  'LB_HUB_NOT_FOUND',
  'LB_HUB_AMBIGUOUS',
  'LB_HUB_AUTH',
]);

/** The exit code a command ends with when this error stops it. */
export function exitCodeOf(error: unknown): number {
  if (!isLateBenchError(error)) return exitCodes.failure;
  if (usageCodes.has(error.code)) return exitCodes.usage;
  if (error.code === 'LB_DISK_FULL') return exitCodes.diskFull;
  if (error.code === 'LB_MAX_ERRORS') return exitCodes.partial;
  if (stoppedCodes.has(error.code)) return exitCodes.stopped;
  return exitCodes.failure;
}

/** `problems.jsonl:1042 (byte 88201): steps[3] is empty (LB_SCHEMA)` */
export function describeError(error: unknown): string {
  if (!isLateBenchError(error)) return error instanceof Error ? error.message : String(error);
  const { where } = error;
  const parts = [where?.source, where?.line].filter((part) => part !== undefined).join(':');
  const byte = where?.byte === undefined ? '' : `${parts === '' ? '' : ' '}(byte ${where.byte})`;
  const record = where?.recordId === undefined ? '' : `record ${where.recordId}: `;
  const place = parts + byte;
  return `${place === '' ? '' : `${place}: `}${record}${error.message} (${error.code})`;
}
