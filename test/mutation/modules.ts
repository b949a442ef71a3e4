// The modules whose tests are tested: what is changed, and the tests that should notice. Tests of processes and browsers
// run built code, which is not changed: they are left out.

export interface Module {
  /** Globs. */
  readonly sources: readonly string[];
  /** Globs. */
  readonly tests: readonly string[];
}

export const modules: Readonly<Record<string, Module>> = {
  journal: { sources: ['src/storage/journal/*.ts'], tests: ['test/storage/journal/*.test.ts'] },
  cache: { sources: ['src/endpoints/cache/*.ts'], tests: ['test/endpoints/cache/*.test.ts'] },
  chain: { sources: ['src/endpoints/chain/*.ts'], tests: ['test/endpoints/chain/*.test.ts'] },
  budget: { sources: ['src/endpoints/budget/*.ts'], tests: ['test/endpoints/budget/*.test.ts'] },
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
      'test/deepconf/*.test.ts',
      'test/statistics/majority.test.ts',
    ],
  },
  metrics: { sources: ['src/metrics/*.ts'], tests: ['test/metrics/*.test.ts'] },
  statistics: { sources: ['src/statistics/*.ts'], tests: ['test/statistics/*.test.ts'] },
  gate: {
    sources: ['src/inject/gate/*.ts'],
    tests: ['test/inject/gate*.test.ts', 'test/inject/leak-words.test.ts'],
  },
  columnar: { sources: ['src/storage/columnar/*.ts'], tests: ['test/storage/columnar/*.test.ts'] },
  compare: {
    sources: ['src/mathverify/compare*.ts'],
    tests: [
      'test/mathverify/answers.test.ts',
      'test/mathverify/equality.test.ts',
      'test/mathverify/tolerance.test.ts',
      'test/mathverify/verify.test.ts',
    ],
  },
  leaks: {
    sources: [
      'src/critic/critique-stage.ts',
      'src/critic/prompt*.ts',
      'src/records/solution.ts',
      'src/inject/gate/leak-words.ts',
    ],
    tests: ['test/critic/leak.test.ts', 'test/critic/prompts.test.ts', 'test/inject/leak-words.test.ts'],
  },
  annotations: {
    sources: ['src/storage/annotations.ts', 'src/records/annotation*.ts', 'src/publish/decisions.ts'],
    tests: [
      'test/dashboard/annotations.test.ts',
      'test/publish/choose.test.ts',
      'test/publish/decision-agreement.test.ts',
    ],
  },
  exports: {
    sources: ['src/datasets/export/*.ts'],
    tests: ['test/datasets/export.test.ts', 'test/datasets/training-formats.test.ts'],
  },
  executor: { sources: ['src/executor/*.ts'], tests: ['test/executor/*.test.ts', 'test/pipeline/*.test.ts'] },
  streams: { sources: ['src/endpoints/stream/*.ts'], tests: ['test/endpoints/stream/*.test.ts'] },
};
