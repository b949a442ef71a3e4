// `latebench ingest` and `export`: every adapter, every form of input and output.
import type { Case } from '../case.ts';

const own = [
  '{"question":"What is 2+3?","solution":"Add 2 and 3.\\n\\nThe sum is 5.","gold":"5","first":-1,"extra":{"a":1}}',
  '{"question":"What is 2*3?","solution":"Multiply.\\n\\nThe product is 7.","gold":"6","first":1,"extra":null}',
].join('\n');

const small = [
  [
    '{"question":"Ann has 3 apples and eats one. How many?","answer":"She has 3-1=<<3-1=2>>2.\\n#### 2"}',
    'gsm8k',
  ],
  [
    '{"id":"gsm8k-0","generator":"g","problem":"1+1?","steps":["1+1=3","So 3."],"final_answer_correct":false,"label":0}',
    'processbench',
  ],
  [
    '{"problem":"1+1?","solution":"$1+1=\\\\boxed{2}$","answer":"2","subject":"Algebra","level":1,"unique_id":"a/1"}',
    'math',
  ],
  ['{"problem":"Find $x$.","answer":"204","problem_idx":1}', 'aime'],
] as const;

export const ingestCases: readonly Case[] = [
  {
    name: 'ingest/synthetic',
    steps: [
      'latebench ingest --adapter synthetic --n 6 --seed 3',
      'latebench ingest --adapter synthetic --n 6 --seed 3 --limit 2',
      'latebench-ingest --adapter synthetic --n 3 -n 1',
      'latebench ingest --adapter synthetic',
    ],
  },
  {
    name: 'ingest/keys',
    steps: [
      { files: { 'own.jsonl': `${own}\n` } },
      'latebench ingest --problem-key question --steps-key solution --answer-key gold --label-key first own.jsonl',
      'latebench ingest --adapter jsonl --problem_key question own.jsonl',
      'latebench ingest own.jsonl',
    ],
  },
  {
    name: 'ingest/rows-path',
    steps: [
      { files: { 'nested.json': '{"meta":{"n":1},"data":{"rows":[{"problem":"1+1?","steps":["2"]}]}}' } },
      'latebench ingest nested.json --rows-path data.rows',
      'latebench ingest nested.json --rows-path data.items',
    ],
  },
  {
    name: 'ingest/outputs',
    uses: ['records.jsonl'],
    steps: ['jsonl', 'jsonl.gz', 'csv', 'parquet', 'arrow'].map(
      (ending) =>
        `latebench ingest records.jsonl -o out.${ending} && latebench ingest out.${ending} | tail -2`,
    ),
  },
  {
    name: 'ingest/stdin-and-files',
    uses: ['records.jsonl', 'injected.jsonl'],
    steps: [
      'cat records.jsonl | latebench ingest - injected.jsonl --limit 15 | cut -c 1-80',
      'gzip -c records.jsonl | latebench ingest | tail -1',
      "printf '[]' | latebench ingest",
      'latebench ingest < /dev/null',
      { sh: 'latebench ingest records.jsonl | head -1', stderr: 'ignore' },
    ],
  },
  {
    name: 'ingest/run-folder',
    uses: ['bad.jsonl'],
    steps: ['latebench ingest --run out bad.jsonl -o out.jsonl', 'latebench ingest --run out bad.jsonl'],
  },
  ...small.map(
    ([row, adapter]): Case => ({
      name: `ingest/adapter-${adapter}`,
      steps: [
        { files: { 'rows.jsonl': `${row}\n` } },
        'latebench ingest rows.jsonl',
        `latebench ingest --adapter ${adapter} rows.jsonl`,
        'latebench ingest --adapter prm800k rows.jsonl',
      ],
    }),
  ),
  ...[
    'processbench/gsm8k.json',
    'processbench/math.json',
    'processbench/olympiadbench.json',
    'prm800k/latebench_prm800k_phase2_100.json',
    'prm800k/openr_samples_prm800k.jsonl',
    'prm800k/tongyx361_prm800k-phase1-test-example.json',
    'prm800k/tongyx361_prm800k-phase2-test-example.json',
    'deltabench/Deltabench_v1_examples.jsonl',
    'gsm8k/test.jsonl',
    'math/math500_test.jsonl',
    'numinamath/numinamath_subset_raw.json',
    'olympiadbench/test.jsonl',
    'omnimath/omni_math_rule.jsonl',
    'aime/aime_2024.jsonl',
    'aime/aime_2025.jsonl',
    'latebench/general_injection_results.json',
    'latebench/latebench_processbench_olympiadbench_complete.json',
  ].map(
    (file): Case => ({
      name: `ingest/data-${file.replace(/\.jsonl?$/, '')}`,
      needs: ['data'],
      steps: [`latebench ingest {data}/${file} -n 30`],
    }),
  ),
  ...[
    'processbench',
    'deltabench',
    'latebench',
    'prm800k',
    'sft-critic',
    'preference',
    'inspect',
    'evalscope',
  ].map(
    (format): Case => ({
      name: `export/${format}`,
      uses: ['judged.jsonl'],
      steps: [
        `latebench export --format ${format} judged.jsonl`,
        `latebench export --format ${format} judged.jsonl -n 3 -o out.jsonl.gz`,
      ],
    }),
  ),
  {
    name: 'export/outputs',
    uses: ['judged.jsonl'],
    steps: ['jsonl', 'csv', 'parquet', 'arrow'].map(
      (ending) => `latebench-export --format processbench judged.jsonl -o out.${ending}`,
    ),
  },
  {
    name: 'export/options',
    uses: ['bad.jsonl'],
    steps: [
      { files: { 'own.jsonl': `${own}\n` } },
      'latebench export --format processbench --adapter jsonl --problem-key question --steps-key solution --answer-key gold --label-key first own.jsonl',
      'latebench export --format processbench --run out --limit 3 --quarantine q.jsonl bad.jsonl',
      'latebench export --format processbench --on-error skip --max-errors 1 bad.jsonl',
      'latebench export --format none bad.jsonl',
      'latebench export bad.jsonl',
    ],
  },
];
