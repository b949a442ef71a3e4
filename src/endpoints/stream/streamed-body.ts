// The body of a request that asks for its reply in pieces.
import { isObject, parseJson } from '../wire-shape.ts';

/** With counts at the end where `usage`; not every server takes that wish. */
export function streamedBody(body: string, { usage }: { readonly usage: boolean }): string {
  const { stream_options: _, ...asked } = parseJson(body) as Record<string, unknown>;
  return JSON.stringify({
    ...asked,
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
  });
}

/** Whether a refusal is one of the wish for counts. */
export function refusesStreamOptions(body: Buffer): boolean {
  const value = parseJson(body.toString('utf8'));
  return isObject(value) && /stream_options|include_usage/.test(JSON.stringify(value));
}
