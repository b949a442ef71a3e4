// The names in a journal folder. A writer is `<pid>-<start in ms>-<marker>`; it owns one lock, one file of reserved space (`.ballast`) and its
// files, the second and later ones numbered.

export interface JournalFileName {
  /** The writer's part of the name. */
  readonly writer: string;
  readonly started: number;
  readonly number: number;
  /** The marker of the writer's frames as hex; null for a file with another kind of name. */
  readonly marker: string | null;
}

const pattern = /^(\d+-(\d+)-([0-9a-f]{16}))(?:\.(\d+))?\.lbj$/;
const ending = '.lbj';

export function writerName(pid: number, started: number, marker: Buffer): string {
  return `${pid}-${started}-${marker.toString('hex')}`;
}

export function journalFileName(writer: string, number: number): string {
  return number === 1 ? writer + ending : `${writer}.${number}${ending}`;
}

/** Undefined for what is no journal file. */
export function parseJournalFileName(name: string): JournalFileName | undefined {
  if (name.startsWith('.') || !name.endsWith(ending)) return undefined;
  const match = pattern.exec(name);
  if (match === null) {
    return { writer: name.slice(0, -ending.length), started: 0, number: 1, marker: null };
  }
  const [, writer, started, marker, number] = match;
  return { writer: writer!, started: Number(started), number: Number(number ?? 1), marker: marker! };
}

/** By the start of their writers, then by number: an order that any reader finds again. */
export function compareFileNames(a: string, b: string): number {
  const [left, right] = [parseJournalFileName(a), parseJournalFileName(b)];
  const byStart = (left?.started ?? 0) - (right?.started ?? 0);
  if (byStart !== 0) return byStart;
  const [leftWriter, rightWriter] = [left?.writer ?? a, right?.writer ?? b];
  if (leftWriter !== rightWriter) return leftWriter < rightWriter ? -1 : 1;
  return (left?.number ?? 1) - (right?.number ?? 1);
}
