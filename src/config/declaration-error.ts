// Where the mistake is in a declaration that cannot be loaded: the file and the line, as far as Node says.
import { fileURLToPath } from 'node:url';
import { mark } from './user-module.ts';

interface Place {
  /** A path, or the beginning of one: `/home/me/late.ts:2:27`. */
  readonly place: string;
  readonly message: string;
}

function pathOf(text: string): string {
  const plain = text.endsWith(mark) ? text.slice(0, -mark.length) : text;
  return plain.startsWith('file:') ? fileURLToPath(plain) : plain;
}

/** esbuild, by which tsx reads TypeScript, says it in the message: `/home/me/late.ts:2:27: ERROR: Expected …`. */
function ofTransform(message: string): Place | undefined {
  const [, place, said] = /^(.+:\d+:\d+): ERROR: (.+)$/m.exec(message) ?? [];
  return place === undefined || said === undefined ? undefined : { place, message: said };
}

/** Of TypeScript that Node reads itself, the stack begins with it. */
function ofStripping({ code, stack = '', message }: NodeJS.ErrnoException): Place | undefined {
  const [, file, line] = /^(\S.*):(\d+)\n/.exec(stack) ?? [];
  if (code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX' || file === undefined) return undefined;
  return { place: `${pathOf(file)}:${line}`, message };
}

const frame = /^ +at .*?(file:\/\/\/[^\s()]+?|\/[^\s():]+|[A-Z]:\\[^\s()]+?)(:\d+:\d+)\)?$/;

/** The innermost place in a file of the user's: those who load modules come behind them all. */
function ofStack({ stack = '', message }: Error): Place | undefined {
  for (const line of stack.split('\n')) {
    if (line.includes('node:internal/modules')) return undefined;
    const [, file, at] = frame.exec(line) ?? [];
    if (file === undefined || file.includes('/node_modules/')) continue;
    return { place: `${pathOf(file)}${at}`, message };
  }
  return undefined;
}

const longestCheckMs = 10_000;

/**
 * Node keeps the line of a syntax error from the one who imports, and tsx that of CommonJS; both print it where nobody
 * catches the error.
 */
async function printedPlace(
  path: string,
  message: string,
  flags: readonly string[] = [],
): Promise<Place | undefined> {
  // Where nothing is wrong it is not needed, and takes a millisecond to load.
  const { execFile } = await import('node:child_process');
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [...flags, path], { timeout: longestCheckMs }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
  });
  // From 22 on, a place in Node itself may come first.
  const [, file, line] = /^(?!node:)(\S.*):(\d+)$/m.exec(printed) ?? [];
  // Read in another way, another error may come.
  if (file === undefined || !printed.includes(message)) return undefined;
  return { place: `${pathOf(file)}:${line}`, message };
}

/** `late.ts:2:27: Expected identifier but found ","`; without a line where nobody knows it. */
export async function declarationError(path: string, cause: unknown): Promise<string> {
  if (!(cause instanceof Error)) return `${path}: it throws ${String(cause)}`;
  const [first = ''] = cause.message.split('\n');
  const known =
    ofTransform(cause.message) ??
    ofStripping(cause) ??
    ofStack(cause) ??
    (cause instanceof SyntaxError ? await printedPlace(path, cause.message) : undefined);
  if (known !== undefined) return `${known.place}: ${known.message}`;
  const byTsx = cause.stack?.includes('data:text/javascript') === true;
  const printed = byTsx
    ? await printedPlace(path, first, ['--import', import.meta.resolve('tsx')])
    : undefined;
  return `${path}: ${first}${printed === undefined ? '' : ` (${printed.place})`}`;
}
