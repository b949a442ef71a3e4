// Where the package is on disk, the same for src/ under tsx and for the code as built: the folder that has the
// package.json. Read once.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

export const packageRoot: string = find();

/** False under tsx, where src/ itself runs. */
export const isBuilt: boolean = import.meta.url.endsWith('.js');

/** A file of the built package, for threads: the hooks of tsx do not reach into them, and starting those there is slow. */
export function builtFile(path: string): string {
  return join(packageRoot, 'dist', 'bundle', path);
}

/** Flags of Node for threads that run built code: as this process has them, but for those that brought tsx. */
export const builtArguments: string[] | undefined = isBuilt ? undefined : [];
