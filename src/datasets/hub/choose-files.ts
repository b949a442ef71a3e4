// Finds the files that an address means among those a repository holds. What fits several ways is never guessed: the
// error lists what to write instead. Only where one name stands in several formats is one of them read, by `formats`.
import { LateBenchError } from '../../errors.ts';
import { byPath, isPattern, pathPattern } from '../../storage/matching-files.ts';
import { type DataFile, dataFiles } from './data-files.ts';
import type { HubFile, Snapshot } from './snapshot.ts';

export interface Choice {
  /** In the order in which they are read. */
  readonly files: readonly HubFile[];
  /** For people: the path of a single file, else `config/split`. */
  readonly label: string;
  /** The hub's conversion of this split stops before its end. */
  readonly partial: boolean;
  /** The same name in other formats, not read. */
  readonly passedOver: readonly string[];
}

const listed = 20;

/** Of files that differ in nothing but their endings the first of these is read: forms with types before text. */
const formats = [
  'parquet',
  'arrow',
  'jsonl',
  'ndjson',
  'json',
  'csv',
  'jsonl.gz',
  'ndjson.gz',
  'json.gz',
  'csv.gz',
];

/** A pattern as the name without its ending, and the place of the ending in `formats`. */
function formOf(pattern: string): { readonly name: string; readonly place: number } {
  const place = formats.findIndex((ending) => pattern.toLowerCase().endsWith(`.${ending}`));
  const ending = formats[place] ?? '';
  return { name: pattern.slice(0, pattern.length - ending.length).replace(/\*?\.$/, ''), place };
}

/** One group of each name, with the patterns of its twins. */
function inOneFormat(groups: readonly DataFile[][]): { group: DataFile[]; twins: string[] }[] {
  const byName = new Map<string, DataFile[][]>();
  for (const group of groups) {
    const { config, split, pattern } = group[0]!;
    const key = JSON.stringify([config, split, formOf(pattern).name]);
    byName.set(key, [...(byName.get(key) ?? []), group]);
  }
  return [...byName.values()].map((same) => {
    const [group = [], ...others] = same.toSorted(
      ([a], [b]) => formOf(a!.pattern).place - formOf(b!.pattern).place,
    );
    return { group, twins: others.map(([other]) => other!.pattern) };
  });
}

function listOf(entries: readonly string[], address: string): string {
  const shown = entries.slice(0, listed).map((entry) => `\n  ${address}/${entry}`);
  const more = entries.length - shown.length;
  return shown.join('') + (more > 0 ? `\n  … and ${more} more` : '');
}

function groupKey({ config, split, pattern }: DataFile): string {
  return JSON.stringify([config, split, pattern]);
}

function grouped(files: readonly DataFile[]): DataFile[][] {
  const groups = new Map<string, DataFile[]>();
  for (const file of files) {
    const key = groupKey(file);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
}

/** How to ask for exactly this group. */
function nameOf(group: readonly DataFile[], all: readonly DataFile[][]): string {
  const [first] = group;
  if (first === undefined) return '';
  if (group.length === 1) return first.file.path;
  const twins = all.filter(([other]) => other?.config === first.config && other.split === first.split);
  return twins.length === 1 ? `${first.config}/${first.split}` : first.pattern;
}

function byNumber(a: DataFile, b: DataFile): number {
  return byPath(a.file.path, b.file.path);
}

/** What the selector can mean, from the most literal reading to the loosest; the first that finds anything holds. */
function candidates(all: readonly DataFile[], selector: string): readonly DataFile[] {
  if (isPattern(selector)) {
    const pattern = pathPattern(selector);
    return all.filter(({ file }) => pattern.test(file.path));
  }
  const isSplit = (found: DataFile, name: string): boolean => found.split === name || found.written === name;
  const cut = selector.lastIndexOf('/');
  const [config, split] =
    cut === -1 ? [undefined, selector] : [selector.slice(0, cut), selector.slice(cut + 1)];
  const readings: ((found: DataFile) => boolean)[] = [
    (found) => config !== undefined && found.config === config && isSplit(found, split),
    (found) => found.file.path.startsWith(`${selector}/`),
    (found) => config === undefined && found.config === selector,
    (found) => config === undefined && isSplit(found, selector),
  ];
  for (const reading of readings) {
    const found = all.filter(reading);
    if (found.length > 0) return found;
  }
  return [];
}

function checkShards(group: readonly DataFile[], where: string): void {
  const total = group[0]?.shard?.of;
  if (total === undefined) return;
  const there = new Set(group.map(({ shard }) => shard?.index));
  const missing = Array.from({ length: total }, (_, index) => index).filter((index) => !there.has(index));
  if (missing.length === 0) return;
  const message = `${where}: ${missing.length} of ${total} parts are not in the repository, the first is number ${missing[0]} from 0; name the files to read those that are`;
  throw new LateBenchError('LB_HUB_NOT_FOUND', message);
}

/**
 * Finds the files of a repository that a selector means. No request is sent.
 *
 * @param snapshot The repository's files, as `openSnapshot` lists them.
 * @param selector The part of an address after the revision: a path, a pattern with `*` or `**`, `config/split`, a
 * folder, config or split alone, or empty for the only split.
 * @returns The files in the order in which they are read, all in one format.
 * @throws LB_HUB_NOT_FOUND where nothing matches, LB_HUB_AMBIGUOUS where several splits do; the message lists them.
 */
export function chooseFiles(
  snapshot: Pick<Snapshot, 'repo' | 'revision' | 'files'>,
  selector: string,
): Choice {
  const { repo, revision, files } = snapshot;
  const address = `hf:${repo}${revision === 'main' ? '' : `@${revision}`}`;
  const exact = files.find(({ path }) => path === selector);
  if (exact !== undefined) return { files: [exact], label: exact.path, partial: false, passedOver: [] };

  const all = dataFiles(files);
  if (all.length === 0) {
    const paths = files.map(({ path }) => path);
    const what = paths.length === 0 ? 'is empty' : `has no file with rows; it has:${listOf(paths, address)}`;
    throw new LateBenchError('LB_HUB_NOT_FOUND', `${address} ${what}`);
  }
  const groups = grouped(all);
  const names = (some: readonly DataFile[][]): string =>
    listOf(
      some.map((group) => nameOf(group, groups)),
      address,
    );

  let fitting = grouped(selector === '' ? all : candidates(all, selector));
  if (fitting.length === 0) {
    const message = `${address} has no file, folder, config or split ${JSON.stringify(selector)}; there are:${names(groups)}`;
    throw new LateBenchError('LB_HUB_NOT_FOUND', message);
  }
  if (isPattern(selector)) {
    // A pattern says itself that it means several.
    const matched = fitting.flat().toSorted(byNumber);
    return { files: matched.map(({ file }) => file), label: selector, partial: false, passedOver: [] };
  }
  // Files named after a split go before files that merely lie there, as in the hub's own viewer.
  const named = fitting.filter(([first]) => first?.named);
  if (fitting.length > 1 && named.length === 1) fitting = named;
  const [only, ...more] = inOneFormat(fitting);
  if (only === undefined || more.length > 0) {
    const message = `${address}${selector === '' ? '' : `/${selector}`} fits several; choose one of:${names(fitting)}`;
    throw new LateBenchError('LB_HUB_AMBIGUOUS', message);
  }
  const sorted = only.group.toSorted(byNumber);
  const label = nameOf(sorted, groups);
  checkShards(sorted, `${address}/${label}`);
  return {
    files: sorted.map(({ file }) => file),
    label,
    partial: sorted.some(({ partial }) => partial),
    passedOver: only.twins,
  };
}
