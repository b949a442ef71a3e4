// `latebench inject` and `classify`: types, regions, gate, verification, manual injections, misbehaving models.
import type { Case } from '../case.ts';

const asked = '--endpoint {endpoint} --model latebench-sim/injector -c 4 --max-retries 1 --cache off';

const calling: readonly (readonly [string, string])[] = [
  ['plain', ''],
  ['clean-fraction', '--clean-fraction 0.5 --seed 3'],
  ['types', '--types missing_case,quantifier,boundary --weights missing_case=3'],
  ['region', '--region last-half'],
  ['step', '--step 9'],
  ['comment', "--comment 'forget a case'"],
  ['gate-report', '--gate report'],
  ['gate-off', '--gate off --temperature 0'],
  ['verify-votes', '--verify-votes 2 --verify-model latebench-sim/critic'],
  ['difficulty', '--difficulty-votes 2 --difficulty-models latebench-sim/critic'],
  ['require-correct', '--require-correct --max-attempts 1'],
  ['keep-rejected', '--keep-rejected --rejects rejects.jsonl --report-file report.html'],
  ['manual', '--manual anna.jsonl --rejects rejected.jsonl'],
];

const ways = [
  'prose',
  'not-json',
  'wrong-region',
  'unchanged',
  'leak',
  'inconsistent',
  'cut-off',
  'repeated',
];

export const injectCases: readonly Case[] = [
  ...calling.map(
    ([name, options]): Case => ({
      name: `inject/${name}`,
      uses: ['records.jsonl', ...(options.includes('anna') ? ['anna.jsonl'] : [])],
      steps: [`latebench inject ${asked} ${options} -n 6 records.jsonl`],
    }),
  ),
  ...ways.map(
    (way): Case => ({
      name: `inject/misbehaving-${way}`,
      uses: ['records.jsonl'],
      steps: [
        `latebench inject --endpoint {endpoint} --model latebench-sim/injector-misbehaving/${way} --cache off ` +
          '--keep-rejected --max-attempts 2 -n 4 records.jsonl -o out.jsonl',
      ],
    }),
  ),
  {
    name: 'inject/outputs',
    uses: ['records.jsonl'],
    steps: ['jsonl.gz', 'csv', 'parquet', 'arrow'].map(
      (ending) => `latebench-inject --endpoint sim -n 4 records.jsonl -o out.${ending}`,
    ),
  },
];
