// The pipelines of the package, by name.
export const pipelineNames = [
  'quickstart',
  'critic-benchmark',
  'critic-grid',
  'injection-batch',
  'pool-build',
  'vote-sweep',
  'processbench',
  'publish',
] as const;

export type PipelineName = (typeof pipelineNames)[number];
