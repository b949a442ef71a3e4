// The modules whose tests are tested: what is changed, and the tests that should notice, those that take long at the end.
// Commands of the tests (test/support/cli.ts) run as the changed sources say, in the test's process. Tests that need
// processes or browsers run built code, which is not changed: they are left out.

export interface Module {
  /** Paths with stars in their names; what follows a `!` is left out. */
  readonly sources: readonly string[];
  /** The same. */
  readonly tests: readonly string[];
}

export const modules: Readonly<Record<string, Module>> = {
  journal: {
    sources: ['src/storage/journal/*.ts'],
    tests: ['test/storage/journal/*.test.ts', '!test/storage/journal/processes.test.ts'],
  },
  cache: {
    sources: ['src/endpoints/cache/*.ts'],
    tests: ['test/endpoints/cache/*.test.ts', '!test/endpoints/cache/processes.test.ts'],
  },
  chain: {
    sources: ['src/endpoints/chain/*.ts'],
    tests: [
      'test/endpoints/chain/*.test.ts',
      'test/endpoints/shared-run.test.ts',
      'test/endpoints/drain.test.ts',
      'test/endpoints/stream/client.test.ts',
      'test/endpoints/watching.test.ts',
      'test/endpoints/client.test.ts',
      'test/cli/status-spend.test.ts',
    ],
  },
  budget: {
    sources: ['src/endpoints/budget/*.ts'],
    tests: [
      'test/endpoints/budget/*.test.ts',
      '!test/endpoints/budget/commands.test.ts',
      '!test/endpoints/budget/runs.test.ts',
      '!test/endpoints/budget/shared.test.ts',
    ],
  },
  votes: {
    sources: [
      'src/critic/votes.ts',
      'src/deepconf/ballot.ts',
      'src/deepconf/methods.ts',
      'src/statistics/majority.ts',
    ],
    tests: [
      'test/critic/votes.test.ts',
      'test/critic/ties-and-refusals.test.ts',
      'test/critic/critic-votes.test.ts',
      'test/statistics/majority.test.ts',
      'test/deepconf/math-classes.test.ts',
      'test/deepconf/voting-golden.test.ts',
      'test/deepconf/comparison.test.ts',
      'test/deepconf/ragged-pool.test.ts',
      'test/deepconf/second-implementation.test.ts',
    ],
  },
  metrics: {
    sources: ['src/metrics/*.ts'],
    tests: [
      'test/metrics/score.test.ts',
      'test/metrics/second-*.test.ts',
      'test/metrics/*.test.ts',
      'test/pipeline/join-critiques.test.ts',
      // Of its folders, and slow: what they cross of these files is tested by the others.
      '!test/metrics/power.test.ts',
      '!test/metrics/items.test.ts',
      '!test/metrics/cascade.test.ts',
      '!test/metrics/comparison.test.ts',
      '!test/metrics/score-shards.test.ts',
      '!test/metrics/grid.test.ts',
      'test/metrics/comparison.test.ts',
      'test/metrics/score-shards.test.ts',
      'test/metrics/grid.test.ts',
    ],
  },
  statistics: { sources: ['src/statistics/*.ts'], tests: ['test/statistics/*.test.ts'] },
  gate: {
    sources: ['src/inject/gate/*.ts'],
    tests: ['test/inject/gate-*.test.ts', 'test/inject/gate.test.ts', 'test/inject/leak-*.test.ts'],
  },
  columnar: {
    sources: [
      'src/storage/columnar/*.ts',
      // These two run in a thread, as built.
      '!src/storage/columnar/parquet-worker.ts',
      '!src/storage/columnar/large-groups.ts',
    ],
    tests: [
      'test/storage/columnar/*.test.ts',
      '!test/storage/columnar/process.test.ts',
      '!test/storage/columnar/large-groups.test.ts',
    ],
  },
  compare: {
    sources: ['src/mathverify/compare*.ts'],
    // Whatever is read ends here: tests of every notation compare.
    tests: ['test/mathverify/*.test.ts'],
  },
  leaks: {
    sources: [
      'src/critic/critique-stage.ts',
      'src/critic/prompt*.ts',
      'src/records/solution.ts',
      'src/inject/gate/leak-words.ts',
    ],
    tests: [
      'test/critic/prompts.test.ts',
      'test/critic/critic-record.test.ts',
      'test/records/solution.test.ts',
      'test/inject/leak-*.test.ts',
      'test/critic/leak.test.ts',
    ],
  },
  annotations: {
    sources: ['src/storage/annotations.ts', 'src/records/annotation*.ts', 'src/publish/decisions.ts'],
    tests: [
      'test/records/annotation.test.ts',
      'test/storage/annotation-disk.test.ts',
      'test/storage/annotation-log.test.ts',
      'test/publish/decisions.test.ts',
      'test/publish/decision-agreement.test.ts',
      'test/dashboard/annotations.test.ts',
      'test/dashboard/operations.test.ts',
      'test/dashboard/team.test.ts',
    ],
  },
  exports: {
    sources: ['src/datasets/export/*.ts'],
    tests: [
      'test/datasets/export-*.test.ts',
      '!test/datasets/export-shared-data.test.ts',
      'test/datasets/export.test.ts',
      'test/datasets/training-formats.test.ts',
    ],
  },
  executor: {
    sources: ['src/executor/*.ts'],
    tests: [
      'test/executor/*.test.ts',
      // Slow: what it crosses of these files is tested by the others.
      '!test/executor/resumed-plan.test.ts',
      'test/stages/jobs.test.ts',
      'test/stages/one-declaration.test.ts',
      'test/stages/program-settings.test.ts',
      'test/stages/stream-stages.test.ts',
      'test/config/endpoint-extras.test.ts',
      'test/dashboard/bulk.test.ts',
      'test/endpoints/watching.test.ts',
      'test/publish/estimate.test.ts',
      'test/cli/run-folder.test.ts',
      'test/cli/named-folders.test.ts',
      'test/cli/cascade.test.ts',
      'test/pipeline/checked-before.test.ts',
      'test/pipeline/pipeline-files.test.ts',
      'test/pipeline/hub-source.test.ts',
      'test/pipeline/several-critics.test.ts',
      'test/pipeline/mixed.test.ts',
      'test/cli/critic-reward-model.test.ts',
      'test/cli/exit-codes.test.ts',
      'test/cli/score.test.ts',
      'test/deepconf/unfinished-pool.test.ts',
      'test/endpoints/budget/commands.test.ts',
      'test/endpoints/batch.test.ts',
    ],
  },
  streams: { sources: ['src/endpoints/stream/*.ts'], tests: ['test/endpoints/stream/*.test.ts'] },
};
