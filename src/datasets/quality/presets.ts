// Named sets of conditions: the ones with which the original LateBench chose its problems.

export const presets = {
  'latebench-correct': { minSteps: 20, noError: true },
  'latebench-error': { minSteps: 10, hasError: true },
} as const;

export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as readonly PresetName[];
