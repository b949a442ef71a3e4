// Where the package is on disk, the same for src/ under tsx and for dist/src/ as built: the folder that has the
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
