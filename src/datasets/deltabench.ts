// DeltaBench v1 (arXiv 2502.19361): a long chain of thought cut into sections, with the sections that people found
// wrong and those they found useless, numbered from 1. Only wrong sections become `error_steps`; `meta` keeps both
// lists as the source has them. `meta.section_mismatch` marks rows whose annotation does not fit their sections.

import { isRow } from '../storage/rows.ts';
import { badRow, restOf, type SourceRow } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { answerField, present, requiredText, stepsFromNumbers, textField } from './row-fields.ts';

const taken = ['id', 'question', 'task_l1', 'task_l2', 'level', 'answer', 'final_correct'];

function sectionTexts(row: SourceRow): string[] {
  if (!Array.isArray(row.sections) || row.sections.length === 0)
    throw badRow('sections is not a list of sections');
  return row.sections.map((section: unknown, index) => {
    const content = isRow(section) ? section.content : section;
    if (typeof content !== 'string') throw badRow(`sections[${index}] has no content`);
    return content;
  });
}

function mismatch(row: SourceRow, sections: number, outside: readonly unknown[]): object | undefined {
  const annotations = Array.isArray(row.sections_labeled_info) ? row.sections_labeled_info.length : sections;
  if (annotations === sections && outside.length === 0) return undefined;
  return { sections, annotations, outside };
}

export const deltabench = datasetAdapter({
  name: 'deltabench',
  about: 'DeltaBench rows: sections with the numbers of the wrong and the useless ones (from 1)',
  recognises: (row) => Array.isArray(row.sections) && 'reason_error_section_numbers' in row,
  parts(row) {
    const steps = sectionTexts(row);
    const { final_correct: correct, reason_error_section_numbers: numbers } = row;
    const errors = stepsFromNumbers(numbers, steps.length);
    const useless = stepsFromNumbers(row.reason_unuseful_section_numbers, steps.length);
    // All error numbers are outside the sections: there is an error, but its place is unknown.
    const located = Array.isArray(numbers) && !(errors.steps.length === 0 && errors.outside.length > 0);
    return {
      subject: textField(row, 'task_l2'),
      difficulty: row.level,
      task: textField(row, 'task_l1'),
      problem: requiredText(row, 'question'),
      steps,
      answer: answerField(row, 'answer'),
      finalAnswerCorrect: correct === 1 || correct === 0 ? correct === 1 : correct,
      errorSteps: located ? errors.steps : null,
      meta: {
        ...restOf(row, taken),
        ...present({
          section_mismatch: mismatch(row, steps.length, [...errors.outside, ...useless.outside]),
        }),
      },
    };
  },
});
