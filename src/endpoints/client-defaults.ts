// Defaults of a client: retries, waits and time limits.

export const clientDefaults = {
  maxRetries: 6,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  headersTimeoutMs: 10 * 60_000,
  idleTimeoutMs: 2 * 60_000,
  deadlineMs: 30 * 60_000,
  maxDownMs: 10 * 60_000,
  maxReplyBytes: 256 << 20,
} as const;
