// How many bytes a run folder takes, by what they hold.
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What files of a run hold; the first that fits counts. A stage that ran apart has the same files in its folder. */
const kinds = [
  ['replies', /^(\d+-[^/]+\/)?((journal|pool|batches)\/(?!.*\.(lock|ballast|lease)$)|batches\.jsonl$)/],
  ['records', /^(\d+-[^/]+\/)?(records[./]|stages\/)/],
  ['reports', /\.(html|md)$/],
  [
    'results',
    /^(\d+-[^/]+\/)?(results[./]|summary\.json$|leaderboard\.json$|manifest\.json$|pipeline\.json$)/,
  ],
  ['events', /^(\d+-[^/]+\/)?(events(-\d+)?|quarantine)\.jsonl$/],
] as const;

type Kind = (typeof kinds)[number][0] | 'other';
export const fileKinds: readonly Kind[] = [...kinds.map(([kind]) => kind), 'other'];

/** Bytes by kind; files behind links do not count. */
export type RunSizes = Readonly<Record<Kind | 'total', number>>;

export interface RunFile {
  /** Within the folder, with `/` between folders. */
  readonly file: string;
  readonly kind: Kind;
  readonly bytes: number;
}

export async function filesOfRun(folder: string): Promise<readonly RunFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: RunFile[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path).split(sep).join('/');
    // A run at work renames and removes files meanwhile.
    const about = await lstat(path).catch(() => null);
    if (about === null) continue;
    files.push({
      file,
      kind: kinds.find(([, names]) => names.test(file))?.[0] ?? 'other',
      bytes: about.size,
    });
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

export async function runSizes(folder: string): Promise<RunSizes> {
  return sumSizes((await filesOfRun(folder)).map(({ kind, bytes }) => ({ [kind]: bytes, total: bytes })));
}

export function sumSizes(sizes: readonly Partial<RunSizes>[]): RunSizes {
  const sum = Object.fromEntries([...fileKinds, 'total'].map((kind) => [kind, 0])) as Record<
    Kind | 'total',
    number
  >;
  for (const one of sizes) for (const [kind, bytes] of Object.entries(one)) sum[kind as Kind] += bytes;
  return sum;
}
