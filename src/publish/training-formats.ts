// Which layouts of an export models are trained with.

export const trainingFormats = ['sft-critic', 'prm800k', 'preference'] as const;
