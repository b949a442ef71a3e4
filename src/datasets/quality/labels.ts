// Checks on what is known about a solution's errors. A record without a label is neither correct nor wrong.
import { lateStart } from '../../records/steps.ts';
import { type Check, errorStepsOf, stepsOf } from './check.ts';

export const hasError: Check = {
  name: 'has-error',
  reason(record) {
    const errors = errorStepsOf(record);
    if (errors === null) return 'no label';
    return errors.length === 0 ? 'no error' : null;
  },
};

export const noError: Check = {
  name: 'no-error',
  reason(record) {
    const errors = errorStepsOf(record);
    if (errors === null) return 'no label';
    return errors.length > 0 ? 'has an error' : null;
  },
};

/** At most one wrong step: correct solutions stay, `--has-error` drops them. */
export const singleError: Check = {
  name: 'single-error',
  reason(record) {
    const errors = errorStepsOf(record);
    if (errors === null) return 'no label';
    return errors.length > 1 ? 'several errors' : null;
  },
};

/** The first error stands in the last third: at step floor(2n/3)+1, counted from 1, or later. */
export const lateError: Check = {
  name: 'late',
  reason(record) {
    const errors = errorStepsOf(record);
    if (errors === null) return 'no label';
    if (errors.length === 0) return 'no error';
    const start = lateStart(stepsOf(record).length);
    return start !== null && Math.min(...errors) >= start ? null : 'first error before the last third';
  },
};
