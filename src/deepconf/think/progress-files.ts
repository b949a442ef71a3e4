// What a run of `think` leaves for the next: the results of problems that are finished, and which traces were begun.
// Lines that are appended; the end that a crash tore off is left out.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../records/parse-json.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { outputError } from '../../storage/output-error.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import type { DeepconfResult } from './result.ts';

/** A problem that is finished. */
export interface FinishedProblem {
  readonly problem_id: string;
  readonly deepconf: DeepconfResult;
  /** Tokens that arrived of its traces, and of those that were under way when sampling ended. */
  readonly received: number;
  readonly surplus: number;
}

interface Begun {
  readonly problem_id: string;
  readonly sample: number;
  /** The call has failed: whatever it cost, its run has counted. */
  readonly failed?: true;
}

async function linesOf<Line>(path: string): Promise<Line[]> {
  const text = (await readTextIfPresent(path)) ?? '';
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [parseJson(line) as Line];
      } catch {
        // The torn end of a process that was killed, with what the next one wrote behind it.
        return [];
      }
    });
}

export interface ProgressFiles {
  readonly finished: ReadonlyMap<string, FinishedProblem>;
  /** Samples of a problem that an earlier run began, and was not told the end of unless they were received. */
  begun(problemId: string): readonly number[];
  /** The trace is about to be asked for. */
  begin(problemId: string, sample: number): Promise<void>;
  /** Its call has failed, or was not made. */
  fail(problemId: string, sample: number): Promise<void>;
  /** Durable when it resolves. */
  finish(problem: FinishedProblem): Promise<void>;
  close(): Promise<void>;
}

function filesOf(pool: string) {
  const folder = join(pool, 'think');
  return { folder, finished: join(folder, 'finished.jsonl'), begun: join(folder, 'begun.jsonl') };
}

/** The problems that are finished, by id; none where there is no such pool. */
export async function readFinished(pool: string): Promise<Map<string, FinishedProblem>> {
  const lines = await linesOf<FinishedProblem>(filesOf(pool).finished);
  return new Map(lines.map((problem) => [problem.problem_id, problem]));
}

/** In `<pool>/think/`. The caller holds the pool's lock. */
export async function openProgressFiles(pool: string): Promise<ProgressFiles> {
  const paths = filesOf(pool);
  await createFolder(paths.folder);
  const finished = await readFinished(pool);
  const begun = new Map<string, Set<number>>();
  for (const { problem_id, sample, failed } of await linesOf<Begun>(paths.begun)) {
    const samples = begun.get(problem_id) ?? new Set<number>();
    if (failed === true) samples.delete(sample);
    else begun.set(problem_id, samples.add(sample));
  }
  const append = async (path: string): Promise<FileHandle> => {
    const file = await open(path, 'a');
    // A line that was torn ends here.
    const { size } = await file.stat();
    if (size > 0) await file.appendFile('\n');
    return file;
  };
  const files = { finished: await append(paths.finished), begun: await append(paths.begun) };
  const note = async (line: Begun): Promise<void> => {
    await files.begun.appendFile(`${JSON.stringify(line)}\n`);
  };
  return {
    finished,
    begun: (problemId) => [...(begun.get(problemId) ?? [])],
    begin: (problem_id, sample) => note({ problem_id, sample }),
    fail: (problem_id, sample) => note({ problem_id, sample, failed: true }),
    async finish(problem) {
      try {
        await files.finished.appendFile(`${JSON.stringify(problem)}\n`);
        await files.finished.datasync();
      } catch (cause) {
        throw outputError(paths.finished, cause);
      }
      finished.set(problem.problem_id, problem);
    },
    async close() {
      await files.finished.close();
      await files.begun.close();
    },
  };
}
