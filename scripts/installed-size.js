// How much room installed packages take on disk, in the blocks that `du` counts, and which take most of it.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const mebibyte = 2 ** 20;

function bytesOf(path) {
  const { blocks } = lstatSync(path);
  const own = blocks * 512;
  if (!lstatSync(path).isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), own);
}

/** Packages of node_modules; those of a scope are listed by themselves. */
function packagesIn(folder) {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => join(name, own)) : [name],
  );
}

/** The whole in MB, rounded up as `du -sm` does, and a line for each of the twelve largest packages. */
export function describeInstalled(folder) {
  const sizes = packagesIn(folder).map((name) => ({ name, bytes: bytesOf(join(folder, name)) }));
  sizes.sort((a, b) => b.bytes - a.bytes);
  const lines = sizes
    .slice(0, 12)
    .map(({ name, bytes }) => `  ${(bytes / mebibyte).toFixed(1).padStart(5)} MB  ${name}`);
  return { megabytes: Math.ceil(bytesOf(folder) / mebibyte), lines };
}
