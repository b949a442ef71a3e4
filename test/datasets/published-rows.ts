// Rows of every source in the form that its card or release shows, made up for this project, and the label of each as a
// person reads it: wrong steps from 0, [] = none, null = the source says nothing. The table in docs/datasets.md is held
// to this list.
import { createHash } from 'node:crypto';
import type { Row } from './adapting.ts';
import {
  deltabenchRow,
  gsm8kRow,
  injectionRow,
  latebenchRow,
  mathRow,
  numinamath15Row,
  numinamathCotRow,
  olympiadRow,
  omnimathRow,
  prm800kRow,
  prmbenchRow,
} from './source-rows.ts';

type Labels = readonly (readonly number[] | null)[];

export interface Published {
  readonly adapter: string;
  /** Where its form is documented. */
  readonly card: string;
  readonly rows: readonly Row[];
  /** One a record, in order: a row of OpenR1 becomes several. */
  readonly labels: Labels;
  readonly file?: string;
  /** Predictions, which are no records. */
  readonly predictions?: true;
}

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

const verlPrompt = 'Find $1+2$.';

export const published: readonly Published[] = [
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
    card: 'steps: [{text, label}], as step annotations go round',
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
  { adapter: 'olympiadbench', card: 'hf: Hothan/OlympiadBench', rows: [olympiadRow], labels: [null] },
  { adapter: 'omnimath', card: 'hf: KbsdJames/Omni-MATH', rows: [omnimathRow], labels: [null] },
  {
    adapter: 'numinamath',
    card: 'hf: AI-MO/NuminaMath-CoT, AI-MO/NuminaMath-1.5',
    rows: [numinamathCotRow, numinamath15Row],
    labels: [null, null],
  },
  {
    adapter: 'openr1',
    card: 'hf: open-r1/OpenR1-Math-220k',
    rows: [
      {
        problem: 'Find $1+1$.',
        solution: 'It is $2$.',
        answer: '2',
        problem_type: 'Algebra',
        question_type: 'math-word-problem',
        source: 'olympiads',
        uuid: 'r1',
        is_reasoning_complete: [true, true],
        generations: ['<think>One and one.</think>\n\nIt is \\boxed{2}.', 'We guess.\n\nIt is \\boxed{3}.'],
        correctness_math_verify: [true, false],
        correctness_llama: null,
        finish_reasons: null,
        correctness_count: 1,
        messages: [
          { role: 'user', content: 'Find $1+1$.' },
          { role: 'assistant', content: 'It is \\boxed{2}.' },
        ],
      },
    ],
    labels: [null, null],
  },
  { adapter: 'math', card: 'hf: HuggingFaceH4/MATH-500', rows: [mathRow], labels: [null] },
  {
    adapter: 'minerva',
    card: 'hf: knoveleng/Minerva-Math; test.jsonl of Qwen2.5-Math',
    rows: [
      {
        problem: 'How wide is it?',
        type: 'Introduction to Astronomy',
        solution: 'Start with $s=af$.\n\nSo \\boxed{1.6} cm.',
        idx: 0,
      },
    ],
    labels: [null],
  },
  { adapter: 'gsm8k', card: 'hf: openai/gsm8k', rows: [gsm8kRow], labels: [null] },
  {
    adapter: 'gsm8k-reasoning',
    card: 'hf: HAD653/GSM8K-OpenMath-MathReason-13k',
    rows: [
      {
        question: 'Two and two?',
        cot: 'Problem:\nTwo and two.\n\nReasoning:\n2+2=4.\n\nAnswer:\n4',
        final_answer: '4',
      },
      { question: 'Two and two?', reasoning: 'We add.\n\nIt is 4.', answer: '2+2 = <<2+2=4>>4.\n#### 4' },
    ],
    labels: [null, null],
  },
  {
    adapter: 'aime',
    card: 'hf: MathArena/aime_2025',
    rows: [{ problem_idx: 3, problem: 'Find it.', answer: 25, problem_type: ['Algebra'] }],
    labels: [null],
  },
  {
    adapter: 'matharena-outputs',
    card: 'hf: MathArena/aime_2025_II_outputs',
    rows: [
      {
        problem_idx: '4',
        problem: 'Find it.',
        model_name: 'o3-mini (high)',
        model_config: 'openai/o3-mini-high',
        idx_answer: 1,
        user_message: 'Please reason step by step. Find it.',
        answer: 'First we look.\n\nThen we see \\boxed{82}.',
        input_tokens: 10,
        output_tokens: 20,
        cost: 0.1,
        gold_answer: '83',
        parsed_answer: '82',
        correct: false,
      },
    ],
    labels: [null],
  },
  {
    adapter: 'verl',
    card: 'hf: BytedTsinghua-SIA/DAPO-Math-17k; verl docs, data preparation',
    rows: [
      {
        data_source: 'math_dapo',
        prompt: [
          {
            role: 'user',
            content: `Solve the following math problem step by step. The last line of your response should be of the form Answer: $Answer (without quotes) where $Answer is the answer to the problem.\n\n${verlPrompt}\n\nRemember to put your answer on its own line after "Answer:".`,
          },
        ],
        ability: 'MATH',
        reward_model: { ground_truth: '3', style: 'rule-lighteval/MATH_v2' },
        extra_info: { index: '9a9b6eb4' },
      },
      {
        data_source: 'openai/gsm8k',
        prompt: [{ role: 'user', content: `${verlPrompt} Let's think step by step.` }],
        ability: 'math',
        reward_model: { style: 'rule', ground_truth: '3' },
        extra_info: { split: 'train', index: 0, answer: '1+2=3\n#### 3', question: verlPrompt },
      },
    ],
    labels: [null, null],
  },
  {
    adapter: 'chat',
    card: 'messages of TRL and of the OpenAI API',
    rows: [
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'What is 2+2?' },
          { role: 'assistant', content: 'We add.\n\nIt is \\boxed{4}.' },
        ],
      },
    ],
    labels: [null],
  },
  {
    adapter: 'latebench-critic',
    card: 'github: nikitus20/latebench, critic_results.json',
    predictions: true,
    rows: [
      {
        example_id: 'lb_numinamath_1',
        critic_result: {
          has_errors: true,
          error_steps: [4, 3],
          explanations: { 3: 'x does not follow', 4: 'rests on step 3' },
          raw_response: 'Conclusion: yes',
          model_used: 'gpt-4o-mini',
          processing_time: 1,
        },
        processing_time: 1,
        success: true,
        timestamp: '2025-07-28T00:35:47.881578',
      },
    ],
    labels: [[2, 3]],
  },
  {
    adapter: 'deltabench-outputs',
    card: 'github: nikitus20/critic, evaluation_100_samples_results.csv',
    predictions: true,
    rows: [
      {
        example_idx: 228,
        example_id: 'd1',
        task_type: 'math',
        true_sections: [2, 3],
        predicted_sections: [1, 3],
        precision: 0.5,
        recall: 0.5,
        f1_score: 0.5,
        true_errors: 2,
        predicted_errors: 2,
        tokens_used: 7264,
        total_sections: 4,
      },
    ],
    labels: [[0, 2]],
  },
  {
    adapter: 'jsonl',
    card: 'your own',
    file: 'mine.jsonl',
    rows: [
      { problem: 'P', steps: ['a', 'b'], error_steps: [1] },
      { question: 'q', answer: '25' },
    ],
    labels: [[1], null],
  },
];
