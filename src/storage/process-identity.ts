// Which process is this, and does another one still live? A process id alone is not enough: it is used again after
// the process ends, after a restart of the machine, and in every container.
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  readonly pid: number;
  /** When the process began, in clock ticks since the machine did; null where the system does not say. */
  readonly started: string | null;
  readonly boot: string | null;
  readonly pid_namespace: string | null;
  readonly host: string;
}

/** True where both ran on one machine, as far as it can be told: two containers of one are one. */
export function isSameMachine(
  one: Pick<ProcessIdentity, 'boot' | 'host'>,
  other: Pick<ProcessIdentity, 'boot' | 'host'>,
): boolean {
  return one.boot !== null && other.boot !== null ? one.boot === other.boot : one.host === other.host;
}

/** Only a process that is certainly gone is `dead`; one of another machine or container cannot be seen from here. */
export type Liveness = 'living' | 'dead' | 'unknown';

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    started: processStat(process.pid)?.started ?? null,
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    pid_namespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  };
}

export function livenessOf(owner: ProcessIdentity, self: ProcessIdentity = thisProcess()): Liveness {
  if (owner.boot !== null && self.boot !== null && owner.boot !== self.boot) {
    return owner.host === self.host ? 'dead' : 'unknown';
  }
  if (owner.host !== self.host || owner.pid_namespace !== self.pid_namespace) return 'unknown';
  const stat = processStat(owner.pid);
  if (stat !== undefined && owner.started !== null) {
    const ended = stat.state === 'Z' || stat.state === 'X';
    return stat.started === owner.started && !ended ? 'living' : 'dead';
  }
  return signalReaches(owner.pid) ? 'living' : 'dead';
}

/** The name of the program is in brackets and may hold anything, so fields are counted from the last bracket. */
function processStat(pid: number): { state: string; started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    return state === undefined || started === undefined ? undefined : { state, started };
  } catch {
    return undefined;
  }
}

/** Whether a process of this id runs. One of another user may be hidden from /proc; the refusal to signal it shows that it is there. */
export function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
