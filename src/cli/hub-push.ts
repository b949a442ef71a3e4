// Runs `latebench push`: which file goes where, checked before anything is sent.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { isRepoName } from '../datasets/hub/hub-address.ts';
import { type PushFile, push } from '../datasets/hub/push.ts';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { formatBytes } from '../report/format.ts';
import { statInput } from '../storage/input.ts';
import type { Call } from './command.ts';
import { shortHelp } from './help.ts';
import { openCommandHub } from './hub-client.ts';
import { watchSignals } from './signals.ts';

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

function repoOf({ options }: Call): string {
  const repo = options.text('repo');
  if (repo === undefined) throw usage('--repo OWNER/NAME is missing: the dataset repository to push to');
  const name = repo.replace(/^hf:/, '').replace(/^datasets\//, '');
  if (!isRepoName(name)) throw usage(`--repo ${repo}: write OWNER/NAME`);
  return name;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The one folder named is a dataset: what its manifest names, and the manifest. */
async function plannedFiles(call: Call): Promise<{ files: readonly PushFile[]; title: string }> {
  const [first, ...more] = call.options.positionals;
  if (first === undefined || !isFolder(first)) {
    const files = filesOf(call);
    return { files, title: titleOf(files) };
  }
  if (more.length > 0) throw usage(`${first} is a folder: push one dataset at a time, without other files`);
  const { datasetFiles } = await import('./dataset-files.ts');
  const { files, name } = await datasetFiles(first);
  const folder = folderOf(call);
  const placed = files.map(({ local, path }) => ({
    local,
    path: folder === '' ? path : `${folder}/${path}`,
  }));
  return { files: placed, title: `Publish ${name}` };
}

function folderOf({ options }: Call): string {
  const folder = (options.text('to') ?? '').replace(/^\/+|\/+$/g, '');
  if (folder.split('/').some((part) => part === '.' || part === '..')) {
    throw usage(`--to ${folder}: name a folder within the repository`);
  }
  return folder;
}

function filesOf(call: Call): PushFile[] {
  const { options } = call;
  const folder = folderOf(call);
  const [card, manifest] = [options.text('card'), options.text('manifest')];
  const files = [
    ...options.positionals.map((local) => ({
      local,
      path: folder === '' ? basename(local) : `${folder}/${basename(local)}`,
    })),
    ...(card === undefined ? [] : [{ local: card, path: 'README.md' }]),
    ...(manifest === undefined ? [] : [{ local: manifest, path: 'manifest.json' }]),
  ];
  const taken = new Map<string, string>();
  for (const { local, path } of files) {
    const other = taken.get(path);
    if (other !== undefined) throw usage(`${other} and ${local} would both be ${path} in the repository`);
    taken.set(path, local);
  }
  return files;
}

function titleOf(files: readonly PushFile[]): string {
  const [first] = files;
  const more = files.length - 1;
  return `Add ${first?.path ?? ''}${more === 0 ? '' : ` and ${more} more`}`;
}

export async function runPush(call: Call): Promise<number> {
  const { options, command, stderr } = call;
  const say = (line: string): void => call.say(`latebench ${command.name}: ${line}`);
  const { files, title } = await plannedFiles(call);
  if (files.length === 0) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const repo = repoOf(call);
  const branch = options.text('branch') ?? 'main';
  const sizes = await Promise.all(files.map(async ({ local }) => (await statInput(local)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  files.forEach(({ local, path }, index) => {
    say(`${local} -> ${repo}/${path} (${formatBytes(sizes[index])})`);
  });
  if (options.flag('dry-run')) {
    say(`${files.length} files, ${formatBytes(total)}; nothing was sent (--dry-run)`);
    return exitCodes.ok;
  }
  const watch = watchSignals(
    () => {},
    () => 0,
  );
  try {
    const plan = {
      repo,
      branch,
      files,
      create: options.flag('create'),
      private: options.flag('private'),
      title: options.text('message') ?? title,
    };
    const { commit, url } = await push(openCommandHub(call, watch.stopReading), plan, say);
    say(`${files.length} files, ${formatBytes(total)}, in commit ${commit} of ${branch}: ${url}`);
    return exitCodes.ok;
  } catch (error) {
    if (watch.exitCode === undefined || !isLateBenchError(error) || error.code !== 'LB_ABORTED') throw error;
    stderr.write(`latebench ${command.name}: ${error.message}\n`);
    return watch.exitCode;
  } finally {
    watch.dispose();
  }
}
