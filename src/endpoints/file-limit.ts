// How many connections this process may have open at once. Where files run out, the journal cannot be opened either,
// and replies that were already charged would be lost.
import { readFileSync } from 'node:fs';

/** Files for everything else: the runtime, the inputs and outputs, journal, cache and budget. */
const otherFiles = 64;
const fewest = 4;

/** Of the text of /proc/self/limits; Infinity where it says nothing of open files. */
export function connectionsWithin(limits: string): number {
  const max = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return max === undefined ? Infinity : Math.max(fewest, Number(max) - otherFiles);
}

/** Infinity where the system does not say. */
export function maxConnections(): number {
  try {
    return connectionsWithin(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return Infinity;
  }
}
