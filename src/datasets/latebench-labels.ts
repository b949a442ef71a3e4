// Which steps of a row of the original LateBench schema are wrong. A row can state this in several places. The
// flags on its steps are the least reliable: for ProcessBench rows they are one step too early, and an error
// in the first step was lost, because labels counted from 0 were compared with step numbers counted from 1.
import { isRow } from '../storage/rows.ts';
import { errorStepsFromLabel, type SourceRow } from './adapter.ts';
import { objectField, stepsFromNumbers } from './row-fields.ts';

export function stepObjects(solution: SourceRow): SourceRow[] {
  return Array.isArray(solution.steps) ? solution.steps.filter(isRow) : [];
}

function flagged(steps: readonly SourceRow[]): number[] {
  return steps.flatMap((step, index) => (step.is_error === true || step.error === true ? [index] : []));
}

/** From a person's annotation: null when there is none, or when it does not say where the error is. */
function annotated(row: SourceRow, stepCount: number): number[] | null {
  const annotation = objectField(row, 'natural_error_annotation');
  if (annotation.is_correct === true || annotation.has_errors === false) return [];
  const { steps } = stepsFromNumbers([annotation.first_error_step], stepCount);
  return steps.length === 0 ? null : steps;
}

/**
 * 0-based wrong steps of the solution as it came: ProcessBench's own label, else an annotation, else
 * `original_error_steps`, else the flags; [] only where the row says that there is none, else null.
 */
export function naturalErrorSteps(row: SourceRow, stepCount: number): number[] | null {
  const metadata = objectField(objectField(row, 'source'), 'metadata');
  if (Number.isInteger(metadata.processbench_label)) {
    return errorStepsFromLabel(metadata.processbench_label, stepCount, 'processbench_label');
  }
  const byPerson = annotated(row, stepCount);
  if (byPerson !== null) return byPerson;
  const listed = stepsFromNumbers(row.original_error_steps, stepCount).steps;
  if (listed.length > 0) return listed;
  const flags = flagged(stepObjects(objectField(row, 'solution')));
  if (flags.length > 0) return flags;
  return metadata.has_errors === false ? [] : null;
}

/** 0-based wrong steps of the injected solution; null when the row does not say which they are. */
export function injectedErrorSteps(row: SourceRow, steps: readonly SourceRow[]): number[] | null {
  const target = objectField(row, 'error_injection').target_error_step;
  for (const numbers of [row.injected_error_steps, null, [target]]) {
    const found = numbers === null ? flagged(steps) : stepsFromNumbers(numbers, steps.length).steps;
    if (found.length > 0) return found;
  }
  return null;
}
