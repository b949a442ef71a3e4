// Rows inside a JSON document, found by a path (`data.rows`, `splits.*.rows`) with stream-json's pick and streamValues:
// one row in memory at a time, whatever is around it. Slower than the scanner of json-array.ts, and nothing behind a
// syntax error is found: lists at the top, and those under a known name, are therefore not read here.
import pick from 'stream-json/filters/pick.js';
import streamValues from 'stream-json/streamers/stream-values.js';
import { LateBenchError } from '../errors.ts';
import { setLocation } from '../records/location.ts';
import { maxJsonDepth } from '../records/parse-json.ts';
import { keepSpellings } from './original-text.ts';
import { RowTokens, type Token } from './row-tokens.ts';
import {
  type BadRow,
  defaultMaxRowBytes,
  isRow,
  nameOfKind,
  type Row,
  type RowOptions,
  repeatedText,
} from './rows.ts';

type Step = string | number | null;

const maxNames = 12;

/** Which values of a document are rows: what the path names, or the items of the lists that it names. */
class PathMatch {
  readonly #parts: readonly string[];
  /** The names beside the part of the path that was not found, for the message. */
  readonly names = new Set<string>();
  #namesDepth = 0;
  found = false;

  constructor(path: string) {
    this.#parts = path.split('.');
  }

  takes(stack: readonly Step[], token: string): boolean {
    const parts = this.#parts;
    if (stack.length > parts.length + 1) return false;
    const miss = parts.findIndex((part, at) => part !== '*' && part !== String(stack[at] ?? ''));
    const depth = miss === -1 ? parts.length : miss;
    if (stack.length <= depth) this.found ||= stack.length === parts.length;
    else if (depth < parts.length) this.#remember(stack, depth);
    if (depth < parts.length) return false;
    const isItem = stack.length === parts.length + 1 && typeof stack.at(-1) === 'number';
    return isItem || (stack.length === parts.length && token !== 'startArray');
  }

  #remember(stack: readonly Step[], depth: number): void {
    const name = stack[depth];
    if (stack.length !== depth + 1 || typeof name !== 'string' || depth < this.#namesDepth) return;
    if (depth > this.#namesDepth) this.names.clear();
    this.#namesDepth = depth;
    if (this.names.size < maxNames) this.names.add([...stack.slice(0, depth), name].join('.'));
  }
}

/** Text up to the end of an object that may be a row, or what is left: rows before a syntax error are then complete. */
function* pieces(text: string): Generator<string> {
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(/\}\s*[,\]]/g)) {
    yield text.slice(from, index + mark.length);
    from = index + mark.length;
  }
  yield text.slice(from);
}

/** Nothing but a whole document may be before it; where it is found in none, the document before it broke off. */
const endMark = ' null ';

/**
 * Yields the rows at `rowsPath` in groups, of one document or of several one after another. `line` counts them from 1.
 *
 * @param rowsPath - names and indices joined by dots; `*` is any name or index.
 * @throws LB_USAGE if there is nothing at the path.
 */
export async function* readRowsAtPath(
  chunks: AsyncIterable<Uint8Array>,
  options: RowOptions,
  rowsPath: string,
): AsyncGenerator<Row[]> {
  const { source, onBad, maxRowBytes = defaultMaxRowBytes } = options;
  const match = new PathMatch(rowsPath);
  let line = 0;
  /** Characters since the last value outside a row began: from there on, memory grows. */
  let held = 0;
  let isOutside = true;
  let rows: Row[] = [];

  const parse = pick.withParser({
    jsonStreaming: true,
    streamValues: false,
    filter(stack, { name }) {
      held = 0;
      isOutside = stack.length === 0;
      return match.takes(stack, name);
    },
  });
  const assemble = streamValues() as (token: unknown) => unknown;
  const seen = new RowTokens();
  const read = async (text: string): Promise<void> => {
    held += text.length;
    for await (const token of parse(text) as AsyncIterable<unknown>) {
      seen.take(token as Token);
      const item = assemble(token);
      if (typeof item !== 'object' || item === null) continue;
      const { value } = item as streamValues.StreamValuesItem;
      line += 1;
      const where = { source, line };
      const { isTooDeep, repeated } = seen;
      const spellings = seen.end(value);
      if (isTooDeep) {
        const message = `the value at ${rowsPath} is nested more than ${maxJsonDepth} levels deep`;
        onBad({ code: 'LB_JSON', message, where, raw: '' });
      } else if (repeated !== null && options.pythonNumbers !== true) {
        const message = `the value at ${rowsPath} ${repeatedText(repeated)}`;
        onBad({ code: 'LB_JSON', message, where, raw: '' });
      } else if (isRow(value)) {
        if (spellings !== undefined) keepSpellings(value, spellings);
        rows.push(setLocation(value, where));
      } else {
        const message = `the value at ${rowsPath} is ${nameOfKind(value)}, not a JSON object`;
        onBad({ code: 'LB_JSON', message, where, raw: JSON.stringify(value) });
      }
    }
  };
  const stop = (code: BadRow['code'], what: string): void => {
    const message = `${what}, after row ${line} at ${rowsPath}; nothing behind it is read`;
    onBad({ code, message, where: { source, line: line + 1 }, raw: '' });
  };

  // Drops a byte order mark; stream-json would put U+FFFD where bytes are not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string | null => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      return null;
    }
  };
  const texts = async function* (): AsyncGenerator<string | null> {
    for await (const bytes of chunks) yield decoded(bytes);
    yield decoded();
  };

  for await (const text of texts()) {
    if (text === null) {
      stop('LB_UTF8', 'the document is not valid UTF-8 (convert the file, for example with iconv)');
      return;
    }
    let syntax: string | null = null;
    for (const piece of pieces(text)) {
      syntax = await read(piece).then(() => null, syntaxOf);
      if (syntax !== null) break;
    }
    if (rows.length > 0) yield rows;
    rows = [];
    if (syntax !== null) stop('LB_JSON', `the document is not JSON: ${syntax}`);
    else if (held > maxRowBytes)
      stop('LB_LINE_TOO_LONG', `a value is longer than the limit of ${maxRowBytes}`);
    if (syntax !== null || held > maxRowBytes) return;
  }
  isOutside = false;
  const syntax = await read(endMark).then(() => null, syntaxOf);
  if (syntax !== null) stop('LB_TORN_LINE', `the document is cut off, or is not JSON at its end (${syntax})`);
  else if (!isOutside) stop('LB_TORN_LINE', 'the document is cut off');
  else if (!match.found) {
    const names = match.names.size === 0 ? 'no object with names' : [...match.names].join(', ');
    throw new LateBenchError(
      'LB_USAGE',
      `${source}: nothing is at --rows-path ${rowsPath}; there is ${names}`,
    );
  }
}

/** The message of stream-json for a document that is not JSON. */
function syntaxOf(error: unknown): string {
  const reason =
    error instanceof Error
      ? /^Parser (?:cannot parse input: |has )(.*)$/.exec(error.message)?.[1]
      : undefined;
  if (reason === undefined) throw error;
  return reason;
}
