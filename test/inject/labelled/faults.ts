// The faults that a person can see in a changed solution, each with the check of the gate that is to find it.

/** By the name in the labellings. */
export const faultChecks = {
  'outside-allowed-steps': 'region',
  'wrong-step-marked': 'target',
  'earlier-step-changed': 'prefix',
  'several-steps-marked': 'one_error',
  'steps-added-or-lost': 'step_count',
  'says-the-same': 'text_changed',
  'same-answer': 'answer_changed',
  'answer-not-stated': 'answer_stated',
  miscalculation: 'reasoning',
  'second-error': 'consistent',
  'goes-back': 'undone',
  'ending-lost': 'ending',
  'gives-itself-away': 'no_leak',
  'foreign-text': 'language',
  'left-over-markup': 'leftovers',
  'broken-characters': 'escapes',
  'broken-latex': 'latex',
  'odd-length': 'length',
  'other-style': 'style',
} as const;

export type Fault = keyof typeof faultChecks;
export const faults = Object.keys(faultChecks) as Fault[];
