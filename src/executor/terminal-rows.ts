// The rows at the foot of a terminal that live lines stand in: one for each process that shows one there, so that two
// filters of a pipe do not write over each other. Who has a row is kept as files beside each other, named by the terminal;
// the rows are in the order of their names.
import { fstatSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { createFolderSync } from '../storage/make-folder.ts';
import { signalReaches } from '../storage/process-identity.ts';

export interface TerminalRow {
  /** Shows a line in this process's row. */
  draw(text: string): void;
  /** Prints above all rows. */
  print(text: string): void;
  /** Gives the row back. */
  end(): void;
}

type Descriptor = Writable & { readonly fd?: number };

/** Where the rows of a terminal are kept; undefined where that cannot be told. */
function folderOf({ fd }: Descriptor): string | undefined {
  if (fd === undefined || process.getuid === undefined) return undefined;
  try {
    const { rdev, dev } = fstatSync(fd);
    const folder = join(tmpdir(), `latebench-rows-${process.getuid()}-${dev}-${rdev}`);
    createFolderSync(folder, 0o700);
    // Others can write beside it: what is not ours alone, or only points elsewhere, is not touched.
    const facts = lstatSync(folder);
    const isOurs = facts.isDirectory() && facts.uid === process.getuid() && (facts.mode & 0o077) === 0;
    return isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** `001795366080000-4711`: when it was taken, and by which process. */
const rowName = /^\d{15,}-\d+$/;

/** The names of rows in use, oldest first; those of ended processes are removed. */
function rowsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => rowName.test(name))
      .toSorted()
      .filter((name) => {
        const alive = signalReaches(Number(name.split('-')[1]));
        if (!alive) rmSync(join(folder, name), { force: true });
        return alive;
      });
  } catch {
    return [];
  }
}

const up = (rows: number): string => (rows === 0 ? '' : `\x1b[${rows}A`);
const down = (rows: number): string => (rows === 0 ? '' : `\x1b[${rows}B`);

/** A row of the terminal behind `stream`. Every drawing begins and ends in the last row. */
export function takeRow(stream: Descriptor): TerminalRow {
  const folder = folderOf(stream);
  const name = `${String(Date.now()).padStart(15, '0')}-${process.pid}`;
  const rows = (): readonly string[] => (folder === undefined ? [name] : rowsIn(folder));
  const others = rows().filter((row) => row !== name).length;
  if (folder !== undefined) {
    try {
      writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 });
      // The rows above move up by one.
      if (others > 0) stream.write('\n');
    } catch {
      // Without a place in the list the last row is used, as if alone.
    }
  }
  const place = (): { above: number; below: number } => {
    const all = rows();
    const at = all.indexOf(name);
    return at === -1 ? { above: 0, below: 0 } : { above: at, below: all.length - 1 - at };
  };
  return {
    draw(text) {
      const { below } = place();
      stream.write(`${up(below)}\r\x1b[2K${text}${down(below)}\r`);
    },
    print(text) {
      const { above, below } = place();
      stream.write(`${up(above + below)}\r\x1b[J${text}${'\n'.repeat(above + below)}`);
    },
    end() {
      const { above, below } = place();
      if (folder !== undefined) rmSync(join(folder, name), { force: true });
      // The rows that stay are drawn again by those who have them.
      const rest = Math.max(0, above + below - 1);
      stream.write(`${up(above + below)}\r\x1b[J${'\n'.repeat(rest)}`);
    },
  };
}
