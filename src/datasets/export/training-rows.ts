// Rows of the trainers of process reward models and of reinforcement learning, under the names that their documentation
// gives (docs/training.md has the addresses). Nobody has judged the steps after the first wrong one, which build on it:
// rated solutions end there.
import { sha256Hex } from '../../records/identity.ts';
import type { Solution } from '../../records/solution.ts';
import { bool, int64, list, struct, utf8 } from '../../storage/columnar/column.ts';
import { isRow } from '../../storage/rows.ts';
import { drop } from '../../stream/stage.ts';
import { labelledFormat } from './format.ts';
import { labelOf } from './gold.ts';

interface RatedStep {
  readonly text: string;
  readonly right: boolean;
}

function ratedSteps({ steps }: Solution, label: number): RatedStep[] {
  const walked = label === -1 ? steps : steps.slice(0, label + 1);
  return walked.map((text, index) => ({ text, right: index !== label }));
}

export const trlStepwiseFormat = labelledFormat({
  name: 'trl-stepwise',
  about: 'stepwise supervision of TRL: prompt, completions, and a label for each (true = right)',
  columns: { id: utf8, prompt: utf8, completions: list(utf8), labels: list(bool) },
  row(record, gold) {
    const rated = ratedSteps(record, labelOf(gold));
    return {
      id: record.id,
      prompt: record.problem,
      completions: rated.map(({ text }) => text),
      labels: rated.map(({ right }) => right),
    };
  },
});

/** Marks the end of a step, where the trainer reads its label: that of Math-Shepherd and of OpenRLHF's example. */
const placeholder = 'ки';

export const openrlhfPrmFormat = labelledFormat({
  name: 'openrlhf-prm',
  about: `process rewards of OpenRLHF: input with ${placeholder} after each step, value with + or - for each`,
  columns: { id: utf8, input: utf8, value: list(utf8) },
  row(record, gold) {
    const rated = ratedSteps(record, labelOf(gold));
    const texts = [record.problem, ...rated.map(({ text }) => text)];
    if (texts.some((text) => text.includes(placeholder))) return drop(`${placeholder} in the text`);
    const steps = rated.map(({ text }, index) => `Step ${index + 1}: ${text} ${placeholder}`);
    return {
      id: record.id,
      input: `${record.problem} ${steps.join('\n')}`,
      value: rated.map(({ right }) => (right ? '+' : '-')),
    };
  },
});

/** A number for a record that stays the same whatever is exported beside it; below 2^48. */
function indexOf(id: string): number {
  return Number.parseInt(sha256Hex(id).slice(0, 12), 16);
}

function splitOf({ publication }: Solution & { readonly publication?: unknown }): string {
  return isRow(publication) && typeof publication.split === 'string' ? publication.split : 'train';
}

export const verlFormat = labelledFormat({
  name: 'verl',
  about:
    "prompts of verl: the critic's prompt, with the index of the first wrong step (-1 = none) as ground truth",
  columns: {
    data_source: utf8,
    prompt: list(struct({ role: utf8, content: utf8 })),
    ability: utf8,
    reward_model: struct({ style: utf8, ground_truth: utf8 }),
    extra_info: struct({ index: int64, split: utf8, id: utf8 }),
  },
  row(record, gold, { prompt }) {
    const { id, problem, steps } = record;
    return {
      data_source: 'latebench/first_error',
      prompt: [{ role: 'user', content: prompt({ problem, steps }) }],
      ability: 'math',
      reward_model: { style: 'rule', ground_truth: String(labelOf(gold)) },
      extra_info: { index: indexOf(id), split: splitOf(record), id },
    };
  },
});
