// Which files are pushed and where each goes in the repository, checked before anything is sent.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { PushFile } from '../../datasets/hub/push.ts';
import { LateBenchError } from '../../errors.ts';
import { datasetFiles } from '../../publish/dataset-files.ts';
import { formatBytes, formatCounted } from '../../report/format.ts';
import { statInput } from '../../storage/input-file.ts';
import type { PushOptions } from './push.ts';

export interface PlacedFiles {
  readonly files: readonly PushFile[];
  /** In bytes, of each file. */
  readonly sizes: readonly number[];
  /** The default title of the commit. */
  readonly title: string;
  /** Folder of the dataset that they are; null for files that were named. */
  readonly dataset: string | null;
}

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function folderIn({ to }: PushOptions): string {
  const folder = to.replace(/^\/+|\/+$/g, '');
  if (folder.split('/').some((part) => part === '.' || part === '..')) {
    throw usage(`--to ${folder}: name a folder within the repository`);
  }
  return folder;
}

/** The dataset, where one is named: as the stage's folder, or as the one word of the command. */
function datasetOf({ folder, files }: PushOptions): string | undefined {
  const all = [...(folder === undefined ? [] : [folder]), ...files];
  const dataset = folder ?? files.find(isFolder);
  if (dataset !== undefined && all.length > 1) {
    throw usage(`${dataset} is a folder: push one dataset at a time, without other files`);
  }
  return dataset;
}

function named(options: PushOptions, within: (path: string) => string): readonly PushFile[] {
  const { files, card, manifest } = options;
  const placed = [
    ...files.map((local) => ({ local, path: within(basename(local)) })),
    ...(card === undefined ? [] : [{ local: card, path: 'README.md' }]),
    ...(manifest === undefined ? [] : [{ local: manifest, path: 'manifest.json' }]),
  ];
  const taken = new Map<string, string>();
  for (const { local, path } of placed) {
    const other = taken.get(path);
    if (other !== undefined) throw usage(`${other} and ${local} would both be ${path} in the repository`);
    taken.set(path, local);
  }
  if (placed.length > 0) return placed;
  throw usage('name a dataset or files: latebench push DIR|FILE… --repo OWNER/NAME');
}

async function planned(options: PushOptions): Promise<Omit<PlacedFiles, 'sizes'>> {
  const folder = folderIn(options);
  const within = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
  const dataset = datasetOf(options);
  if (dataset !== undefined) {
    if (folder !== '') {
      throw usage(`${dataset} is a dataset, whose release is a whole repository: leave out --to ${folder}`);
    }
    const { files, name } = await datasetFiles(dataset);
    return { files, title: `Publish ${name}`, dataset };
  }
  const files = named(options, within);
  const more = files.length - 1;
  return { files, title: `Add ${files[0]!.path}${more === 0 ? '' : ` and ${more} more`}`, dataset: null };
}

/** A file is read several times: to hash it, to send it, and again where sending fails. */
async function sizeOf(local: string): Promise<number> {
  const facts = await statInput(local);
  if (facts.isFile()) return facts.size;
  throw usage(
    `${local} is a pipe or a device, which can be read once: write its content to a file and push that`,
  );
}

/** Throws for files that are not there, and for a dataset that is not as its manifest says. */
export async function placedFiles(options: PushOptions): Promise<PlacedFiles> {
  const { files, ...rest } = await planned(options);
  const sizes = await Promise.all(files.map(({ local }) => sizeOf(local)));
  return { files, sizes, ...rest };
}

export function placeLines(
  { files, sizes, dataset }: PlacedFiles,
  { repo, branch }: Pick<PushOptions, 'repo' | 'branch'>,
): readonly string[] {
  const lines = files.map(
    ({ local, path }, at) => `latebench push: ${local} -> ${repo}/${path} (${formatBytes(sizes[at])})`,
  );
  const whole = `latebench push: ${branch} of ${repo} gets these files and no others, and a tag for the version`;
  return dataset === null ? lines : [...lines, whole];
}

export function sizeText({ files, sizes }: PlacedFiles): string {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return `${formatCounted(files.length, 'file')}, ${formatBytes(total)}`;
}
