// What was judged in this tab, the last first, to be taken back: kept over reloads, and never that of an earlier visit.
import type { Annotation } from '../../records/annotation.ts';
import type { Operation } from './queue/operation.ts';

interface Done {
  readonly operation: Operation;
  /** What was said before. */
  readonly before: Omit<Partial<Annotation>, 'record_hash' | 'record_id'>;
  /** The address of the record. */
  readonly place: string;
}

const name = 'latebench.done';
const max = 200;

function read(): readonly Done[] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as Done[];
  } catch {
    return [];
  }
}

function write(done: readonly Done[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(done.slice(-max)));
  } catch {
    // A browser that keeps nothing cannot take back after a reload.
  }
}

export function remember(done: Done): void {
  write([...read(), done]);
}

/** Takes the last one out of the history. */
export function lastDone(): Done | null {
  const done = read();
  write(done.slice(0, -1));
  return done.at(-1) ?? null;
}

/** The version `before` is said again by `now`: what is taken back next is based on that one. */
export function saidAgain(before: string, now: string): void {
  write(
    read().map((done) =>
      done.operation.id === before ? { ...done, operation: { ...done.operation, id: now } } : done,
    ),
  );
}
