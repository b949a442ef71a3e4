// Names of files that are not whole yet: beside the target, with a dot in front that no glob for results sees, and with
// the process that writes them, so that what a killed one left is removed when a folder is written to again.
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../records/identity.ts';
import { type Liveness, livenessOf, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** Random, process, its start, machine since its start, machine. */
const temporaryName = /^\.(.+)\.tmp-[0-9a-f]{8}-(\d+)-(\d*)-([0-9a-f]{8})-([0-9a-f]{8})$/;

const short = (text: string): string => sha256Hex(text).slice(0, 8);

function marksOf({ boot, host, pid_namespace }: ProcessIdentity): { boot: string; machine: string } {
  return { boot: short(boot ?? ''), machine: short(`${host} ${pid_namespace}`) };
}

let self: ProcessIdentity | undefined;

export function temporaryPath(path: string): string {
  self ??= thisProcess();
  const { boot, machine } = marksOf(self);
  const owner = [self.pid, self.started ?? '', boot, machine].join('-');
  return join(dirname(path), `.${basename(path)}.tmp-${randomBytes(4).toString('hex')}-${owner}`);
}

/** Of the process that a temporary file is named after; undefined for any other name. */
function livenessOfWriter(name: string): Liveness | undefined {
  const found = temporaryName.exec(name);
  if (found === null) return undefined;
  self ??= thisProcess();
  const [, , pid, started, boot, machine] = found;
  const own = marksOf(self);
  if (machine !== own.machine) return 'unknown';
  // The machine has been started again since.
  if (boot !== own.boot) return 'dead';
  return livenessOf({ ...self, pid: Number(pid), started: started === '' ? null : started! }, self);
}

export interface UnfinishedFile {
  readonly path: string;
  /** What it is going to be called, in the same folder. */
  readonly target: string;
  readonly writer: Liveness;
}

/** What processes, ended ones too, have begun to write in a folder. Empty where the folder cannot be read. */
export async function unfinishedFiles(folder: string): Promise<readonly UnfinishedFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const writer = livenessOfWriter(name);
    const target = temporaryName.exec(name)?.[1];
    if (writer === undefined || target === undefined) return [];
    return [{ path: join(folder, name), target, writer }];
  });
}

const tidied = new Set<string>();

/** Removes what ended processes left in a folder that is about to be written to; once a process and folder. */
export async function removeLeftOverFiles(folder: string): Promise<void> {
  if (tidied.has(folder)) return;
  tidied.add(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (livenessOfWriter(name) === 'dead') await rm(join(folder, name), { force: true }).catch(() => {});
  }
}
