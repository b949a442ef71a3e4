// For each type of the taxonomy: which wrong rules look like it, and a false inference of its kind in words. A rule
// works on an equation of the step; an inference is a sentence added to the step, with arithmetic that holds.
import type { EditName } from '../../records/wrong-rules.ts';

export type Adjustment = 'double' | 'halve' | 'oneMore' | 'oneLess';

export interface ErrorKind {
  readonly edits: readonly EditName[];
  /** Ends where the adjusted value is stated. */
  readonly because: string;
  readonly adjustment: Adjustment;
}

export const errorKinds: Readonly<Record<string, ErrorKind>> = {
  wrong_rule: {
    edits: ['multiplyInsteadOfPower', 'addInsteadOfMultiply', 'dropLastFactor', 'flipSign'],
    because: 'The same rule applies to this value once more, which gives',
    adjustment: 'double',
  },
  unjustified_assumption: {
    edits: ['double', 'halve', 'dropLastTerm'],
    because: 'By symmetry the remaining part contributes the same amount, so the value is',
    adjustment: 'double',
  },
  missing_case: {
    edits: ['dropLastTerm', 'oneLess', 'dropLastFactor'],
    because: 'The extreme case adds nothing new and is covered by the others, which leaves',
    adjustment: 'oneLess',
  },
  invalid_inference: {
    edits: ['flipSign', 'addInsteadOfMultiply', 'double'],
    because: 'Both conditions lead to this value, so together they contribute',
    adjustment: 'double',
  },
  theorem_out_of_domain: {
    edits: ['multiplyInsteadOfPower', 'halve', 'double'],
    because: 'The theorem on mean values applies here, and half of this is what counts, namely',
    adjustment: 'halve',
  },
  inequality_direction: {
    edits: ['flipSign'],
    because: 'Since the direction of the comparison stays the same, the next value satisfies it, which is',
    adjustment: 'oneMore',
  },
  boundary: {
    edits: ['oneMore', 'oneLess'],
    because: 'Both ends belong to the range, so one more has to be counted, which gives',
    adjustment: 'oneMore',
  },
  quantifier: {
    edits: ['dropLastFactor', 'halve', 'double'],
    because: 'What holds for this value holds for every choice, so both choices together give',
    adjustment: 'double',
  },
  converse: {
    edits: ['turnFraction', 'halve', 'flipSign'],
    because: 'The converse holds in the same way, so each of these appears twice, and what counts is',
    adjustment: 'halve',
  },
  misread_condition: {
    edits: ['oneLess', 'oneMore', 'dropLastTerm', 'flipSign'],
    because: 'The condition asks for strictly more than this, so the value to use is',
    adjustment: 'oneMore',
  },
  circularity: {
    edits: ['double', 'oneMore', 'flipSign'],
    because: 'As the final value has to be twice the part found so far, the value is',
    adjustment: 'double',
  },
  over_generalisation: {
    edits: ['multiplyInsteadOfPower', 'addInsteadOfMultiply', 'double'],
    because: 'The pattern of the earlier steps continues in the same way, which gives',
    adjustment: 'double',
  },
  geometric_misconception: {
    edits: ['halve', 'double', 'multiplyInsteadOfPower'],
    because: 'The line divides the figure into two equal parts, so the part in question is',
    adjustment: 'halve',
  },
  dependence: {
    edits: ['orderInsteadOfChoose', 'dropLastFactor', 'addInsteadOfMultiply', 'double'],
    because: 'The two parts do not influence each other, so the second adds the same again, which gives',
    adjustment: 'double',
  },
  lost_solution: {
    edits: ['oneMore', 'dropLastTerm', 'oneLess'],
    because: 'One further candidate meets the condition and is kept as well, which gives',
    adjustment: 'oneMore',
  },
};
