// A line on stderr that says how far work has come: rewritten on a terminal, printed now and then elsewhere.
import type { Terminal } from './terminal.ts';

const terminalMs = 200;
const plainMs = 30_000;

/** `line` is asked for whenever it is to be shown. Returns what ends it. */
export function startLiveLine(
  line: () => string,
  { stderr, showsProgress }: Pick<Terminal, 'stderr' | 'showsProgress'>,
): () => void {
  const live = stderr.isTTY === true;
  if (!showsProgress) return () => {};
  const draw = (): void => {
    if (!live) {
      stderr.write(`${line()}\n`);
      return;
    }
    const text = line().slice(0, Math.max(20, (stderr.columns ?? 100) - 1));
    stderr.write(`\r\x1b[2K${text}`);
  };
  const timer = setInterval(draw, live ? terminalMs : plainMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (live) stderr.write('\r\x1b[2K');
  };
}
