// Pools of traces, votes and sweeps.
import type { Case } from '../case.ts';

const asked = '--endpoint {endpoint} --model latebench-sim/sampler';
const small = '--n 3 --max-tokens 128 --top-logprobs 4';

const votes: readonly (readonly [string, string])[] = [
  ['plain', '--k 4 --repeat 3'],
  ['several', '--k 2,4 --repeat 4 --metrics lowest,tail --etas 0.1 0.5 0.9 --format json --seed 7'],
  ['rule', '--k 4 --repeat 2 --filter-rule percentile --answers math --format csv'],
  ['fallback', '--k 4 --repeat 2 --no-fallback --drop-truncated --format md'],
  ['window', '--k 4 --repeat 2 --window 8 --tail 0.2 --convention document --edge full --bottom-count floor'],
  ['sentinel', '--k 4 --repeat 2 --sentinel floor --missing zero'],
  ['online', '--k 5 --repeat 2 --online --warmup 2 --online-keep 0.5 --consensus 0.9'],
  ['aliases', '--k 3 --repeats 2 --confidence-metric avg --eta 0.5 --group_size 16 --tail-tokens 16'],
];

export const poolCases: readonly Case[] = [
  {
    name: 'pool/build',
    uses: ['problems.jsonl'],
    steps: [
      `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 2 --seed 3 --temperature 0.7`,
      'latebench pool info p && latebench pool verify p',
      `latebench pool build problems.jsonl --pool p ${asked} --n 5 --max-tokens 128 --top-logprobs 4 -c 2 --seed 3 --temperature 0.7`,
      `latebench pool build problems.jsonl --pool p ${asked} --n 5 --max-tokens 64 --top-logprobs 4`,
      `latebench pool build problems.jsonl --pool p ${asked} --n 2 --max-tokens 64 --top-logprobs 4 --rebuild`,
    ],
  },
  {
    name: 'pool/build-options',
    uses: ['problems.jsonl'],
    endpoint: { apiKey: 'sk-pool' },
    steps: [
      {
        files: {
          'key.txt': 'sk-pool',
          'rows.jsonl': '{"question":"What is 20+22?","gold":"42"}\n{"question":"","gold":"1"}\n',
        },
      },
      'latebench pool build --problems rows.jsonl --problem-key question --answer-key gold --pool p --base-url {endpoint} -m latebench-sim/sampler ' +
        '--api-key-file key.txt --rpm 60000 --tpm 90000000 --max-retries 0 --n-pool 2 --max-tokens 100 --top-logprobs 3 --top-p 0.9 --thinking unset ' +
        '--no-fallback --window 8 --tail 8 --convention document --edge partial --bottom-count ceil --sentinel skip --missing skip --keep-raw --keep-top ' +
        '--allow-degenerate --no-disk-check --on-error skip --concurrency 1',
      `latebench pool build problems.jsonl --pool q ${asked} --api-key-file key.txt ${small} --no-keep-top --limit 1 --quarantine bad.jsonl --max-errors 3`,
      'latebench pool info --pool p --format md',
    ],
  },
  {
    name: 'pool/dry-run',
    uses: ['problems.jsonl', 'pool'],
    steps: [
      `latebench pool build problems.jsonl --pool p ${asked} ${small} --dry-run`,
      `latebench pool build problems.jsonl --pool pool --endpoint sim --n 9 --max-tokens 128 --top-logprobs 5 --dry-run`,
      `latebench pool build problems.jsonl --pool p --endpoint {endpoint} --model deepseek-chat ${small} --price in=1,out=1 --dry-run`,
    ],
  },
  {
    name: 'pool/budget',
    uses: ['problems.jsonl'],
    steps: [
      `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1 --budget-tokens 900`,
      `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1 --budget-tokens 900000 --budget-folder b`,
      `latebench pool build problems.jsonl --pool q ${asked} ${small} -c 1 --budget-usd 0.0001 --price in=1,out=1`,
    ],
  },
  {
    name: 'pool/killed',
    uses: ['problems.jsonl'],
    steps: [
      {
        sh: `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1`,
        kill: { signal: 'SIGKILL', call: 3 },
      },
      `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1`,
      'latebench pool verify p',
    ],
  },
  {
    name: 'pool/interrupted',
    uses: ['problems.jsonl'],
    steps: [
      {
        sh: `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1`,
        kill: { signal: 'SIGINT', call: 3 },
      },
      'latebench pool info p',
      `latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1`,
    ],
  },
  {
    name: 'pool/faults',
    uses: ['problems.jsonl'],
    endpoint: { faults: [{ do: 'no_logprobs' }] },
    steps: [`latebench pool build problems.jsonl --pool p ${asked} ${small} -c 1 --metrics-port 0`],
  },
  {
    name: 'pool/info',
    uses: ['pool'],
    steps: ['', ' --format json', ' --format csv', ' --format md'].map(
      (format) => `latebench pool info pool${format}`,
    ),
  },
  {
    name: 'pool/verify',
    uses: ['pool'],
    steps: [
      'latebench pool verify --pool pool',
      'f=$(ls pool/core/*/*.parquet | head -1); printf x >> "$f"; latebench pool verify pool',
      'latebench pool verify nowhere',
    ],
  },
  {
    name: 'pool/compact',
    uses: ['problems.jsonl', 'pool'],
    steps: [
      'latebench pool compact pool',
      `latebench pool build problems.jsonl --pool p ${asked} --n 130 --limit 1 --max-tokens 16 --top-logprobs 2`,
      'latebench pool compact --pool p && latebench pool verify p',
    ],
    endpoint: { sampler: { tokens: [3, 5] } },
    presence: ['events'],
  },
  {
    name: 'pool/import',
    uses: ['problems.jsonl', 'traces.jsonl'],
    steps: [
      'latebench pool import traces.jsonl --problems problems.jsonl --pool p && latebench pool verify p',
      'latebench pool import traces.jsonl --dataset problems.jsonl --pool q --window 16 --tail 16 --convention official --edge full --bottom-count floor ' +
        '--sentinel fallback --missing zero --no-fallback --no-keep-top --problem-key problem --answer-key answer',
      `{ head -2 traces.jsonl; echo '{"problem_id":"unknown","sample_id":0,"text":"1"}'; echo oops; } > odd.jsonl`,
      'latebench pool import odd.jsonl --problems problems.jsonl --pool r --quarantine q.jsonl',
      'latebench pool import odd.jsonl --problems problems.jsonl --pool r --rebuild-pool --on-error skip',
      'latebench pool import odd.jsonl --problems problems.jsonl --pool s --max-errors 1',
    ],
  },
  {
    name: 'pool/export',
    uses: ['pool'],
    steps: [
      'latebench pool export pool --no-tokens',
      'latebench pool export --pool pool --no-top -o t.jsonl.gz',
      'latebench pool export pool -o t.jsonl',
      { sh: 'latebench pool export pool | head -1 | cut -c 1-200', stderr: 'ignore' },
    ],
  },
  ...votes.map(
    ([name, options]): Case => ({
      name: `vote/${name}`,
      uses: ['pool'],
      steps: [`latebench vote --pool pool ${options} --run v`],
    }),
  ),
  {
    name: 'sweep/formats',
    uses: ['pool'],
    steps: [
      'latebench sweep --pool pool --windows 8,32 --k 2,4 --repeat 2 --run s',
      'latebench sweep --pool pool --windows 8 --k 4 --repeat 2 --metrics lowest --etas 0.05,0.5 --format csv --seed 3 --filter-rule percentile --run t',
      'latebench sweep --pool pool --windows 16 --k 4 --repeat 2 --answers math --no-fallback --drop-truncated --format json --run u',
      'latebench sweep --pool pool --windows 16 --k 4 --repeat 2 --convention document --edge full --bottom-count floor --sentinel skip --missing zero --format md --run w',
    ],
  },
  {
    name: 'vote/refused',
    uses: ['pool'],
    steps: [
      'latebench vote --pool nowhere',
      'latebench vote',
      'latebench vote --pool pool --k 99',
      'latebench vote --pool pool --etas 2',
      'latebench vote --pool pool --metrics none',
      'latebench sweep --pool pool --windows 0',
    ],
  },
];
