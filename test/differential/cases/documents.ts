// What came with the words of the requirements' documents: ProcessBench by its name, DeepConf in one command, result files
// by dataset, rows at any path, and dry runs of the commands that are no stage.
import type { Case } from '../case.ts';

const sampler = '--endpoint {endpoint} --model latebench-sim/sampler';

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
    name: 'documents/deepconf-build-options',
    uses: ['problems.jsonl'],
    endpoint: { apiKey: 'sk-pool' },
    steps: [
      {
        files: {
          'key.txt': 'sk-pool',
          'rows.json':
            '{"data": {"rows": [{"question": "What is 20+22?", "gold": "42"}, {"question": "", "gold": "1"}]}}',
          'n.env': 'LATEBENCH_LOGPROB_MODEL=latebench-sim/sampler',
        },
      },
      'latebench deepconf evaluate --problems rows.json --rows-path data.rows --problem-key question --answer-key gold --pool p --base-url {endpoint} ' +
        '--env-file n.env --api-key-file key.txt --rpm 60000 --tpm 90000000 --max-retries 0 --n 2 --k 2 --repeat 2 --max-tokens 100 --top-logprobs 3 ' +
        '--top-p 0.9 --thinking unset --no-fallback --window 8 --tail 8 --convention document --edge partial --bottom-count ceil --sentinel skip ' +
        '--missing skip --keep-raw --keep-top --allow-degenerate --no-disk-check --on-error skip --concurrency 1 --metrics-port 0 --no-color --run v',
      `latebench deepconf evaluate problems.jsonl --pool q ${sampler} --api-key-file key.txt --n 3 --grow 2 --k 2 --repeat 2 --max-tokens 128 ` +
        '--no-keep-top --limit 1 --quarantine bad.jsonl --max-errors 3 --budget-tokens 900000 --budget-usd 9 --budget-folder b --price in=1,out=1 ' +
        '--progress off --rebuild --run w',
      `latebench deepconf evaluate problems.jsonl --pool s ${sampler} --api-key-file key.txt --n 3 --k 3 --max-tokens 128 -c 1 --budget-tokens 900`,
    ],
    presence: ['events'],
  },
  {
    name: 'documents/deepconf-vote-options',
    uses: ['problems.jsonl', 'pool'],
    steps: [
      'latebench deepconf evaluate problems.jsonl --pool pool --k 5 --repeat 2 --online --warmup 2 --online-keep 0.5 --consensus 0.9 --window 8 --format csv --run v',
      'latebench deepconf evaluate problems.jsonl --pool pool --k 4 --repeat 2 --filter-rule percentile --answers math --drop-truncated --limit 2 --format json --run w',
      'latebench deepconf evaluate --help',
      'latebench vote --pool pool --k 4 --repeat 2 --limit 2 --run x',
      'latebench sweep --pool pool --k 4 --repeat 2 --windows 8 --limit 1 --run y',
      'rm -r pool/core/*; latebench vote --pool pool --k 4',
    ],
  },
  {
    name: 'documents/deepconf-queue',
    uses: ['problems.jsonl', 'pool'],
    needs: ['redis'],
    steps: [
      'latebench deepconf evaluate problems.jsonl --pool pool --k 4 --repeat 2 --endpoint sim --max-tokens 128 --top-logprobs 5 --engine bullmq --redis {redis} --global-concurrency 2 --run v -q',
    ],
  },
  {
    name: 'documents/dataset-name',
    uses: ['records.jsonl', 'told.jsonl', 'injected.jsonl'],
    steps: [
      'latebench ingest --dataset records.jsonl -n 2',
      'latebench judge --dataset told.jsonl --endpoint sim -n 2',
      'latebench classify --dataset injected.jsonl --all --endpoint sim -n 2',
      'latebench export --dataset injected.jsonl --format processbench -n 2',
      `for f in told injected; do echo "{\\"rows\\": [$(head -2 $f.jsonl | paste -sd,)]}" > $f.json; done`,
      'latebench judge --dataset told.json --rows-path rows --endpoint sim',
      'latebench classify --dataset injected.json --rows-path rows --all --endpoint sim',
      'latebench export --dataset injected.json --rows-path rows --format processbench',
    ],
  },
  {
    name: 'documents/rows-path',
    steps: [
      { files: { 'nested.json': '{"data": {"rows": [{"problem": "1+1?", "steps": ["It is 2."]}]}}' } },
      'latebench filter --rows-path data.rows --dataset nested.json',
      'latebench critic --rows-path data.rows --dataset nested.json --endpoint sim --dry-run',
      'latebench inject --rows-path data.rows --dataset nested.json --endpoint sim --dry-run',
      'latebench pool build --rows-path data.rows --dataset nested.json --pool q --endpoint sim --n 2 --dry-run',
    ],
  },
  {
    name: 'documents/dry-runs',
    uses: ['pool', 'problems.jsonl', 'injected.jsonl', 'spec.json', 'dataset', 'anna.jsonl'],
    steps: [
      'latebench pool export pool -o t.jsonl --dry-run; latebench pool export pool -o t.jsonl -q',
      'latebench pool compact pool --dry-run',
      'latebench pool import t.jsonl --problems problems.jsonl --pool p --dry-run',
      'latebench cache clear --dry-run',
      "latebench schedule quickstart --cron '0 2 1 1 *' --dry-run 2>/dev/null",
      "latebench schedule processbench --cron '0 2 1 1 *' --datasets injected.jsonl --limit 1 --model m --endpoint sim --dry-run 2>/dev/null",
      'latebench pool build problems.jsonl --pool q --endpoint sim --n 9 --grow 2 --max-tokens 32 --dry-run',
      'latebench annotations export --labels anna.jsonl -o gold.jsonl --dry-run',
      'latebench dataset build spec.json -o d --endpoint sim --dry-run',
      'latebench dataset export dataset --format sft-critic -o o.jsonl --on-error skip --max-errors 1 --quarantine q.jsonl --dry-run',
      'latebench vote --pool pool --dry-run',
      'latebench sweep --pool pool --dry-run',
    ],
  },
];
