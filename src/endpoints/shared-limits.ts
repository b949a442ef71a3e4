// Limits that several machines keep together, as the client asks for them; queue/ implements them on Redis.
import type { RateLimit } from './chain/rate.ts';

/** A pause that a server asked for: told to one machine, kept by all. */
export interface SharedPause {
  /** Milliseconds until calls may be made again; 0 or less when they may. */
  leftMs(): number;
  begin(milliseconds: number): void;
}

export interface SharedLimits {
  readonly pause: SharedPause;
  /** Instead of this process's own rate of tokens a minute. */
  readonly tokenRate?: RateLimit | undefined;
  /** Instead of this process's own rate of requests a minute, by role. */
  readonly requestRates?: Readonly<Partial<Record<string, RateLimit>>> | undefined;
}
