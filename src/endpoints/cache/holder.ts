// Who holds something (a lease, a reservation) in a store that processes share, and until when. Time is the clock
// that all processes of one boot share and that no one can set.
import {
  type Liveness,
  livenessOf,
  type ProcessIdentity,
  thisProcess,
} from '../../storage/process-identity.ts';

export interface Holder {
  readonly process: ProcessIdentity;
  /** Milliseconds of the monotonic clock, and how long from then. */
  readonly at: number;
  readonly ms: number;
}

let self: ProcessIdentity | undefined;

/** Asked of the system once: every renewal of a lease names it. */
function ownProcess(): ProcessIdentity {
  self ??= thisProcess();
  return self;
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

export function holdFor(ms: number): Holder {
  return { process: ownProcess(), at: monotonicMs(), ms };
}

export function livenessOfHolder(holder: Holder): Liveness {
  return livenessOf(holder.process, ownProcess());
}

/** A hold that begins in the future is of another boot. */
export function hasLapsed({ at, ms }: Holder): boolean {
  const now = monotonicMs();
  return now < at || now >= at + ms;
}
