// results.json of a vote: what is known of each problem, written as the problems come.
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import { textFileSink } from '../storage/text-sink.ts';
import type { ProblemResult } from './evaluation-types.ts';

const indent = 2;

/** The file gets its name when the sink is closed; it has the bytes of `JSON.stringify` with an indent of two. */
export function resultsFile(path: string, seed: number): Promise<Sink> {
  const whole = {
    working_sets: {
      generator: 'mulberry32',
      seed,
      seed_of_a_set: 'seed XOR (65537 k + 257 repeat + position), as uint32',
      draw: 'for i < k: j = i + (next integer mod (n - i)), swap entries i and j of 0..n-1; the first k are the set',
    },
    problems: [],
  };
  const [before, after] = JSON.stringify(whole, null, indent).split('[]');
  return textFileSink(path, {
    header: () => `${before}[`,
    line: (row, index) => `${index === 0 ? '\n' : ',\n'}${inner(row)}`,
    footer: (rows) => (rows === 0 ? `${before}[]${after}\n` : `\n${' '.repeat(indent)}]${after}\n`),
  });
}

/** An entry two levels deep. */
function inner(row: Row): string {
  const outer = ' '.repeat(2 * indent);
  return `${outer}${JSON.stringify(row, null, indent).replaceAll('\n', `\n${outer}`)}`;
}

export function resultRow(result: ProblemResult): Row {
  return { ...result };
}
