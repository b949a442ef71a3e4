// How long a computation takes, told so that other work on the machine does not count.

const attempts = 3;

/**
 * Milliseconds of processor time that this process spends on `work`. Busy neighbours slow a processor down, but never speed
 * it up: while it took `limit` or more, it is tried again, and the least of three attempts counts.
 */
export function processorMs(work: () => void, limit: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least >= limit; attempt += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
