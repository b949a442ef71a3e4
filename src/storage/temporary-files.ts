// Names of files that are not whole yet: beside the target, with a dot in front that no glob for results sees, and with
// the process that writes them, so that what a killed one left is removed when a folder is written to again, and by the
// next run wherever it writes.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sha256Hex } from '../records/identity.ts';
import { createFolderSync } from './make-folder.ts';
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

export interface Removed {
  readonly files: number;
  readonly bytes: number;
}

/** Removes what ended processes left in a folder; `dry` counts it only. */
export function removeDeadFiles(folder: string, { dry = false } = {}): Removed {
  let [files, bytes] = [0, 0];
  for (const name of namesIn(folder)) {
    if (livenessOfWriter(name) !== 'dead') continue;
    const path = join(folder, name);
    try {
      const { size } = statSync(path);
      if (!dry) rmSync(path);
      files += 1;
      bytes += size;
    } catch {
      // Another process was faster, or it is not ours to remove.
    }
  }
  return { files, bytes };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const tidied = new Set<string>();

/** Removes what ended processes left in a folder that is about to be written to; once a process and folder. */
export function removeLeftOverFiles(folder: string): void {
  if (tidied.has(folder)) return;
  tidied.add(folder);
  removeDeadFiles(folder);
}

/** Where this process notes the folders that it writes to, for those who come after it; undefined = nowhere. */
let notes: string | undefined;
const noted = new Map<string, string>();

/** Removes what ended processes left in the folders that they noted under `home`, and their notes. */
export function sweepNotedFolders(home: string, { dry = false } = {}): Removed {
  const folder = join(home, notesName);
  let [files, bytes] = [0, 0];
  for (const name of namesIn(folder)) {
    if (livenessOfWriter(name) !== 'dead') continue;
    const note = join(folder, name);
    try {
      const removed = removeDeadFiles(readFileSync(note, 'utf8'), { dry });
      files += removed.files;
      bytes += removed.bytes;
      if (!dry) rmSync(note);
    } catch {
      // Another process sweeps too.
    }
  }
  return { files, bytes };
}

const notesName = 'temporary';

/**
 * From here on folders that are written to are noted under `home` (LATEBENCH_HOME) while this process lives: the next one
 * finds there what a killed one left behind, and removes it now.
 */
export function keepNotesOfFolders(home: string): void {
  sweepNotedFolders(home);
  notes = join(home, notesName);
}

/** Before the first temporary file in a folder. A note is no reason to fail: without one, the folder keeps its file. */
export function noteFolder(folder: string): void {
  if (notes === undefined || noted.has(folder)) return;
  try {
    createFolderSync(notes);
    const path = temporaryPath(join(notes, 'folder'));
    writeFileSync(path, resolve(folder));
    if (noted.size === 0) process.once('exit', removeNotes);
    noted.set(folder, path);
  } catch {
    // As said above.
  }
}

function removeNotes(): void {
  for (const path of noted.values()) {
    try {
      rmSync(path, { force: true });
      rmdirSync(dirname(path));
    } catch {
      // Others have notes there.
    }
  }
}
