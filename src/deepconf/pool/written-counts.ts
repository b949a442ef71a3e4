// Counts of problems whose samples are all written by one build: `pool info` needs them, and nobody reads a file for them.
import type { PartJob } from './build-plan.ts';
import type { PoolManifest } from './manifest.ts';
import { addTally, countsOf, emptyTally, type SampleTally } from './sample-tally.ts';

interface Written {
  /** Parts that are not written yet. */
  left: number;
  readonly tally: SampleTally;
}

export class WrittenCounts {
  readonly #manifest: PoolManifest;
  readonly #problems = new Map<string, Written>();

  /** `jobs`: all that the build is to write. */
  constructor(manifest: PoolManifest, jobs: readonly PartJob[]) {
    this.#manifest = manifest;
    for (const { problem } of jobs) {
      const known = this.#problems.get(problem.problem_id);
      if (known === undefined) this.#problems.set(problem.problem_id, { left: 1, tally: emptyTally() });
      else known.left += 1;
    }
  }

  /** `tally` is of all samples of the part, which is in the manifest. */
  add({ problem: { problem_id, truth } }: PartJob, tally: SampleTally): void {
    const written = this.#problems.get(problem_id);
    if (written === undefined) return;
    addTally(written.tally, tally);
    written.left -= 1;
    if (written.left > 0) return;
    this.#problems.delete(problem_id);
    // Others were there before: they are counted with them, from the files.
    if (this.#rows(problem_id) !== written.tally.samples) return;
    this.#manifest.setCounts(problem_id, countsOf(written.tally, truth));
  }

  #rows(problemId: string): number {
    const parts = this.#manifest.parts('core', problemId).reduce((sum, { rows }) => sum + rows, 0);
    return this.#manifest.slices('core', problemId).reduce((sum, [, , , rows]) => sum + rows, parts);
  }
}
