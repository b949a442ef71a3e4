// From a pool to the voters of one problem: answers, scores and lengths of its traces. Only those are kept; texts and
// tokens go through batch by batch.
import { isStoppedEarly } from './answer.ts';
import { answerClasses } from './answer-classes.ts';
import type { ScoresByProblem } from './pool/other-scores.ts';
import type { Pool, PoolProblem } from './pool/read.ts';
import type { TraceBatch, TraceColumn } from './pool/trace-batch.ts';
import type { ProblemTraces } from './problem-traces.ts';
import { storedColumn } from './score-columns.ts';
import { type AnswerReader, type AnswerReading, answerReader } from './trace-answers.ts';
import type { ConfidenceSource } from './trace-confidences.ts';
import type { Metric, TraceScores } from './trace-scores.ts';

export interface LoadSettings extends AnswerReading {
  /** A trace that was cut off counts as one without an answer. */
  readonly dropTruncated: boolean;
}

/** Score columns by name: the metrics of one setting, or of several in a sweep. */
export interface Scoring {
  readonly names: readonly string[];
  /** Null takes the stored scores; `names` are metrics then. */
  readonly source: ConfidenceSource | null;
  /** Scores that no logprob gives, by name: of reward models, of verifiers. */
  readonly others?: ReadonlyMap<string, ScoresByProblem> | undefined;
  /** Scores of one trace, in the order of `names`. */
  readonly score: (conf: Float32Array) => readonly (number | null)[];
}

/** The stored scores of these metrics. */
export function storedScoring(metrics: readonly Metric[]): Scoring {
  return { names: metrics, source: null, score: () => [] };
}

/** Scores computed again from token confidences. */
export function freshScoring(
  metrics: readonly Metric[],
  source: ConfidenceSource,
  score: (conf: Float32Array) => TraceScores,
): Scoring {
  return {
    names: metrics,
    source,
    score: (conf) => {
      const scores = score(conf);
      return metrics.map((metric) => scores[metric]);
    },
  };
}

/** Values that arrive one by one, then become a typed array. */
interface Gathered {
  changed: number;
  readonly gaps: number[];
  readonly ids: number[];
  readonly answers: (string | null)[];
  readonly tokens: number[];
  readonly truncated: number[];
  readonly stopped: number[];
  readonly scores: readonly number[][];
}

export async function loadProblem(
  pool: Pool,
  { problem_id, truth }: PoolProblem,
  position: number,
  { settings, scoring }: { settings: LoadSettings; scoring: Scoring },
): Promise<ProblemTraces> {
  const reader = answerReader(pool.settings, settings);
  const columns: TraceColumn[] = ['finish_reason', 'n_tokens', 'n_without_logprob', ...reader.columns];
  const gathered: Gathered = {
    changed: 0,
    gaps: [],
    ids: [],
    answers: [],
    tokens: [],
    truncated: [],
    stopped: [],
    scores: scoring.names.map(() => []),
  };
  if (scoring.source === null) {
    const stored = scoring.names.map((name) => storedColumn[name as Metric]);
    for await (const batch of pool.traces(problem_id, { columns: [...columns, ...stored] })) {
      gather(batch, gathered, { settings, reader });
      for (const [at, name] of stored.entries()) append(gathered.scores[at]!, batch.scores(name));
    }
  } else {
    for await (const { batch, confidences } of scoring.source.batches(problem_id, columns)) {
      gather(batch, gathered, { settings, reader });
      for (const conf of confidences) {
        for (const [at, score] of scoring.score(conf).entries())
          gathered.scores[at]!.push(score ?? Number.NaN);
      }
    }
  }
  const { ids, answers, tokens, truncated, stopped, scores } = gathered;
  const others = othersOf(scoring.others ?? new Map(), problem_id, ids);
  return {
    problem_id,
    position,
    truth,
    ...answerClasses(answers, truth, settings.answers),
    sampleIds: Int32Array.from(ids),
    scores: new Map([
      ...scoring.names.map((name, at) => [name, Float64Array.from(scores[at]!)] as const),
      ...others,
    ]),
    weights: new Map(others.map(([name, values]) => [name, values.map((value) => (value < 0 ? 0 : value))])),
    tokens: Int32Array.from(tokens),
    truncated: Uint8Array.from(truncated),
    stopped: Uint8Array.from(stopped),
    changed: gathered.changed,
    gaps: gathered.gaps,
  };
}

function othersOf(
  others: ReadonlyMap<string, ScoresByProblem>,
  problemId: string,
  ids: readonly number[],
): (readonly [string, Float64Array])[] {
  return [...others].map(([name, scores]) => {
    const samples = scores.get(problemId);
    return [name, Float64Array.from(ids, (id) => samples?.get(id) ?? Number.NaN)] as const;
  });
}

function gather(
  batch: TraceBatch,
  into: Gathered,
  { settings, reader }: { settings: LoadSettings; reader: AnswerReader },
): void {
  const { answers, changed } = reader.read(batch);
  const reasons = batch.texts('finish_reason');
  append(into.ids, batch.ints('sample_id'));
  append(into.tokens, batch.ints('n_tokens'));
  into.changed += changed;
  const isIncomplete = batch.known('n_without_logprob');
  for (const [row, gap] of batch.ints('n_without_logprob').entries()) {
    if (isIncomplete(row) && gap > 0 && !isStoppedEarly(reasons[row] ?? null)) into.gaps.push(gap);
  }
  for (const [row, answer] of answers.entries()) {
    const isCut = reasons[row] === 'length';
    into.truncated.push(isCut ? 1 : 0);
    into.stopped.push(isStoppedEarly(reasons[row] ?? null) ? 1 : 0);
    into.answers.push(isCut && settings.dropTruncated ? null : answer);
  }
}

function append(into: number[], values: Int32Array | Float64Array): void {
  for (const value of values) into.push(value);
}
