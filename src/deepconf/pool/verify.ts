// Checks a pool down to its numbers: every part against its hash, confidences against the alternatives they came from,
// scores against the confidences, answers against the texts.
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { Row } from '../../storage/rows.ts';
import { partPath, partSamples } from './layout.ts';
import { PoolManifest } from './manifest.ts';
import { examinePart } from './part-facts.ts';
import { type Pool, partsOf } from './read.ts';
import { readRows } from './read-rows.ts';
import { rowMaker, type Trace } from './trace.ts';
import { sidesOf } from './write-part.ts';

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
  if (top !== undefined && top.sample_id !== core.sample_id) return 'top/ has another sample in its place';
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

/** Reads every part and checks it against what its settings promise. */
export async function verifyPool(pool: Pool, onPart: (done: number) => void): Promise<VerifyOutcome> {
  const { folder, settings, problems } = pool;
  const manifest = await PoolManifest.read(folder);
  const made = rowMaker(settings);
  const [reader, topReader] = [new ParquetReader(), new ParquetReader()];
  const findings: PoolFinding[] = [];
  const short: { problem_id: string; samples: number }[] = [];
  let parts = 0;
  let traces = 0;
  try {
    for (const { problem_id: problemId } of problems) {
      let samples = 0;
      for (const part of await partsOf(folder, 'core', problemId)) {
        const path = partPath(folder, 'core', problemId, part);
        if (part * partSamples !== samples) {
          findings.push({
            path,
            what: `it begins with sample ${part * partSamples}, and ${samples} should come`,
          });
        }
        samples = part * partSamples;
        try {
          for (const side of sidesOf(settings)) {
            const facts = await examinePart(reader, { folder, settings, problemId, part }, side);
            const listed = manifest.get(side, problemId, part);
            if (side === 'core') samples += facts.rows;
            if (listed !== undefined && listed.sha256 === facts.sha256) continue;
            findings.push({
              path: partPath(folder, side, problemId, part),
              what:
                listed === undefined ? 'it is not in the manifest' : 'it has changed since it was written',
            });
          }
          const top = settings.keep_top
            ? readRows(topReader, partPath(folder, 'top', problemId, part), 'top')
            : undefined;
          let reported = false;
          for await (const core of readRows(reader, path, 'core')) {
            const what = judge(pool, core, (await top?.next())?.value, made);
            traces += 1;
            if (what === null || reported) continue;
            reported = true;
            findings.push({ path, what: `sample ${core.sample_id}: ${what}` });
          }
          await top?.return(undefined);
        } catch (error) {
          if (!isLateBenchError(error)) throw error;
          findings.push({ path, what: error.message });
        }
        parts += 1;
        onPart(parts);
      }
      // Online sampling ends where traces agree: fewer are no lack.
      if (samples < (settings.online === undefined ? settings.n : 1))
        short.push({ problem_id: problemId, samples });
    }
  } finally {
    await Promise.all([reader.close(), topReader.close()]);
  }
  return { findings, parts, traces, short };
}
