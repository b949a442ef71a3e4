// Solutions for the tests of the critic command, in a separate folder.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../support/temporary.ts';

/** Two data sets, two tasks, solutions with and without a wrong sum that the simulated critic can see. */
export function records(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const wrong = at % 2 === 0;
    return {
      id: `r${at}`,
      dataset: at % 3 === 0 ? 'Deltabench_v1' : 'other set',
      subset: at < count / 2 ? 'dev' : 'test',
      task: at % 4 < 2 ? 'math' : 'code',
      problem: `What is ${at} + 1 + 1?`,
      steps: [`${at} + 1 = ${at + 1}`, `${at + 1} + 1 = ${wrong ? at + 3 : at + 2}`],
      error_steps: wrong ? [1] : [],
    };
  });
}

/** A folder with `count` of them as in.jsonl. */
export async function setting(t: TestContext, count = 24): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(
    join(cwd, 'in.jsonl'),
    records(count)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  return cwd;
}

export const critic = ['critic', '--endpoint', 'sim', 'in.jsonl'];
