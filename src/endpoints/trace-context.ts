// The trace that this process is in, in the words of W3C Trace Context: what other machines of a run are told, so that
// the spans of their calls belong to the span of the run.
import type { SpanContext } from '@opentelemetry/api';

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Undefined for what is no traceparent. */
export function parseTraceparent(text: string): (SpanContext & { readonly isRemote: true }) | undefined {
  const [, traceId, spanId, flags] = form.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

let current: string | undefined;

/** Of the run's span while it is open; undefined where nothing is traced. */
export function currentTraceparent(): string | undefined {
  return current;
}

export function setTraceparent(traceparent: string | undefined): void {
  current = traceparent;
}
