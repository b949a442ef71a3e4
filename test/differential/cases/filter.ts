// `latebench filter`: every condition, sampling and balancing.
import type { Case } from '../case.ts';

const simple: readonly (readonly [string, string])[] = [
  ['min-steps', '--min-steps 12'],
  ['max-steps', '--max-steps 12'],
  ['has-error', '--has-error'],
  ['no-error', '--no-error'],
  ['single-error', '--single-error'],
  ['late', '--late --report'],
  ['where', "--where 'steps.length>=12' --where injection.status=accepted"],
  ['where-pattern', "--where 'problem~linear|urn' --where answer!=null"],
  ['boxed', '--boxed --final-answer --report'],
  ['consistent', '--consistent-answer --one-solution --one-language --valid-latex --report'],
  ['step-chars', '--min-step-chars 5 --max-step-chars 400 --max-step-ratio 30 --report'],
  ['complexity', '--min-complexity 0.1 --max-complexity 10 --report'],
  ['unique-problem', '--unique problem'],
  ['unique-solution', '--unique solution'],
  ['unique-near', '--unique near --near-threshold 0.5 --unique-window 100 --report'],
  ['overlap', '--overlap others.jsonl --overlap-words 8 --overlap-share 0.3 --report'],
  ['sample-number', '--sample 4 --seed 2'],
  ['sample-percent', '--sample 40% --seed 5'],
  ['balance', '--balance --seed 1'],
  ['accepted', '--accepted anna.jsonl'],
  ['preset-correct', '--preset latebench-correct --report'],
  ['preset-error', '--preset latebench-error --report'],
];

export const filterCases: readonly Case[] = [
  {
    name: 'stages/dry-run',
    uses: ['injected.jsonl'],
    steps: [
      'filter',
      'ingest',
      'verify',
      'extract',
      'export --format processbench',
      'report',
      'score',
      'compare',
    ].map((command) => `latebench ${command} injected.jsonl --dry-run`),
  },
  ...simple.map(
    ([name, options]): Case => ({
      name: `filter/${name}`,
      uses: ['injected.jsonl', ...(options.includes('anna') ? ['anna.jsonl'] : [])],
      steps: [
        ...(options.includes('others') ? ['tail -3 injected.jsonl > others.jsonl'] : []),
        `latebench filter ${options} injected.jsonl`,
      ],
    }),
  ),
  {
    name: 'filter/outputs',
    uses: ['records.jsonl'],
    steps: ['jsonl', 'jsonl.gz', 'csv', 'parquet', 'arrow'].map(
      (ending) => `latebench-filter --limit 4 records.jsonl -o out.${ending}`,
    ),
  },
  {
    name: 'filter/rows',
    steps: [
      {
        files: {
          'rows.jsonl':
            '{"q":"1+1?","s":"One.\\n\\nTwo.","a":"2","l":-1}\n{"q":"1+2?","s":"Four.","a":"3","l":0}\n',
        },
      },
      'latebench filter --problem-key q --steps-key s --answer-key a --label-key l --has-error rows.jsonl',
      'latebench filter --adapter jsonl --problem-key q -n 1 rows.jsonl',
    ],
  },
  {
    name: 'filter/bad-input',
    uses: ['bad.jsonl'],
    steps: [
      'latebench filter --run r bad.jsonl -o out.jsonl',
      'latebench filter --on-error skip --max-errors 50% bad.jsonl',
      'latebench filter --on-error fail bad.jsonl -o failed.jsonl',
      'latebench filter --max-errors 1 --quarantine q.jsonl bad.jsonl',
      'latebench ingest --on-error skip --max-errors 9 bad.jsonl',
      'latebench ingest --quarantine q2.jsonl --max-errors 1 bad.jsonl',
    ],
  },
  {
    name: 'filter/pipe-closed',
    uses: ['records.jsonl'],
    steps: [
      { sh: 'latebench filter records.jsonl | head -1', stderr: 'ignore' },
      'cat records.jsonl records.jsonl | latebench filter | latebench filter -n 2',
    ],
  },
];
