// Sends one operation and says what its answer means: which failures pass by themselves and which need a person.
import type { RefusedJudgement } from '../../api-record.ts';
import type { Operation, Sent } from './operation.ts';

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** A server that takes longer than this has died without closing the connection. */
const answerMs = 15_000;

/** Answers after which the same request may succeed: not entered yet, too many, the server's own troubles, a full disk. */
const passing = (status: number): boolean =>
  status === 401 || status === 408 || status === 429 || status >= 500;

const hints: Readonly<Record<number, string>> = {
  401: 'the server was started anew: open the address that it printed',
};

export async function sendOperation(operation: Operation, fetch: Fetch): Promise<Sent> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/api/annotations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-latebench': '1' },
      body: JSON.stringify(operation.body),
      signal: AbortSignal.timeout(answerMs),
    });
    body = await response.json();
  } catch {
    return { kind: 'failed', reason: 'the server does not answer', unreachable: true };
  }
  // Only the server's own words count: a proxy's page is no acknowledgement.
  const { annotation, error, conflict } = (body ?? {}) as Partial<RefusedJudgement> & {
    annotation?: { operation?: string };
  };
  if (response.ok && annotation?.operation === operation.id) return { kind: 'saved' };
  if (response.status === 409 && conflict !== undefined) {
    return { kind: 'conflict', annotation: conflict, version: conflict.version };
  }
  const reason = hints[response.status] ?? error ?? `${response.status} ${response.statusText}`;
  return response.ok || passing(response.status)
    ? { kind: 'failed', reason, unreachable: false }
    : { kind: 'refused', reason };
}
