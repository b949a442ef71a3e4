// votes.parquet: one row a working set and method, for whoever wants to count otherwise.

import { bool, type Columns, float64, int32, int64, keepNull, utf8 } from '../storage/columnar/column.ts';
import { openParquetSink } from '../storage/columnar/parquet-sink.ts';
import type { Sink } from '../storage/sink.ts';
import type { ProblemVotes } from './evaluate-problem.ts';
import type { ProblemTraces } from './problem-traces.ts';
import { workingSetSeed } from './working-set.ts';

/** `seed` draws the working set again (mulberry32); `answer` null = unanswered; `voters` of `valid` traces voted. */
const columns: Columns = {
  k: int32,
  repeat: int32,
  problem_id: utf8,
  position: int32,
  seed: int64,
  method: utf8,
  metric: keepNull(utf8),
  eta: keepNull(float64),
  weighted: bool,
  answer: keepNull(utf8),
  correct: keepNull(bool),
  tie: bool,
  voters: int32,
  valid: int32,
};

export function openVotesFile(path: string, metadata: Readonly<Record<string, string>>): Promise<Sink> {
  return openParquetSink(path, columns, { metadata });
}

export async function writeVotes(
  sink: Sink,
  { problem, votes, seed }: { problem: ProblemTraces; votes: ProblemVotes; seed: number },
): Promise<void> {
  const { problem_id, position, classes, isRight } = problem;
  const { k, valid, methods } = votes;
  for (let repeat = 0; repeat < valid.length; repeat += 1) {
    const setSeed = workingSetSeed({ seed, k, repeat, position });
    for (const { method, winners, ties, voters } of methods) {
      const choice = winners[repeat]!;
      const full = sink.write({
        k,
        repeat,
        problem_id,
        position,
        seed: setSeed,
        method: method.name,
        metric: method.metric,
        eta: method.eta,
        weighted: method.weighted,
        answer: choice < 0 ? null : classes.labels[choice]!,
        correct: isRight === null ? null : choice >= 0 && isRight[choice] === 1,
        tie: ties[repeat] === 1,
        voters: voters[repeat]!,
        valid: valid[repeat]!,
      });
      if (full !== undefined) await full;
    }
  }
}
