// The kinds of labels that `--label-kind` names: apart from step-labels.ts so that help loads no adapter.

/** Kinds of labels and what each of them is, for `--label-kind`. */
export const labelKinds = {
  index: 'the first wrong step, -1 for none',
  indexes: 'a list of wrong steps',
  correct: 'a list, one true or 1 for each step that is right',
  wrong: 'a list, one true or 1 for each step that is wrong',
  signs: 'a list, one + or 1 for each step that is right, - or -1 for each that is wrong',
  text: 'words such as "no error", "N/A", "Step 3"',
} as const;
export type LabelKind = keyof typeof labelKinds;
export const labelKindNames = Object.keys(labelKinds) as LabelKind[];
