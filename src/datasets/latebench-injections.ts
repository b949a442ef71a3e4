// Injection results of the original LateBench repository (`general_injection_results.json`): a row of the unified
// schema with the changed solution beside it. The step that is flagged wrong in the changed solution is the label;
// `meta.label_agrees` says whether the injector named the same step in its analysis (often it did not).
import { canonicalJson } from '../records/identity.ts';
import { isRow } from '../storage/rows.ts';
import { type Adapter, restOf, type SourceRow } from './adapter.ts';
import { contents, indexOfNumber, originOf, unifiedRest } from './latebench.ts';
import { injectedErrorSteps, stepObjects } from './latebench-labels.ts';
import { recordOf } from './record.ts';
import { answerField, objectField, present, requiredText, textField } from './row-fields.ts';

const taken = ['example_id', 'original_example', 'injection_approach', 'injection_result', 'success'];

/** `original_problem` repeats `raw_example`: kept only where it says something else. */
function restOfResult(row: SourceRow, result: SourceRow): Record<string, unknown> {
  const repeated = canonicalJson(result.original_problem ?? null) === canonicalJson(row.raw_example ?? null);
  const changed = objectField(result, 'modified_solution');
  return {
    ...restOf(result, ['success', 'modified_solution', ...(repeated ? ['original_problem'] : [])]),
    modified_solution: {
      ...restOf(changed, ['steps', 'final_answer']),
      steps: stepObjects(changed).map((step) => restOf(step, ['content'])),
    },
  };
}

export const latebenchInjections: Adapter = {
  name: 'latebench-injections',
  about: 'injection results of the original LateBench: an example with its changed solution',
  recognises: (row) => isRow(row.original_example) && isRow(row.injection_result),
  adapt(row, { fileName }) {
    const example = objectField(row, 'original_example');
    const result = objectField(row, 'injection_result');
    const changed = objectField(result, 'modified_solution');
    const analysis = objectField(result, 'error_analysis');
    const explanation = objectField(result, 'error_explanation');
    const run = objectField(result, 'metadata');
    const { dataset, originalId, source } = originOf(example);
    const solution = objectField(example, 'solution');
    const original = contents(stepObjects(solution), 'original_example.solution.steps');
    const made = row.success !== false && result.success !== false;
    const changedSteps = made ? stepObjects(changed) : [];
    const steps = made ? contents(changedSteps, 'modified_solution.steps') : original;
    const named = indexOfNumber(analysis.selected_error_step, steps.length);
    const flagged = made ? injectedErrorSteps({}, changedSteps) : null;
    const errorSteps = made ? (flagged ?? (named === null ? null : [named])) : null;
    return recordOf({
      dataset,
      subset: fileName,
      originalId,
      subject: textField(source, 'subject'),
      difficulty: source.difficulty,
      task: 'math',
      problem: requiredText(objectField(example, 'problem'), 'statement'),
      steps,
      answer: answerField(solution, 'final_answer'),
      finalAnswer: made ? answerField(changed, 'final_answer') : null,
      errorSteps,
      errorSource: 'injected',
      injection: {
        status: made ? 'accepted' : 'failed',
        mode: row.injection_approach === 'manual' ? 'manual' : 'general',
        ...(errorSteps === null ? {} : { error_step: errorSteps[0]! }),
        error_type: textField(analysis, 'error_type'),
        explanation: textField(explanation, 'why_incorrect') ?? textField(explanation, 'what_changed'),
        comment: null,
        original_steps: original,
        original_final_answer: answerField(solution, 'final_answer'),
        ...(Number.isInteger(run.attempt) ? { attempts: run.attempt } : {}),
        verification: null,
        difficulty: null,
        model: textField(run, 'model_used'),
      },
      meta: {
        ...present({ competition: source.competition, year: source.year }),
        ...(made && flagged !== null ? { label_agrees: flagged.length === 1 && flagged[0] === named } : {}),
        latebench: unifiedRest(example),
        injection_result: restOfResult(row, result),
        ...restOf(row, taken),
      },
    });
  },
};
