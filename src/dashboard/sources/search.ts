// Looks for words and phrases in the texts of all records of a source, critics' explanations among them, in the
// background: a search that is asked for again is answered from what it has found so far.
import { LateBenchError } from '../../errors.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import type { RecordTable } from '../tables/record-table.ts';

export interface Found {
  /** 1 where the row has the words. */
  readonly hits: Uint8Array;
  readonly share: number;
}

export interface Search {
  /** Waits at most `patienceMs` for the whole answer; null waits for its end. */
  find(words: string, patienceMs: number | null): Promise<Found>;
}

/** Searches that are kept; the oldest is stopped. */
const maxSearches = 4;
/** Of one text this much is searched. */
const searchedChars = 200_000;

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* stringsIn(one);
  else if (isRow(value)) for (const one of Object.values(value)) yield* stringsIn(one);
}

function* textsOf(row: Row): Generator<string> {
  yield* stringsIn([row.id, row.problem, row.steps, row.answer, row.final_answer]);
  if (isRow(row.injection)) {
    const { gate: _, verification: __, ...said } = row.injection;
    yield* stringsIn(said);
  }
  for (const critique of Array.isArray(row.critiques) ? row.critiques : []) {
    if (!isRow(critique)) continue;
    yield* stringsIn(critique.explanations);
    for (const vote of Array.isArray(critique.votes) ? critique.votes : [])
      if (isRow(vote)) yield* stringsIn(vote.reply);
  }
}

type Matcher = (rows: readonly (Row | null)[], take: (at: number) => void) => void;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Words, and phrases between quotation marks; all have to be there, anywhere in the record. White space is one space. */
function requestedParts(words: string): readonly string[] {
  const parts = Array.from(words.matchAll(/"([^"]+)"|(\S+)/g), ([, phrase, word]) =>
    plain(phrase ?? word!).trim(),
  );
  return [...new Set(parts)].filter((part) => part !== '');
}

function wordsMatcher(words: string): Matcher {
  const requested = requestedParts(words);
  const read = requested.some((part) => part.includes(' ')) ? plain : (text: string) => text.toLowerCase();
  return (rows, take) => {
    for (const [at, row] of rows.entries()) {
      if (row === null) continue;
      let missing = requested;
      for (const text of textsOf(row)) {
        if (missing.length === 0) break;
        const lower = read(text);
        missing = missing.filter((part) => !lower.includes(part));
      }
      if (missing.length === 0) take(at);
    }
  };
}

/** Which of the texts an expression matches. */
export type TestTexts = (texts: readonly string[]) => boolean[];
/** How expressions run here; source and flags are known to be valid. */
export type CompileExpression = (source: string, flags: string) => TestTexts;

function expressionMatcher(source: string, flags: string, compile: CompileExpression): Matcher {
  try {
    new RegExp(source, flags);
  } catch (cause) {
    throw new LateBenchError(
      'LB_USAGE',
      `/${source}/${flags} is not a regular expression: ${(cause as Error).message}`,
    );
  }
  const test = compile(source, flags);
  return (rows, take) => {
    const texts = rows.map((row) =>
      row === null ? '' : [...textsOf(row)].join('\n').slice(0, searchedChars),
    );
    for (const [at, hit] of test(texts).entries()) if (hit) take(at);
  };
}

function matcherOf(words: string, compile: CompileExpression): Matcher {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(words) ?? [];
  return source === undefined ? wordsMatcher(words) : expressionMatcher(source, flags ?? '', compile);
}

interface Running {
  readonly hits: Uint8Array;
  share: number;
  /** Requests that wait for its end: it is not stopped for newer ones. */
  waiting: number;
  stopped: boolean;
  done: Promise<void>;
}

export function createSearch(table: RecordTable, compile: CompileExpression): Search {
  const searches = new Map<string, Running>();

  function start(words: string): Running {
    const matcher = matcherOf(words, compile);
    const running: Running = {
      hits: new Uint8Array(table.rows),
      share: 0,
      waiting: 0,
      stopped: false,
      done: Promise.resolve(),
    };
    running.done = (async () => {
      for await (const { rows, firstRow } of table.all('texts')) {
        if (running.stopped) return;
        matcher(rows, (at) => {
          running.hits[firstRow + at] = 1;
        });
        running.share = (firstRow + rows.length) / Math.max(1, table.rows);
        // Other requests get their turn.
        await new Promise((resolve) => setTimeout(resolve));
      }
      running.share = 1;
    })();
    running.done.catch(() => searches.delete(words));
    return running;
  }

  return {
    async find(words, patienceMs) {
      const known = searches.get(words) ?? start(words);
      searches.delete(words);
      searches.set(words, known);
      for (const [oldest, running] of searches) {
        if (searches.size <= maxSearches) break;
        if (running === known || running.waiting > 0) continue;
        running.stopped = true;
        searches.delete(oldest);
      }
      if (patienceMs === null) {
        known.waiting += 1;
        await known.done.finally(() => {
          known.waiting -= 1;
        });
        return { hits: known.hits, share: known.share };
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([known.done, patience]);
      clearTimeout(timer);
      return { hits: known.hits, share: known.share };
    },
  };
}
