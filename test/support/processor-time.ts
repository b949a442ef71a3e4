// How long a computation takes, told so that other work on the machine does not count.

/** Milliseconds of processor time that this process spends on `work`. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
