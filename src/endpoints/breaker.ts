// Circuit breaker: when more than half of the last 20 attempts failed for reasons of the server's or the network's,
// no attempt is made for a while; then one goes ahead alone, and its outcome decides. A server that stays down for
// long ends the run, which resumes later.
//
//   closed --over half of 20 failed--> open --pause over--> one probe --good--> closed
//                                        ^---------------------failed, pause doubled

export interface Breaker {
  /** Milliseconds until the next attempt may be made; 0 when it may be made now (and then it counts as the probe). */
  wait(nowMs: number): number;
  good(): void;
  failed(nowMs: number): void;
  /** The attempt said nothing about the server (it was given up here). */
  unknown(): void;
  /** How long nothing has worked, in milliseconds; 0 while closed. */
  downMs(nowMs: number): number;
}

export interface BreakerPauses {
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

const windowSize = 20;

export function createBreaker({ firstPauseMs = 2_000, maxPauseMs = 60_000 }: BreakerPauses = {}): Breaker {
  let recent: boolean[] = [];
  let pauseMs = 0;
  let openUntil = 0;
  let downSince: number | null = null;
  let probing = false;

  const open = (nowMs: number): void => {
    pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(maxPauseMs, pauseMs * 2);
    openUntil = nowMs + pauseMs;
    probing = false;
    recent = [];
    downSince ??= nowMs;
  };
  return {
    wait(nowMs) {
      if (downSince === null) return 0;
      if (nowMs < openUntil) return openUntil - nowMs;
      if (probing) return Math.max(50, pauseMs / 10);
      probing = true;
      return 0;
    },
    good() {
      recent.push(true);
      if (recent.length > windowSize) recent.shift();
      pauseMs = 0;
      downSince = null;
      probing = false;
    },
    failed(nowMs) {
      if (downSince !== null) {
        // Calls sent before it opened may still fail; only the probe's failure prolongs the pause.
        if (probing) open(nowMs);
        return;
      }
      recent.push(false);
      if (recent.length > windowSize) recent.shift();
      const failures = recent.filter((worked) => !worked).length;
      if (recent.length === windowSize && failures * 2 > windowSize) open(nowMs);
    },
    unknown() {
      probing = false;
    },
    downMs: (nowMs) => (downSince === null ? 0 : nowMs - downSince),
  };
}
