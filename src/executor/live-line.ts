// A line on stderr that says how far work has come: rewritten on a terminal, printed now and then elsewhere.
import type { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';
import { type TerminalRow, takeRow } from './terminal-rows.ts';

const terminalMs = 200;
const plainMs = 30_000;
/** Of a terminal that does not say how wide it is. */
const usualColumns = 80;

/** The row of a stream that shows a live line now. */
const shown = new WeakMap<Writable, TerminalRow>();

/** Prints whole lines; a live line on the stream stays below them. */
export function printLines(stream: Writable, text: string): void {
  const row = shown.get(stream);
  if (row === undefined) stream.write(text);
  else row.print(text);
}

/** `line` is asked for whenever it is to be shown, with the columns it may take. Returns what ends it. */
export function startLiveLine(
  line: (columns: number) => string,
  { stderr, showsProgress }: Pick<Terminal, 'stderr' | 'showsProgress'>,
): () => void {
  if (!showsProgress) return () => {};
  // Moving about in its lines is more than such a terminal can do.
  const live = stderr.isTTY === true && process.env.TERM !== 'dumb';
  if (!live) {
    const timer = setInterval(() => stderr.write(`${line(Number.POSITIVE_INFINITY)}\n`), plainMs);
    timer.unref();
    return () => clearInterval(timer);
  }
  const row = takeRow(stderr);
  shown.set(stderr, row);
  const timer = setInterval(() => {
    row.draw(line(Math.max(20, (stderr.columns ?? usualColumns) - 1)));
  }, terminalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    shown.delete(stderr);
    row.end();
  };
}
