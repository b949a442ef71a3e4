// How long a server asks us to wait, an endpoint or the hub: `Retry-After` as seconds or as a date (RFC 9110, 10.2.3).

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/**
 * Milliseconds to wait, never negative; null when the header is absent or says nothing readable. A date is compared
 * with the server's own `Date`, so that it means the same whatever our clock says; with `nowMs` where there is none.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const exact = headerOf(headers, 'retry-after-ms');
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact);
  const value = headerOf(headers, 'retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  const sent = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(sent) ? nowMs : sent));
}
