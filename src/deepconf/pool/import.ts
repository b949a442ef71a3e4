// Makes a pool of traces that were sampled elsewhere. They may come in any order; they wait in a temporary file and are then
// written problem by problem, part by part.
import { LateBenchError } from '../../errors.ts';
import type { Row } from '../../storage/rows.ts';
import { sentinelFloor } from '../token-confidence.ts';
import { type ImportedTrace, importedTraces } from './import-row.ts';
import { partSamples, sidesOf } from './layout.ts';
import { type PoolSpecification, preparePool } from './prepare.ts';
import { countProblems } from './problem-counts.ts';
import type { PoolProblem } from './read.ts';
import { rowMaker, type Trace, type TraceRows } from './trace.ts';
import { TraceSpool } from './trace-spool.ts';
import { impossibleNumbers } from './usable-logprobs.ts';
import { writePart, writtenPart } from './write-part.ts';

export interface ImportOptions {
  readonly folder: string;
  readonly problems: readonly PoolProblem[];
  readonly scores: PoolSpecification['scores'];
  readonly answers: PoolSpecification['answers'];
  /** Undefined: as far as the traces have any. */
  readonly keepTop: boolean | undefined;
  readonly rebuild: boolean;
  /** Check and count the rows, and keep none. */
  readonly dry?: boolean;
  readonly say: (line: string) => void;
}

export interface ImportOutcome {
  readonly traces: number;
  /** Problems without a trace. */
  readonly without: readonly string[];
  /** Traces of which no token has a confidence. */
  readonly unscored: number;
  readonly k: number;
  readonly keepTop: boolean;
}

/** Alternatives side by side with those of traces that have more. */
function widened(trace: Trace, k: number): Trace {
  if (trace.k === k || trace.chosen.length === 0) return { ...trace, k };
  const count = trace.chosen.length;
  const top = new Float32Array(count * k).fill(Number.NaN);
  for (let at = 0; at < count; at += 1) top.set(trace.top.subarray(at * trace.k, (at + 1) * trace.k), at * k);
  // Texts of alternatives would need the same; they are for looking at only.
  return { ...trace, k, top, topTokens: null };
}

const isKnown = (value: number): boolean => value > sentinelFloor;

function hasConfidence({ conf, chosen, top }: Trace): boolean {
  return conf?.some(isKnown) === true || chosen.some(isKnown) || top.some(isKnown);
}

export class PoolImport {
  readonly #options: ImportOptions;
  readonly #spool: TraceSpool | null;
  readonly #ids: ReadonlySet<string>;
  readonly #seen = new Map<string, Set<number>>();
  #traces = 0;
  #unscored = 0;
  #k = 0;
  #models = new Set<string | null>();
  #given = false;

  private constructor(options: ImportOptions, spool: TraceSpool | null) {
    this.#options = options;
    this.#spool = spool;
    this.#ids = new Set(options.problems.map(({ problem_id }) => problem_id));
  }

  static async open(options: ImportOptions): Promise<PoolImport> {
    return new PoolImport(options, options.dry === true ? null : new TraceSpool(options.folder));
  }

  /** How many were added. */
  get traces(): number {
    return this.#traces;
  }

  /** Throws LB_SCHEMA for a row that is no trace of one of the problems. */
  async add(row: Row): Promise<void> {
    for (const imported of importedTraces(row)) await this.#addOne(imported);
  }

  async #addOne({ problem, sample, trace }: ImportedTrace): Promise<void> {
    const only = this.#ids.size === 1 ? [...this.#ids][0]! : null;
    const id = problem ?? only;
    if (id === null)
      throw new LateBenchError('LB_SCHEMA', 'it does not say which problem it is of (problem_id)');
    if (!this.#ids.has(id)) {
      throw new LateBenchError('LB_SCHEMA', `no problem has the id ${JSON.stringify(id)} (--problems)`);
    }
    const impossible = impossibleNumbers(trace);
    if (impossible !== null) throw new LateBenchError('LB_SCHEMA', impossible);
    const seen = this.#seen.get(id) ?? new Set<number>();
    this.#seen.set(id, seen);
    let place = sample ?? seen.size;
    if (sample === null) while (seen.has(place)) place += 1;
    if (seen.has(place)) throw new LateBenchError('LB_SCHEMA', `sample ${place} of ${id} exists already`);
    seen.add(place);
    this.#traces += 1;
    if (!hasConfidence(trace)) this.#unscored += 1;
    await this.#spool?.add(id, place, trace);
    this.#k = Math.max(this.#k, trace.k);
    this.#models.add(trace.model);
    this.#given ||= trace.answer !== undefined;
  }

  /** Writes the pool, unless it is a dry run. The caller holds its lock. */
  async finish(): Promise<ImportOutcome> {
    const { folder, problems, scores, answers, rebuild, say } = this.#options;
    const k = this.#k;
    const keepTop = this.#options.keepTop ?? k > 0;
    const unseen = problems.filter(({ problem_id }) => !this.#seen.has(problem_id));
    const without = unseen.map(({ problem_id }) => problem_id);
    const outcome = { traces: this.#traces, without, unscored: this.#unscored, k, keepTop };
    const spool = this.#spool;
    if (spool === null) return outcome;
    const model = this.#models.size === 1 ? [...this.#models][0]! : null;
    const max = problems.reduce((n, { problem_id }) => Math.max(n, spool.samples(problem_id).length), 0);
    const requested: PoolSpecification = {
      source: 'import',
      endpoint: null,
      model,
      simulated: model?.startsWith('latebench-sim/') ?? false,
      prompt: null,
      sampling: null,
      k,
      answers: this.#given ? { mode: 'given', fallback: answers.fallback } : answers,
      scores,
      keep_top: keepTop,
      n: max,
    };
    const { settings, manifest } = await preparePool(folder, requested, problems, { rebuild, say });
    if (problems.some(({ problem_id }) => manifest.slices('core', problem_id).length > 0)) {
      const message = `${folder} was compacted, and its traces cannot be replaced one by one; use another --pool, or --rebuild`;
      throw new LateBenchError('LB_CONFIG', message);
    }
    const rowsOf = rowMaker(settings);
    for (const { problem_id: problemId } of problems) {
      const samples = spool.samples(problemId);
      if (samples.at(-1) !== samples.length - 1 && samples.length > 0) {
        say(`${problemId}: its sample ids have gaps; they are numbered anew from 0, in their order`);
      }
      const traces = spool.traces(problemId);
      for (let first = 0; first < samples.length; first += partSamples) {
        const end = Math.min(samples.length, first + partSamples);
        const rows = async function* (): AsyncGenerator<TraceRows> {
          for (let sample = first; sample < end; sample += 1) {
            const trace = await traces.next();
            if (trace.done !== true) yield rowsOf(sample, widened(trace.value, k));
          }
        };
        const place = { folder, settings, problemId, part: first / partSamples };
        const count = await writePart(place, rows());
        for (const side of sidesOf(settings)) manifest.add(await writtenPart(place, side, count));
      }
    }
    await countProblems({ folder, problems, manifest });
    await manifest.save(problems);
    return outcome;
  }

  async close(): Promise<void> {
    this.#spool?.close();
  }
}
