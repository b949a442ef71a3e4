// The files in which users of a cache keep their leases, and what becomes of those who hold them: written from outside,
// as a process that was killed, stopped or moved leaves them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const timesAt = 1008;

interface Head {
  process: { host: string; started: string | null };
}

/** What became of the process that holds a lease. */
export const fates = ['gone', 'unseen', 'unseen and late', 'lives and is late', 'before a reboot'] as const;
export type Fate = (typeof fates)[number];

export function leaseFiles(cacheFolder: string): string[] {
  return readdirSync(join(cacheFolder, 'leases')).filter((name) => name.endsWith('.lease'));
}

export function headOf(cacheFolder: string, name: string): Head & { at: number; ms: number } {
  const bytes = readFileSync(join(cacheFolder, 'leases', name));
  const { process } = JSON.parse(bytes.toString('utf8', 0, timesAt)) as Head;
  return { process, at: bytes.readDoubleLE(timesAt), ms: bytes.readDoubleLE(timesAt + 8) };
}

/** As if this user had met its fate; what it writes from now on is seen by nobody. */
export function meetFate(cacheFolder: string, name: string, fate: Fate): void {
  const folder = join(cacheFolder, 'leases');
  const bytes = readFileSync(join(folder, name));
  const { process, at, ms } = headOf(cacheFolder, name);
  const changed = { ...process, ...(fate === 'gone' && { started: '1' }) };
  if (fate === 'unseen' || fate === 'unseen and late' || fate === 'before a reboot') changed.host = 'another';
  bytes.fill(' ', 0, timesAt);
  bytes.write(JSON.stringify({ process: changed }));
  if (fate.endsWith('late')) bytes.writeDoubleLE(at - ms, timesAt);
  if (fate === 'before a reboot') bytes.writeDoubleLE(at + 1e9, timesAt);
  writeFileSync(join(folder, `after-${name}`), bytes);
  rmSync(join(folder, name));
}
