// What a user can see of a case, ready to be compared: aspects by name, each with its normalised content.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { normaliseFile, normalisePath, type Surroundings } from './normalise.ts';

/** `step 1 exit`, `step 1 stdout`, `file out.jsonl`, `calls` … to what was seen. */
export type Observation = ReadonlyMap<string, string | Buffer>;

/** The harness's own, and temporary files of tools. */
const ignored = new Set(['node_modules', '.program', '.tmp']);

/** Every file of the folder under its normalised name; files with the same one are numbered, by their content. */
export function observeFolder(
  folder: string,
  presence: readonly string[],
  surroundings: Surroundings,
): [string, string | Buffer][] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !ignored.has(path.split('/')[0]!))
    .map((path) => ({
      name: normalisePath(path),
      content: presence.some((part) => path.includes(part))
        ? '<present>'
        : normaliseFile(path, readFileSync(join(folder, path)), surroundings),
    }));
  return [...new Set(files.map(({ name }) => name))].sort().flatMap((name) =>
    files
      .filter((file) => file.name === name)
      .map(({ content }) => content)
      .sort((a, b) => (a.toString('latin1') < b.toString('latin1') ? -1 : 1))
      .map((content, at): [string, string | Buffer] => [
        `file ${name}${at === 0 ? '' : ` (${at + 1})`}`,
        content,
      ]),
  );
}
