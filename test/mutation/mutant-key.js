// What names a change of Stryker's, with and without Stryker: its packages are installed when they are first needed.
import { relative } from 'node:path';

/** Of a mutant in a file below a folder: its place and what stands there. */
export function keyOf({ fileName, location: { start, end }, replacement }, folder) {
  const path = relative(folder, fileName).replaceAll('\\', '/');
  return `${path}:${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
}
