// Which files of a repository hold rows, and to which config and split each belongs, by the names that the hub's own
// tools use: `CONFIG/SPLIT/0000.parquet` (auto-converted), `data/train-00000-of-00002.parquet`, `test.jsonl`,
// `CONFIG/test/anything.json`. A file that follows none of these is a split of its own, named after the file.
import type { HubFile } from './snapshot.ts';

export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

export interface DataFile {
  readonly file: HubFile;
  readonly config: string;
  readonly split: string;
  /** The split as the name writes it: `dev` for `validation`. */
  readonly written: string;
  /** False when the split is only the file's own name. */
  readonly named: boolean;
  /** Matches the files that are read as one with this one: parts of a file, the files of a split's folder. */
  readonly pattern: string;
  readonly shard: Shard | null;
  /** The hub converted only the beginning of the split. */
  readonly partial: boolean;
}

const endings = /\.(parquet|arrow|(?:jsonl|ndjson|json|csv)(?:\.gz)?)$/i;

/** Files that describe a dataset, not rows of it. */
const descriptions =
  /(?:^|\/)(?:\.[^/]*|dataset_infos?\.json|dataset_dict\.json|state\.json|config\.json|manifest\.json|croissant\.json|package(?:-lock)?\.json)$/i;

const splitWords: Readonly<Record<string, string>> = {
  train: 'train',
  training: 'train',
  validation: 'validation',
  valid: 'validation',
  val: 'validation',
  dev: 'validation',
  test: 'test',
  testing: 'test',
  eval: 'test',
  evaluation: 'test',
};

/** The last split word in a name whose words are parted by anything but letters. */
function splitWord(name: string): string | undefined {
  const words = name.toLowerCase().split(/[^a-z]+/);
  return words.findLast((word) => Object.hasOwn(splitWords, word));
}

const shardForm = /^(.*?)[-_.]?(\d{5})-of-(\d{5})(?:-[0-9a-f]{8,})?$/;

function configOf(folders: readonly string[]): string {
  const own = folders.filter((name) => name.toLowerCase() !== 'data');
  return own.length === 0 ? 'default' : own.join('/');
}

function dataFile(file: HubFile): DataFile | undefined {
  const ending = endings.exec(file.path)?.[0];
  if (ending === undefined || descriptions.test(file.path)) return undefined;
  const parts = file.path.slice(0, -ending.length).split('/');
  const stem = parts.pop() ?? '';
  const shardMatch = shardForm.exec(stem);
  const base = shardMatch?.[1] ?? stem;
  const shard = shardMatch === null ? null : { index: Number(shardMatch[2]), of: Number(shardMatch[3]) };
  const join = (...names: string[]): string => names.join('/');
  const common = { file, shard };

  const inFolder = (at: number, inner: string): DataFile => {
    const folder = parts[at] ?? '';
    const partial = folder.startsWith('partial-');
    const written = partial ? folder.slice('partial-'.length) : folder;
    const split = splitWords[written.toLowerCase()] ?? written;
    const pattern = join(...parts.slice(0, at + 1), `${inner}${ending}`);
    return {
      ...common,
      config: configOf(parts.toSpliced(at)),
      split,
      written,
      named: true,
      pattern,
      partial,
    };
  };
  const byName = (written: string, named: boolean): DataFile => {
    const split = splitWords[written] ?? written;
    const pattern = shard === null ? file.path : join(...parts, `${base}*${ending}`);
    return { ...common, config: configOf(parts), split, written, named, pattern, partial: false };
  };

  // Only a number, as in auto-converted files: the folder is the split.
  if (/^\d+$/.test(stem) && parts.length > 0) return inFolder(parts.length - 1, '*');
  const word = splitWord(base);
  if (word !== undefined) return byName(word, true);
  const folder = parts.findLastIndex((name) => Object.hasOwn(splitWords, name.toLowerCase()));
  if (folder !== -1) return inFolder(folder, '**/*');
  return base === '' ? byName('train', true) : byName(base, shard !== null);
}

export function dataFiles(files: readonly HubFile[]): DataFile[] {
  return files.map(dataFile).filter((found) => found !== undefined);
}
