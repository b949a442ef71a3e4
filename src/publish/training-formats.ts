// Which layouts of an export models are trained with.

export const trainingFormats = [
  'sft-critic',
  'trl-stepwise',
  'verl',
  'openrlhf-prm',
  'preference',
  'prm800k',
] as const;
