// Checks a pool down to its numbers: every part against its hash, confidences against the alternatives they came from,
// scores against the confidences, answers against the texts.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { Row } from '../../storage/rows.ts';
import { examinePart } from './examine-part.ts';
import { partPath, rangeOfName, rangePath, type Side, sidePath, sidesOf } from './layout.ts';
import { examineRange } from './range-facts.ts';
import { placeOfRange } from './range-reader.ts';
import type { Pool } from './read.ts';
import { rowsOfProblem } from './read-rows.ts';
import { hasAllCore } from './sample-spans.ts';
import { rowMaker, type Trace } from './trace.ts';

export interface PoolFinding {
  readonly path: string;
  readonly what: string;
}

export interface VerifyOutcome {
  readonly findings: readonly PoolFinding[];
  readonly parts: number;
  readonly traces: number;
  /** Problems that have fewer samples than the pool wants. */
  readonly short: readonly { readonly problem_id: string; readonly samples: number }[];
}

function same(a: unknown, b: unknown): boolean {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const [left, right] = [a as Float32Array, b as Float32Array];
    if (left.length !== right.length) return false;
    for (let at = 0; at < left.length; at += 1) if (!Object.is(left[at], right[at])) return false;
    return true;
  }
  return Object.is(a ?? null, b ?? null);
}

/** What must follow from the rest of the row. */
const derived = [
  'n_tokens',
  'token_conf',
  'n_valid',
  'n_missing',
  'n_sentinel',
  'score_avg',
  'score_tail',
  'score_lowest',
  'score_bottom10',
  'answer',
  'answer_source',
] as const;

function judge(
  pool: Pool,
  core: Row,
  top: Row | undefined,
  made: ReturnType<typeof rowMaker>,
): string | null {
  const chosen = core.token_logprobs as Float32Array;
  const conf = core.token_conf as Float32Array;
  const answersGiven = pool.settings.answers.mode === 'given';
  const k = (top?.k as number | undefined) ?? 0;
  const alternatives = top?.top_logprobs as Float32Array | undefined;
  if (top !== undefined && top.sample_id !== core.sample_id)
    return 'top/ has another sample at this position';
  if (chosen.length !== conf.length) return `${chosen.length} token_logprobs and ${conf.length} token_conf`;
  if (alternatives !== undefined && alternatives.length !== chosen.length * k && alternatives.length > 0) {
    return `${alternatives.length} top_logprobs for ${chosen.length} tokens of ${k}`;
  }
  // Without the alternatives, or where confidences were given, only what follows from them can be checked.
  const fromTop = pool.settings.source !== 'import' && alternatives !== undefined;
  const trace: Trace = {
    model: null,
    system_fingerprint: null,
    finish_reason: (core.finish_reason ?? null) as string | null,
    prompt_tokens: null,
    text: (core.text ?? null) as string | null,
    answer: answersGiven
      ? { answer: (core.answer ?? null) as string | null, source: core.answer_source as string }
      : undefined,
    tokens: null,
    chosen,
    k: fromTop ? k : 0,
    top: fromTop ? alternatives : new Float32Array(0),
    topTokens: null,
    conf: fromTop ? undefined : conf,
  };
  const again = made(core.sample_id as number, trace).core;
  const unknown = fromTop ? [] : ['n_valid', 'n_sentinel'];
  for (const name of derived) {
    if (unknown.includes(name)) continue;
    const known = name === 'n_valid' ? Int32Array.from(again.n_valid as Uint8Array) : again[name];
    if (!same(core[name], known)) return `${name} is not what the rest of the row gives`;
  }
  return null;
}

interface Checking {
  readonly pool: Pool;
  readonly reader: ParquetReader;
  readonly find: (path: string, what: string) => void;
  /** Whether that was found already. */
  readonly has: (what: string) => boolean;
}

/** Runs `work`; damage that it meets is a finding. */
async function finding(path: string, { find, has }: Checking, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    // What made a file's own check fail makes reading its rows fail as well.
    if (!has(error.message)) find(path, error.message);
  }
}

const changed = 'it has changed since it was written';
const missing = 'it is in the manifest, and is not there';
const unlisted = 'it is not in the manifest';

/** Each range file against its hash and against what the manifest says of its rows; how many there are. */
async function checkRanges(checking: Checking, side: Side): Promise<number> {
  const { pool, reader, find } = checking;
  const { folder, settings } = pool;
  const { manifest } = pool.sources;
  const listed = manifest.ranges(side);
  for (const { range, sha256 } of listed) {
    const path = placeOfRange(folder, side, range);
    if (path === undefined) {
      find(rangePath(folder, side, range), missing);
      continue;
    }
    await finding(path, checking, async () => {
      const { facts, slices } = await examineRange(reader, path, { settings, side, range });
      if (facts.sha256 !== sha256) find(path, changed);
      for (const [id, rows] of slices.byProblem()) {
        const said = manifest.slices(side, id).filter(([one]) => one === range);
        if (JSON.stringify(said) === JSON.stringify(rows)) continue;
        find(path, `samples of ${id} are not in the rows where the manifest has them`);
        break;
      }
    });
  }
  for (const name of await readdir(join(folder, side)).catch(() => [] as string[])) {
    if (name.startsWith('.') || rangeOfName(name) === undefined) continue;
    if (!listed.some(({ range }) => range === rangeOfName(name))) find(join(folder, side, name), unlisted);
  }
  return listed.length;
}

