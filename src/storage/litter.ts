// All temporary files of ended processes that can be found: where they wrote, under LATEBENCH_HOME, and here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Removed, removeDeadFiles, sweepNotedFolders } from './temporary-files.ts';

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
    return [folder, ...inner.flatMap(foldersIn)];
  } catch {
    return [];
  }
}

/** `dry` counts them only. */
export function removeLitter(home: string, { dry = false } = {}): Removed {
  const found = [sweepNotedFolders(home, { dry })];
  for (const folder of new Set([process.cwd(), ...foldersIn(home)]))
    found.push(removeDeadFiles(folder, { dry }));
  return {
    files: found.reduce((sum, { files }) => sum + files, 0),
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
