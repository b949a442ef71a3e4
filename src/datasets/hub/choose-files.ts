// Finds the files that an address means among those a repository holds. What fits several ways is never guessed:
// the error lists what to write instead.
import { LateBenchError } from '../../errors.ts';
import { type DataFile, dataFiles } from './data-files.ts';
import type { HubFile, Snapshot } from './snapshot.ts';

export interface Choice {
  /** In the order in which they are read. */
  readonly files: readonly HubFile[];
  /** For people: the path of a single file, else `config/split`. */
  readonly label: string;
  /** The hub's conversion of this split stops before its end. */
  readonly partial: boolean;
}

const listed = 20;

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

function patternOf(selector: string): RegExp {
  const source = selector
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

function byNumber(a: DataFile, b: DataFile): number {
  const [x, y] = [a.file.path, b.file.path];
  return x.localeCompare(y, 'en', { numeric: true }) || (x < y ? -1 : 1);
}

/** What the selector can mean, from the most literal reading to the loosest; the first that finds anything holds. */
function candidates(all: readonly DataFile[], selector: string): readonly DataFile[] {
  if (/[*?]/.test(selector)) {
    const pattern = patternOf(selector);
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

export function chooseFiles(
  snapshot: Pick<Snapshot, 'repo' | 'revision' | 'files'>,
  selector: string,
): Choice {
  const { repo, revision, files } = snapshot;
  const address = `hf:${repo}${revision === 'main' ? '' : `@${revision}`}`;
  const exact = files.find(({ path }) => path === selector);
  if (exact !== undefined) return { files: [exact], label: exact.path, partial: false };

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

  const isPattern = /[*?]/.test(selector);
  let fitting = grouped(selector === '' ? all : candidates(all, selector));
  if (fitting.length === 0) {
    const message = `${address} has no file, folder, config or split ${JSON.stringify(selector)}; there are:${names(groups)}`;
    throw new LateBenchError('LB_HUB_NOT_FOUND', message);
  }
  if (isPattern) {
    // A pattern says itself that it means several.
    const matched = fitting.flat().toSorted(byNumber);
    return { files: matched.map(({ file }) => file), label: selector, partial: false };
  }
  // Files named after a split go before files that merely lie there, as in the hub's own viewer.
  const named = fitting.filter(([first]) => first?.named);
  if (fitting.length > 1 && named.length === 1) fitting = named;
  const [group = []] = fitting;
  if (fitting.length > 1) {
    const message = `${address}${selector === '' ? '' : `/${selector}`} fits several; choose one of:${names(fitting)}`;
    throw new LateBenchError('LB_HUB_AMBIGUOUS', message);
  }
  const sorted = group.toSorted(byNumber);
  const label = nameOf(sorted, groups);
  checkShards(sorted, `${address}/${label}`);
  return {
    files: sorted.map(({ file }) => file),
    label,
    partial: sorted.some(({ partial }) => partial),
  };
}
