// The package in a project of its own, with the files that npm would publish and links to what it depends on. Nothing that
// only development needs is within its reach: no optional peer, no compiler.
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repository } from './cli.ts';

/** Makes a package of the repository's node_modules importable in `project`. */
export async function linkPackage(project: string, name: string): Promise<void> {
  const link = join(project, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(repository, 'node_modules', name), link);
}

/** Installs into `project` and returns the path of the launcher. */
export async function installCopy(project: string): Promise<string> {
  const own = join(project, 'node_modules', 'latebench');
  await mkdir(own, { recursive: true });
  const about = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    files: string[];
    dependencies: Record<string, string>;
  };
  const [out, inside] = [true, false].map((left) =>
    about.files.filter((file) => file.startsWith('!') === left),
  );
  const unpublished = new Set(out!.map((file) => join(repository, file.slice(1))));
  for (const path of ['package.json', ...inside!]) {
    // docs/*.md: the pages, without their pictures.
    const [folder, ending] = path.split('/*');
    const top = join(repository, folder!);
    const filter = (file: string): boolean =>
      ending === undefined
        ? !unpublished.has(file)
        : file === top || (dirname(file) === top && file.endsWith(ending));
    await cp(top, join(own, folder!), { recursive: true, filter });
  }
  for (const name of Object.keys(about.dependencies)) await linkPackage(project, name);
  return join(own, 'bin', 'latebench.js');
}
