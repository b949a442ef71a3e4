// Whether a server streams: some answer in pieces only, which LateBench reads, though it never asks for them.
import type { Dialect } from '../../endpoints/dialect.ts';
import type { RawResponse } from '../../endpoints/response-handler.ts';
import { headerOf } from '../../http/retry-after.ts';
import type { Finding, Findings } from '../finding.ts';

export function judgeStream(
  dialect: Dialect,
  { status, headers, body }: RawResponse,
  { ok, warning }: Findings,
): Finding {
  if (status !== 200) return warning(`rejected (${status}); not needed`);
  const isStream = /event-stream/.test(headerOf(headers, 'content-type') ?? '');
  dialect.read(status, body);
  return ok(isStream ? 'replies in pieces are read' : 'not done, and not needed');
}