/** Samples of a problem in one file. */
interface Span {
  readonly path: string;
  readonly first: number;
  readonly rows: number;
}

/** Where the samples of one side of a problem are; each part is checked against its hash. */
async function checkedSpans(checking: Checking, side: Side, problemId: string): Promise<Span[]> {
  const { pool, reader, find } = checking;
  const { folder, settings, sources } = pool;
  const spans: Span[] = [];
  const there = await sources.of(side, problemId);
  for (const { part } of sources.manifest.parts(side, problemId)) {
    const isThere = there.some((source) => source.kind === 'part' && source.part === part);
    if (!isThere) find(partPath(folder, side, problemId, part), missing);
  }
  for (const source of there) {
    if (source.kind === 'slice') {
      const [range, , first, rows] = source.slice;
      spans.push({ path: placeOfRange(folder, side, range) ?? rangePath(folder, side, range), first, rows });
      continue;
    }
    const { path, part } = source;
    await finding(path, checking, async () => {
      const facts = await examinePart(reader, { folder, settings, problemId, part }, side);
      const listed = sources.manifest.get(side, problemId, part);
      if (listed?.sha256 !== facts.sha256) find(path, listed === undefined ? unlisted : changed);
      spans.push({ path, first: facts.first_sample, rows: facts.rows });
    });
  }
  return spans;
}

/** Each row against what the rest of it gives, one finding a file. */
async function checkRows(
  checking: Checking,
  { problemId, spans }: { problemId: string; spans: readonly Span[] },
  made: ReturnType<typeof rowMaker>,
): Promise<number> {
  const { pool, find } = checking;
  const reported = new Set<string>();
  let traces = 0;
  const top = pool.settings.keep_top ? rowsOfProblem(pool, problemId, 'top') : undefined;
  try {
    for await (const core of rowsOfProblem(pool, problemId, 'core')) {
      const beside = await top?.next();
      const what = beside?.done === true ? 'top/ has no such sample' : judge(pool, core, beside?.value, made);
      traces += 1;
      const sample = core.sample_id as number;
      const path = spans.find(({ first, rows }) => first <= sample && sample < first + rows)?.path;
      if (what === null || path === undefined || reported.has(path)) continue;
      reported.add(path);
      find(path, `sample ${sample}: ${what}`);
    }
  } finally {
    await top?.return(undefined);
  }
  return traces;
}

/**
 * Reads every file of a pool and checks it against what its settings promise.
 *
 * @param onPart Called after each part with the number of parts done.
 * @returns All findings; none for a sound pool.
 */
export async function verifyPool(pool: Pool, onPart: (done: number) => void): Promise<VerifyOutcome> {
  const { settings, problems } = pool;
  const made = rowMaker(settings);
  const findings: PoolFinding[] = [];
  const reader = new ParquetReader();
  const checking: Checking = {
    pool,
    reader,
    find: (path, what) => findings.push({ path, what }),
    has: (what) => findings.some((one) => one.what === what),
  };
  const short: { problem_id: string; samples: number }[] = [];
  let parts = 0;
  let traces = 0;
  try {
    for (const side of sidesOf(settings)) {
      const ranges = await checkRanges(checking, side);
      if (side === 'core') parts = ranges;
    }
    for (const { problem_id: problemId } of problems) {
      let samples = 0;
      let spans: readonly Span[] = [];
      for (const side of sidesOf(settings)) spans = await checkedSpans(checking, side, problemId);
      const lost = pool.sources.manifest
        .slices('top', problemId)
        .find((slice) => !hasAllCore(pool.sources.manifest, problemId, slice));
      if (lost !== undefined) {
        const what = `core/ does not have all samples of ${problemId} that are in it; run latebench pool compact`;
        checking.find(rangePath(pool.folder, 'top', lost[0]), what);
      }
      for (const { path, first, rows } of spans) {
        if (first !== samples) {
          checking.find(path, `it begins with sample ${first}, and ${samples} should come`);
        }
        samples = first + rows;
      }
      await finding(sidePath(pool.folder, 'core', problemId), checking, async () => {
        traces += await checkRows(checking, { problemId, spans }, made);
      });
      parts += (await pool.sources.of('core', problemId)).filter(({ kind }) => kind === 'part').length;
      onPart(parts);
      // Online sampling ends where traces agree: fewer are no lack.
      if (samples < (settings.online === undefined ? settings.n : 1))
        short.push({ problem_id: problemId, samples });
    }
  } finally {
    await reader.close();
  }
  return { findings, parts, traces, short };
}
