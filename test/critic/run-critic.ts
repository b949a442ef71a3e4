// Drives a critic stage over one record, as the tests of this module need it.

import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import type { Stage } from '../../src/stream/stage.ts';
import { isDrop } from '../../src/stream/stage.ts';

export async function runCritic(stage: Stage<Solution, Solution>, record: Solution): Promise<Solution> {
  const out: Solution[] = [];
  for await (const result of stage.run(record, { signal: new AbortController().signal })) {
    if (isDrop(result)) throw new Error(`dropped: ${result.reason}`);
    out.push(result);
  }
  if (out.length !== 1) throw new Error(`${out.length} records for one`);
  return out[0]!;
}

export function lastCritique(record: Solution): Critique {
  return record.critiques!.at(-1)!;
}

export function solution(fields: Partial<Solution> = {}): Solution {
  return {
    id: 'made/1',
    problem: 'What is 1 + 2 + 3 + 4?',
    steps: ['1 + 2 = 3', '3 + 3 = 6', '6 + 4 = 11'],
    ...fields,
  };
}
