// PRM800K rows of phase 2, whose labeler stops at the first wrong step: the rated trajectory ends with it, and the
// whole solution is in `question.pre_generated_steps`. A record that came from PRM800K gives its original row.
import type { Solution } from '../../records/solution.ts';
import {
  bool,
  type Columns,
  float64,
  int32,
  keepNull,
  list,
  rest,
  struct,
  utf8,
} from '../../storage/columnar/column.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import { errorStepsOf, rebuildTrajectory } from '../prm800k-trajectory.ts';
import { labelledFormat } from './format.ts';

/** The row that the record was read from; null when it was not, or when steps or label are others by now. */
function ownRow(record: Solution, gold: readonly number[]): Row | null {
  const {
    label,
    question,
    phase: _phase,
    ratings: _ratings,
    human_steps: _human,
    ...rest
  } = record.meta ?? {};
  if (record.dataset !== 'prm800k' || !isRow(label) || !isRow(question)) return null;
  const trajectory = rebuildTrajectory(label);
  const same =
    trajectory.map(({ text }) => text).join('\0') === record.steps.join('\0') &&
    errorStepsOf(trajectory, label.finish_reason)?.join() === gold.join();
  const answer = record.answer ?? null;
  return same
    ? { ...rest, question: { problem: record.problem, ground_truth_answer: answer, ...question }, label }
    : null;
}

const text = keepNull(utf8);

/** As github: openai/prm800k documents its lines. `extra` is for what a row of its own has besides. */
const columns: Columns = {
  id: utf8,
  labeler: text,
  timestamp: text,
  generation: keepNull(int32),
  is_quality_control_question: keepNull(bool),
  is_initial_screening_question: keepNull(bool),
  question: struct({
    problem: utf8,
    ground_truth_answer: text,
    ground_truth_solution: text,
    pre_generated_steps: list(utf8),
    pre_generated_answer: text,
    pre_generated_verifier_score: keepNull(float64),
    extra: rest,
  }),
  label: struct({
    steps: list(
      struct({
        completions: keepNull(
          list(struct({ text: utf8, rating: keepNull(int32), flagged: keepNull(bool), extra: rest })),
        ),
        human_completion: keepNull(
          struct({ text, rating: keepNull(int32), source: text, flagged: keepNull(bool), extra: rest }),
        ),
        chosen_completion: keepNull(int32),
        extra: rest,
      }),
    ),
    total_time: keepNull(float64),
    finish_reason: text,
    extra: rest,
  }),
  extra: rest,
};

export const prm800kFormat = labelledFormat({
  name: 'prm800k',
  about: 'PRM800K rows: rated steps up to the first wrong one',
  columns,
  row(record, gold) {
    const own = ownRow(record, gold);
    if (own !== null) return own;
    const first = gold[0];
    const walked = first === undefined ? record.steps : record.steps.slice(0, first + 1);
    return {
      id: record.id,
      labeler: null,
      timestamp: null,
      generation: null,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question: {
        problem: record.problem,
        ground_truth_answer: record.answer ?? null,
        ground_truth_solution: null,
        pre_generated_steps: record.steps,
        pre_generated_answer: record.final_answer ?? null,
        pre_generated_verifier_score: null,
      },
      label: {
        steps: walked.map((text, index) => ({
          completions: [{ text, rating: index === first ? -1 : 1, flagged: null }],
          human_completion: null,
          chosen_completion: index === first ? null : 0,
        })),
        total_time: null,
        finish_reason: first === undefined ? 'solution' : 'found_error',
      },
    };
  },
});
