// The unified schema of the original LateBench repository: {id, source, problem, solution, error_injection,
// processing, …}, steps counted from 1. Which label counts is in latebench-labels.ts; critics' predictions in
// latebench-critiques.ts. Everything else stays in `meta`, so that export/latebench.ts can write the row again.
import { toStepIndex } from '../records/steps.ts';
import { isRow } from '../storage/rows.ts';
import { type Adapter, badRow, restOf, type SourceRow } from './adapter.ts';
import { critiquesOf } from './latebench-critiques.ts';
import { injectedErrorSteps, naturalErrorSteps, stepObjects } from './latebench-labels.ts';
import { type RecordParts, recordOf } from './record.ts';
import { answerField, idField, objectField, present, requiredText, textField } from './row-fields.ts';

const taken = ['id', 'source', 'problem', 'solution', 'error_injection', 'processing'];
const critiqueKeys = ['critic_predictions_original', 'critic_predictions_injected'];

export function contents(steps: readonly SourceRow[], name: string): string[] {
  if (steps.length === 0) throw badRow(`${name} has no steps`);
  return steps.map((step, index) => {
    if (typeof step.content !== 'string') throw badRow(`${name}[${index}].content is not a text`);
    return step.content;
  });
}

/** Where a row of this schema comes from; `meta.source` keeps what has no field. */
export function originOf(row: SourceRow): { dataset: string; originalId: string; source: SourceRow } {
  const source = objectField(row, 'source');
  const originalId = idField(source, 'original_id') ?? idField(row, 'id');
  if (originalId === null) throw badRow('neither source.original_id nor id is a text');
  return { dataset: textField(source, 'dataset') ?? 'latebench', originalId, source };
}

/** What the row has that no field of the record holds; the writer puts it back. */
export function unifiedRest(row: SourceRow): Record<string, unknown> {
  const solution = objectField(row, 'solution');
  const source = objectField(row, 'source');
  return {
    ...present({ id: row.id }),
    source: {
      ...restOf(source, ['dataset', 'original_id', 'difficulty', 'subject']),
      metadata: restOf(objectField(source, 'metadata'), ['latebench_record']),
    },
    problem: restOf(objectField(row, 'problem'), ['statement']),
    solution: {
      ...restOf(solution, ['steps', 'final_answer', 'total_steps']),
      steps: stepObjects(solution).map((step) => restOf(step, ['content', 'step_number'])),
    },
    error_injection: objectField(row, 'error_injection'),
    processing: objectField(row, 'processing'),
    ...restOf(row, [...taken, ...critiqueKeys]),
  };
}

/** Reference and own answer. The original converter of PRM800K wrote the one where the others have the other. */
function answersOf(
  dataset: string,
  solution: SourceRow,
  ours: SourceRow,
): Pick<RecordParts, 'answer' | 'finalAnswer'> {
  if ('answer' in ours) {
    return { answer: answerField(ours, 'answer'), finalAnswer: answerField(ours, 'final_answer') };
  }
  const given = answerField(solution, 'final_answer');
  return dataset === 'prm800k' ? { answer: given } : { finalAnswer: given };
}

function injectionOf(
  row: SourceRow,
  errorSteps: readonly number[] | null,
  original: readonly string[],
): object {
  const made = objectField(row, 'error_injection');
  const info = objectField(made, 'error_info');
  const analysis = objectField(info, 'analysis');
  const explanation = objectField(info, 'explanation');
  return {
    status: 'accepted',
    mode: textField(made, 'manual_suggestion') === null ? 'general' : 'manual',
    ...(errorSteps === null ? {} : { error_step: errorSteps[0]! }),
    error_type: textField(analysis, 'error_type'),
    explanation: textField(explanation, 'why_incorrect') ?? textField(info, 'explanation'),
    comment: textField(made, 'manual_suggestion'),
    original_steps: original,
    original_final_answer: answerField(objectField(row, 'solution'), 'final_answer'),
    verification: null,
    difficulty: null,
    model: textField(info, 'model'),
  };
}

export const latebench: Adapter = {
  name: 'latebench',
  about: 'rows of the original LateBench schema: nested source, problem and solution, steps from 1',
  recognises: (row) =>
    isRow(row.source) && isRow(row.problem) && isRow(row.solution) && 'error_injection' in row,
  adapt(row, { fileName }) {
    const { dataset, originalId, source } = originOf(row);
    const solution = objectField(row, 'solution');
    const made = objectField(row, 'error_injection');
    const injected = made.success === false ? [] : stepObjects(objectField(made, 'injected_solution'));
    const original = contents(stepObjects(solution), 'solution.steps');
    const steps = injected.length === 0 ? original : contents(injected, 'injected_solution.steps');
    const errorSteps =
      injected.length === 0 ? naturalErrorSteps(row, steps.length) : injectedErrorSteps(row, injected);
    const metadata = objectField(source, 'metadata');
    // What our own writer left, to read back what this schema has no place for.
    const ours = objectField(metadata, 'latebench_record');
    const shown = injected.length === 0 ? solution : objectField(made, 'injected_solution');
    return recordOf({
      dataset,
      subset: textField(ours, 'subset') ?? fileName,
      originalId,
      generator: textField(ours, 'generator') ?? textField(metadata, 'generator'),
      subject: textField(source, 'subject'),
      difficulty: source.difficulty,
      task: textField(ours, 'task'),
      problem: requiredText(objectField(row, 'problem'), 'statement'),
      steps,
      ...answersOf(dataset, shown, ours),
      finalAnswerCorrect: ours.final_answer_correct ?? metadata.final_answer_correct,
      errorSteps,
      errorSource: injected.length > 0 || ours.error_source === 'injected' ? 'injected' : 'natural',
      injection:
        injected.length === 0
          ? isRow(ours.injection)
            ? ours.injection
            : undefined
          : { ...injectionOf(row, errorSteps, original), ...objectField(ours, 'injection') },
      critiques: critiquesOf(row[critiqueKeys[injected.length === 0 ? 0 : 1]!]),
      meta: {
        ...present({ competition: source.competition, year: source.year }),
        ...objectField(ours, 'meta'),
        latebench: unifiedRest(row),
      },
    });
  },
};

/** A step's index from the number a row gives; null when no step has it. */
export function indexOfNumber(number: unknown, stepCount: number): number | null {
  if (!Number.isInteger(number)) return null;
  const index = toStepIndex(number as number);
  return index >= 0 && index < stepCount ? index : null;
}
