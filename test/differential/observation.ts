// What a user can see of a case, ready to be compared: aspects by name, each with its normalised content.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { normaliseFile, normalisePath, type Surroundings } from './normalise.ts';

/** `step 1 exit`, `step 1 stdout`, `file out.jsonl`, `calls` … to what was seen. */
export type Observation = ReadonlyMap<string, string | Buffer>;

/** The harness's own, and temporary files of tools. */
const ignored = new Set(['node_modules', '.program', '.tmp']);

/** Every file of the folder under its normalised name; files with the same one are numbered. */
export function observeFolder(
  folder: string,
  presence: readonly string[],
  surroundings: Surroundings,
): [string, string | Buffer][] {
  const seen = new Map<string, number>();
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !ignored.has(path.split('/')[0]!))
    .sort()
    .map((path) => {
      const name = normalisePath(path);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const content = presence.some((part) => path.includes(part))
        ? '<present>'
        : normaliseFile(path, readFileSync(join(folder, path)), surroundings);
      return [`file ${name}${count === 1 ? '' : ` (${count})`}`, content];
    });
}
