// The names of the dataset adapters, for `--adapter` and its completion: apart from adapt.ts so that help does not
// load the adapters. A test holds the two together.

export const adapterNames = [
  'latebench-injections',
  'latebench',
  'prm800k',
  'deltabench',
  'prmbench',
  'processbench',
  'olympiadbench',
  'omnimath',
  'numinamath',
  'math',
  'gsm8k',
  'aime',
  'jsonl',
] as const;
