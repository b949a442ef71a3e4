// How long the slowest test files take. They begin first, so that no one waits for them at the end, and they are not quick.
// `npm test` prints the present numbers at its end: a file that takes 3 s or more on two quiet cores belongs here.

/** Seconds in their tests, on two quiet cores. */
const seconds: Readonly<Record<string, number>> = {
  'test/queue/storm.test.ts': 31,
  'test/dashboard/pages.test.ts': 29,
  'test/cli/resume.test.ts': 20,
  'test/cli/drain.test.ts': 12,
  'test/cli/endpoint-trouble.test.ts': 10,
  'test/endpoints/truncation.test.ts': 18,
  'test/cli/hostile-input.test.ts': 12,
  'test/endpoints/faults/processes.test.ts': 16,
  'test/endpoints/budget/runs.test.ts': 25,
  'test/endpoints/batch.test.ts': 13,
  'test/cli/critic.test.ts': 8,
  'test/docs/tutorial.test.ts': 14,
  'test/cli/injection.test.ts': 12,
  'test/cli/pipes.test.ts': 12,
  'test/cli/verify-run.test.ts': 9,
  'test/storage/duckdb.test.ts': 11,
  'test/deepconf/pool/build.test.ts': 11,
  'test/cli/pool-build.test.ts': 9,
  'test/deepconf/vote-command.test.ts': 9,
  'test/publish/build.test.ts': 9,
  'test/endpoints/faults/slow-replies.test.ts': 9,
  'test/deepconf/pool/memory.test.ts': 7,
  'test/pipeline/pool-pipeline.test.ts': 6,
  'test/dashboard/hostile.test.ts': 6,
  'test/queue/shared-rate.test.ts': 6,
  'test/pipeline/pipeline-files.test.ts': 6,
  'test/publish/shortcut-probe.test.ts': 6.5,
  'test/endpoints/faults/server-trouble.test.ts': 5,
  'test/cli/verify.test.ts': 5,
  'test/cli/bad-input.test.ts': 5,
  'test/simulator/misbehaviours.test.ts': 4,
  'test/endpoints/faults/limits-and-keys.test.ts': 4,
  'test/pipeline/injection-batch.test.ts': 4,
  'test/pipeline/schedule.test.ts': 4,
  'test/cli/score.test.ts': 4,
  'test/docs/library.test.ts': 4,
  'test/endpoints/client.test.ts': 3.5,
  'test/metrics/score-shards.test.ts': 3.4,
  'test/storage/journal/damage.test.ts': 3,
  'test/pipeline/hub-source.test.ts': 3,
  'test/pipeline/processbench-end-to-end.test.ts': 3,
  'test/storage/journal/processes.test.ts': 3,
  'test/endpoints/faults/certificates.test.ts': 3,
  'test/differential/differential.test.ts': 27,
  'test/fixtures/resumes.test.ts': 20,
  'test/fixtures/reads.test.ts': 12,
  'test/endpoints/faults/broken-replies.test.ts': 8,
  'test/deepconf/pool/import.test.ts': 6,
  'test/datasets/duplicates.test.ts': 6,
  'test/endpoints/cache/reply-cache.test.ts': 5.5,
  'test/storage/journal/search.test.ts': 5,
  'test/deepconf/pool/keeping.test.ts': 4.6,
  'test/endpoints/faults/not-as-asked.test.ts': 4.4,
  'test/pipeline/publish-pipeline.test.ts': 4.3,
  'test/queue/put-together.test.ts': 4,
  'test/endpoints/logprob-scan.test.ts': 3.5,
};

/** Of a file that is not listed: half a second. */
export function secondsOf(file: string): number {
  return seconds[file] ?? 0.5;
}

export const slowFiles = Object.keys(seconds);
