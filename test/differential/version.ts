// One of the two versions to compare: a folder with a built package, or a git revision of this repository, which is
// unpacked and built once into a temporary folder named by its commit.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { node } from '../support/cli.ts';

export interface Version {
  /** As it was given. */
  readonly name: string;
  readonly root: string;
}

export class UsageError extends Error {}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new UsageError(`${program} ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}

function buildRevision(commit: string, repository: string): string {
  const builds = join(tmpdir(), `latebench-differential-${process.getuid?.() ?? 0}`);
  const root = join(builds, commit);
  if (existsSync(root)) return root;
  mkdirSync(builds, { recursive: true });
  const unfinished = mkdtempSync(join(builds, '.build-'));
  try {
    run('bash', ['-o', 'pipefail', '-c', `git archive ${commit} | tar -x -C '${unfinished}'`], repository);
    symlinkSync(join(repository, 'node_modules'), join(unfinished, 'node_modules'));
    run(process.execPath, ['scripts/prepare.js'], unfinished);
    renameSync(unfinished, root);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return root;
}

/** @throws UsageError when it is neither a built package nor a revision. */
export function openVersion(name: string, repository: string): Version {
  const folder = resolve(name);
  if (existsSync(join(folder, 'package.json'))) {
    if (existsSync(join(folder, 'dist', 'src', 'cli', 'main.js'))) return { name, root: folder };
    throw new UsageError(`${name}: the package is not built; run "node scripts/prepare.js" there`);
  }
  if (existsSync(folder)) throw new UsageError(`${name}: the folder holds no package.json`);
  const commit = run('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], repository);
  return { name, root: buildRevision(commit, repository) };
}

function writeScript(path: string, words: string): void {
  writeFileSync(path, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

/** A folder with the commands of a version, for PATH, and a node that is started as this process was. */
export function linkCommands({ root }: Version, folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(join(root, 'bin'))) {
    writeScript(join(folder, basename(file, '.js')), `${node} "${join(root, 'bin', file)}"`);
  }
  writeScript(join(folder, 'node'), node);
  return folder;
}
