// Published rows of sources that say where a solution goes wrong.
import { createHash } from 'node:crypto';
import type { Row } from './adapting.ts';
import type { Published } from './published-rows.ts';
import { deltabenchRow, injectionRow, latebenchRow, prm800kRow, prmbenchRow } from './source-rows.ts';

const processbenchRow = (label: number): Row => ({
  id: `gsm8k-${label + 1}`,
  generator: 'Qwen2-7B-Instruct',
  problem: 'Tom has 3 bags of 4 apples and eats 2. How many are left?',
  steps: ['3 bags of 4 are 12.', 'He eats 2.', 'So 12 - 2 = 9 are left.'],
  final_answer_correct: label === -1,
  label,
});

const shepherdSteps = [
  'Step 1: 6 boxes of 5 are 6*5=<<6*5=30>>30.',
  'Step 2: Half of 30 is 20.',
  'Step 3: The answer is: 20',
];
const shepherd = (marks: readonly string[], tag = ''): Row => ({
  input: `Ann packs 6 boxes of 5 pens and sells half. How many are sold? ${shepherdSteps.map((step) => `${step} ки`).join('\n')}`,
  label: `Ann packs 6 boxes of 5 pens and sells half. How many are sold? ${shepherdSteps.map((step, index) => `${step} ${tag}${marks[index]}`).join('\n')}`,
  task: 'GSM8K',
});

const apsTag = ' \n\n\n\n\n';

const mrGsm8k = (verdict: string, first: unknown): Row => ({
  uuid: `u-${verdict}-${first}`,
  question: 'A train goes 60 km in an hour. How far in 3 hours?',
  ground_truth_solution: '3*60 = 180.',
  ground_truth_answer: '180',
  model_output_steps: ['It goes 60 km each hour.', '3 hours are 3*60 = 160 km.', 'The answer is 160.'],
  model_output_answer_correctness: verdict,
  model_output_solution_correctness: verdict,
  model_output_solution_first_error_step: first,
  model_output_solution_first_error_reason: 'N/A',
  question_type: 'original',
});

const bigbench = (mistake_index: number | null): Row => ({
  input: '((2 + 3) * 4) =',
  steps: ['Let A = (2 + 3).', 'A = 6.', 'So A * 4 = 24. So the answer is 24'],
  answer: '24',
  target: '20',
  mistake_index,
});

/** As the authors' script encrypts: XOR with the repeated sha256 of the canary, in base64. */
function encrypted(value: unknown, canary: string): string {
  const key = createHash('sha256').update(canary).digest();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Buffer.from(Buffer.from(text).map((byte, at) => byte ^ key[at % key.length]!)).toString('base64');
}

const hard = {
  question: 'Prove that $n^2+n$ is even — for every $n$.',
  model_response_by_step: [
    '$n^2+n=n(n+1)$.',
    'One of the two is odd, so the product is odd.',
    'Thus it is even.',
  ],
  human_labels: [1, 0, 0],
  human_labels_first_error_idx: 1,
};
const canary = 'hard2verify:made-up';

export const labelledRows: readonly Published[] = [
  {
    adapter: 'latebench-injections',
    card: 'github: nikitus20/latebench',
    rows: [injectionRow],
    labels: [[2]],
  },
  { adapter: 'latebench', card: 'github: nikitus20/latebench', rows: [latebenchRow], labels: [[2]] },
  { adapter: 'prm800k', card: 'github: openai/prm800k', rows: [prm800kRow], labels: [[2]] },
  {
    adapter: 'deltabench',
    card: 'github: OpenStellarTeam/DeltaBench',
    rows: [deltabenchRow],
    labels: [[1, 2]],
  },
  {
    adapter: 'prmbench',
    card: 'hf: hitsmy/PRMBench_Preview, and the flat form of its evaluation',
    rows: [
      prmbenchRow,
      {
        idx: 'circular_p1',
        question: 'Q',
        steps: ['1. a', '2. b', '3. c'],
        error_steps: [2, 3],
        classification: 'circular',
      },
      {
        idx: 'correct_p1',
        question: 'Q',
        steps: ['1. a', '2. b'],
        error_steps: [],
        classification: 'correct',
      },
    ],
    labels: [[1, 2], [1, 2], []],
  },
  {
    adapter: 'processbench',
    card: 'hf: Qwen/ProcessBench',
    rows: [processbenchRow(2), processbenchRow(0), processbenchRow(-1)],
    labels: [[2], [0], []],
  },
  {
    adapter: 'math-shepherd',
    card: 'hf: peiyi9979/Math-Shepherd',
    rows: [shepherd(['+', '-', '-']), shepherd(['+', '+', '+']), shepherd(['-', '-', '-'], 'ки ')],
    labels: [[1, 2], [], [0, 1, 2]],
  },
  {
    adapter: 'math-aps',
    card: 'hf: openreasoner/MATH-APS',
    rows: [
      {
        question: 'Solve $x+1=3$.',
        process: `Step 1: $x=3-1$.${apsTag}Step 2: $x=1$.${apsTag}`,
        label: ['+', '-'],
      },
      {
        question: 'Solve $x+1=3$.',
        process: `Step 1: $x=3-1$.${apsTag}Step 2: $x=2$.${apsTag}`,
        label: ['+', '+'],
      },
    ],
    labels: [[1], []],
  },
  {
    adapter: 'trl-stepwise',
    card: 'hf: trl-lib/math_shepherd',
    rows: [
      {
        prompt: 'Add 2 and 3.',
        completions: ['Step 1: 2 and 3.', 'Step 2: That is 6.'],
        labels: [true, false],
      },
      { prompt: 'Add 2 and 3.', completions: ['Step 1: 2+3.', 'Step 2: That is 5.'], labels: [true, true] },
    ],
    labels: [[1], []],
  },
  {
    adapter: 'mr-gsm8k',
    card: 'github: dvlab-research/MR-GSM8K',
    rows: [mrGsm8k('wrong', 2), mrGsm8k('wrong', '1'), mrGsm8k('correct', 'N/A'), mrGsm8k('wrong', 'N/A')],
    labels: [[1], [0], [], null],
  },
  {
    adapter: 'bigbench-mistake',
    card: 'github: WHGTyen/BIG-Bench-Mistake',
    rows: [bigbench(1), bigbench(0), bigbench(null)],
    labels: [[1], [0], []],
  },
  {
    adapter: 'hard2verify',
    card: 'hf: Salesforce/Hard2Verify, encrypted and not',
    rows: [
      { unique_id: 'h1', ...hard },
      {
        unique_id: 'h2',
        ...Object.fromEntries(Object.entries(hard).map(([name, value]) => [name, encrypted(value, canary)])),
        canary,
      },
      { unique_id: 'h3', ...hard, human_labels: [1, 1, 1], human_labels_first_error_idx: -1 },
    ],
    labels: [[1, 2], [1, 2], []],
  },
  {
    adapter: 'labelled-steps',
    card: 'steps: [{text, label}], a common form of step annotations',
    rows: [
      {
        problem: 'P',
        steps: [
          { text: 'a', label: 1 },
          { text: 'b', label: -1 },
          { text: 'c', label: 0 },
        ],
      },
      {
        question: 'P',
        steps: [
          { content: 'a', label: 'correct' },
          { content: 'b', label: 'incorrect' },
        ],
      },
      {
        problem: 'P',
        steps: [
          { text: 'a', label: '+' },
          { text: 'b', label: '+' },
        ],
      },
      {
        problem: 'P',
        steps: [
          { text: 'a', label: '+' },
          { text: 'b', label: null },
        ],
      },
    ],
    labels: [[1], [1], [], null],
  },
];
