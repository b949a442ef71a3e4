// What came with the words of the requirements' documents: ProcessBench by its name, DeepConf in one command, result files
// by dataset, rows at any path, and dry runs of the commands that are no stage.
import type { Case } from '../case.ts';

export const documentCases: readonly Case[] = [
  {
    name: 'documents/results',
    uses: ['injected.jsonl'],
    steps: [
      'latebench critic --dataset injected.jsonl --endpoint sim --votes 1 --results out --dataset-name Mine -n 4 -q > judged.jsonl',
      'ls out/* && cat out/*/*.csv',
    ],
  },
  {
    name: 'documents/processbench',
    needs: ['data'],
    steps: [
      'latebench run processbench --endpoint sim --limit 3 --datasets {data}/processbench --run r -q --cache off',
      'ls r/results/processbench',
      'latebench run processbench --endpoint sim --limit 3 --datasets {data}/processbench --model latebench-sim/critic --plan',
    ],
  },
  {
    name: 'documents/deepconf-evaluate',
    uses: ['problems.jsonl'],
    steps: [
      'latebench deepconf evaluate --dataset problems.jsonl --endpoint sim --pool p --n 4 --k 2 --temperature 0.6 --max_tokens 64 --confidence_metric lowest_group --group_size 32 --tail_tokens 32 --etas 0.1 0.9 --repeat 2 --seed 3 --run v -q',
      'latebench deepconf evaluate --dataset problems.jsonl --endpoint sim --pool p --n 4 --k 2 --temperature 0.6 --max_tokens 64 --dry-run',
    ],
  },
  {
    name: 'documents/rows-path',
    steps: [
      { files: { 'nested.json': '{"data": {"rows": [{"problem": "1+1?", "steps": ["It is 2."]}]}}' } },
      'latebench filter --rows-path data.rows --dataset nested.json',
      'latebench critic --rows-path data.rows --dataset nested.json --endpoint sim --dry-run',
      'latebench inject --rows-path data.rows --dataset nested.json --endpoint sim --dry-run',
    ],
  },
  {
    name: 'documents/dry-runs',
    uses: ['pool', 'injected.jsonl'],
    steps: [
      'latebench pool compact pool --dry-run',
      'latebench pool export pool -o t.jsonl --dry-run',
      'latebench cache clear --dry-run',
      "latebench schedule quickstart --cron '0 2 1 1 *' --dry-run 2>/dev/null",
      'latebench vote --pool pool --dry-run',
      'latebench sweep --pool pool --dry-run',
    ],
  },
];
