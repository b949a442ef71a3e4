// Checks on what is known about a solution's errors. A record without a label is neither correct nor wrong.
import { firstStep, lateStart } from '../../records/steps.ts';
import { type Candidate, type Check, errorStepsOf, stepsOf } from './check.ts';

/** `reason`: why a labelled record is dropped, or null. A record without a label is dropped as such. */
function labelCheck(
  name: string,
  reason: (errors: readonly number[], record: Candidate) => string | null,
): Check {
  return {
    name,
    reason(record) {
      const errors = errorStepsOf(record);
      return errors === null ? 'no label' : reason(errors, record);
    },
  };
}

export const hasError = labelCheck('has-error', (errors) => (errors.length === 0 ? 'no error' : null));

export const noError = labelCheck('no-error', (errors) => (errors.length > 0 ? 'has an error' : null));

/** At most one wrong step: correct solutions stay, `--has-error` drops them. */
export const singleError = labelCheck('single-error', (errors) =>
  errors.length > 1 ? 'several errors' : null,
);

/** The first error is in the last third: at step floor(2n/3)+1, counted from 1, or later. */
export const lateError = labelCheck('late', (errors, record) => {
  if (errors.length === 0) return 'no error';
  const start = lateStart(stepsOf(record).length);
  return start !== null && firstStep(errors) >= start ? null : 'first error before the last third';
});
