// DeltaBench rows: sections counted from 1. Fields of an ingested row are in `meta` and are restored, as long as they
// still match the steps and the label.
import { toStepNumber } from '../../records/steps.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import { stepsFromNumbers } from '../row-fields.ts';
import { labelledFormat } from './format.ts';
import { sourceId } from './gold.ts';

/** The sections as the source had them; none when the steps are others by now. */
function sameSections(own: Row, steps: readonly string[]): readonly Row[] | null {
  if (!Array.isArray(own.sections) || own.sections.length !== steps.length) return null;
  const sections = own.sections.filter(isRow);
  return sections.every(({ content }, index) => content === steps[index]) ? sections : null;
}

/** The source's own list while it says the same: it may name sections that are not there. */
function sectionNumbers(own: Row, gold: readonly number[], count: number): unknown {
  const given = own.reason_error_section_numbers;
  const same = Array.isArray(given) && stepsFromNumbers(given, count).steps.join() === gold.join();
  return same ? given : gold.map(toStepNumber);
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `section${toStepNumber(index)}: ${step}`).join('\n\n');
}

export const deltabenchFormat = labelledFormat({
  name: 'deltabench',
  about: 'DeltaBench rows: sections with the numbers of the wrong ones (from 1)',
  row(record, gold) {
    const { steps } = record;
    const { section_mismatch: _flag, ...own } = record.dataset === 'deltabench' ? (record.meta ?? {}) : {};
    const kept = sameSections(own, steps);
    const plain = (content: string): Row => ({ start: null, end: null, description: '', content });
    const correct = record.final_answer_correct ?? null;
    return {
      ...own,
      id: sourceId(record, 'deltabench'),
      task_l1: record.task ?? 'math',
      task_l2: record.subject ?? '',
      level: record.difficulty ?? '',
      question: record.problem,
      answer: record.answer ?? '',
      sections: kept ?? steps.map(plain),
      sections_content: kept === null ? numbered(steps) : (own.sections_content ?? numbered(steps)),
      reason_error_section_numbers: sectionNumbers(own, gold, steps.length),
      reason_unuseful_section_numbers: own.reason_unuseful_section_numbers ?? [],
      final_correct: correct === null ? null : Number(correct),
    };
  },
});
