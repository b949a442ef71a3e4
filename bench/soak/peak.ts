// How much memory another process has had at most.
import { readFileSync } from 'node:fs';

/** In MB; 0 when the process has ended. */
export function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
