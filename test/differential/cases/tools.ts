// Commands beside the pipeline of records, and what holds for every command: help, general options, errors.
import type { Case } from '../case.ts';

const leaves = [
  ['run', 'schedule', 'worker', 'status', 'ingest'],
  ['filter', 'inject', 'critic', 'judge', 'classify'],
  ['score', 'compare', 'verify', 'extract', 'export', 'verify-run'],
  ['pool build', 'pool info', 'pool verify', 'pool compact', 'pool import', 'pool export', 'pool'],
  ['vote', 'sweep', 'report', 'view', 'annotations', 'retry'],
  ['cache', 'dataset', 'push', 'simulate', 'config', 'completion'],
  ['dataset build', 'dataset diff', 'dataset verify', 'dataset export', 'deepconf evaluate'],
] as const;

const general = '--quiet --progress off --env-file e.env --no-color';

/** A line of each command that ends quickly. */
const quick: readonly (readonly string[])[] = [
  ['run quickstart --plan', 'schedule pool-build --print cron', 'worker nowhere --redis redis://127.0.0.1:9'],
  [
    'ingest --adapter synthetic --n 1',
    'filter records.jsonl',
    'inject --endpoint sim -n 1 records.jsonl',
    'critic --endpoint sim -n 1 records.jsonl',
  ],
  [
    'judge --endpoint sim -n 1 judged.jsonl',
    'classify --endpoint sim -n 1 judged.jsonl',
    'score judged.jsonl',
    'compare judged.jsonl judged.jsonl',
  ],
  [
    'verify records.jsonl -n 1',
    'extract records.jsonl -n 1',
    'export --format processbench judged.jsonl',
    'verify-run run',
    'report judged.jsonl -o r.md',
  ],
  [
    'pool build problems.jsonl --pool p --endpoint sim --n 1 --max-tokens 32 --limit 1',
    'pool info pool',
    'pool verify pool',
    'pool compact pool',
  ],
  [
    'pool import traces.jsonl --problems problems.jsonl --pool i',
    'pool export pool --no-tokens',
    'vote --pool pool --k 2 --repeat 1 --run v',
    'sweep --pool pool --windows 8 --k 2 --repeat 1 --run s',
  ],
  [
    'view judged.jsonl --export site',
    'annotations export anna.jsonl',
    'retry q.jsonl',
    'cache stats',
    'dataset verify dataset',
    'push records.jsonl --repo me/x --dry-run',
  ],
  [
    'dataset build spec.json -o built --endpoint sim --dry-run',
    'dataset diff dataset dataset',
    'dataset export dataset --format sft-critic',
    'deepconf evaluate problems.jsonl --pool pool --k 2 --repeat 1 --run v',
  ],
  ['simulate --port x', 'config', 'completion bash'],
];

const noted = [
  'run',
  'records.jsonl',
  'judged.jsonl',
  'problems.jsonl',
  'pool',
  'traces.jsonl',
  'anna.jsonl',
  'dataset',
  'spec.json',
];

export const toolCases: readonly Case[] = [
  {
    name: 'help/all',
    steps: [
      'latebench --help',
      'latebench',
      'latebench help critic',
      'latebench help pool build',
      'latebench --version',
      'latebench-critic --version',
      'latebench -h',
    ],
  },
  ...leaves.map(
    (names): Case => ({
      name: `help/${names[0]}`,
      steps: [names.map((name) => `latebench ${name} --help`).join('\n')],
    }),
  ),
  ...quick.map(
    (lines): Case => ({
      name: `general/${lines[0]!.split(' ')[0]}-${lines.at(-1)!.split(' ')[0]}`,
      uses: noted.filter((name) => lines.some((line) => line.split(/[ /]/).includes(name))),
      steps: [
        { files: { 'e.env': 'LATEBENCH_CRITIC_MODEL=latebench-sim/critic\n' } },
        ...lines.map((line) => `latebench ${line} ${general}`),
      ],
    }),
  ),
  {
    name: 'errors/usage',
    uses: ['records.jsonl'],
    steps: [
      'latebench nope',
      'latebench critc records.jsonl',
      'latebench filter --min-step 3 records.jsonl',
      'latebench filter --min-steps many records.jsonl',
      'latebench filter --min-steps',
      'latebench filter --where subject records.jsonl',
      'latebench filter none.jsonl',
      'latebench filter .',
      'latebench filter records.jsonl -o out.txt',
      'latebench filter records.jsonl -o no/where/out.jsonl',
      'latebench critic --protocol both records.jsonl',
      'latebench ingest --adapter none records.jsonl',
      'latebench filter --sample 0% records.jsonl; latebench filter --max-errors x records.jsonl',
    ],
  },
  {
    name: 'errors/endpoint',
    uses: ['records.jsonl'],
    steps: [
      'latebench critic records.jsonl',
      'latebench inject records.jsonl',
      'latebench critic --endpoint http://127.0.0.1:9/v1 --model m -c 1 --max-retries 0 -n 1 records.jsonl',
      'latebench critic --endpoint not-a-url --model m records.jsonl',
      'latebench critic --endpoint {endpoint} --model nobody -c 1 --max-retries 0 -n 1 records.jsonl',
      {
        sh: 'latebench critic -n 1 records.jsonl',
        env: {
          OPENAI_BASE_URL: '{endpoint}',
          OPENAI_API_KEY: 'sk-env',
          LATEBENCH_CRITIC_MODEL: 'latebench-sim/critic',
        },
      },
    ],
  },
  {
    name: 'errors/faults',
    uses: ['records.jsonl'],
    endpoint: { faults: [{ do: 'quota' }] },
    steps: [
      'latebench critic --endpoint {endpoint} --model latebench-sim/critic -c 1 records.jsonl',
      'latebench inject --endpoint {endpoint} --model latebench-sim/injector -c 1 records.jsonl',
    ],
  },
  ...(
    ['wrong_model', 'null_content', 'empty_choices', 'truncate', 'error_in_200', 'ignore_max_tokens'] as const
  ).map(
    (fault): Case => ({
      name: `errors/${fault}`,
      uses: ['records.jsonl'],
      endpoint: { faults: [fault === 'error_in_200' ? { do: fault, code: 502 } : { do: fault }] },
      steps: [
        'latebench critic --endpoint {endpoint} --model latebench-sim/critic -c 1 --max-retries 1 -n 2 records.jsonl',
      ],
    }),
  ),
  {
    name: 'errors/refused-calls',
    uses: ['injected.jsonl'],
    endpoint: { faults: [{ do: 'error', status: 422, when: { every: 3 } }] },
    steps: [
      'latebench critic --endpoint {endpoint} --model latebench-sim/critic -c 1 --max-retries 0 --cache off injected.jsonl',
      'latebench inject --endpoint {endpoint} --model latebench-sim/injector -c 1 --max-retries 0 --cache off injected.jsonl',
    ],
  },
  {
    name: 'errors/pipes',
    uses: ['records.jsonl'],
    steps: [
      { sh: 'latebench ingest --adapter synthetic --n 300 | head -1', stderr: 'ignore' },
      { sh: 'latebench critic --endpoint sim -c 1 records.jsonl | head -1', stderr: 'ignore' },
      'latebench ingest records.jsonl | latebench-inject --endpoint sim -n 3 | latebench-critic --endpoint sim | latebench score',
      'latebench filter none.jsonl | latebench filter',
      'latebench --help | head -1',
    ],
    presence: ['.lbj', 'events'],
  },
  {
    name: 'progress/on',
    uses: ['records.jsonl'],
    steps: [
      'latebench critic --endpoint sim -c 1 -n 3 --progress on records.jsonl -o out.jsonl',
      'latebench filter --progress on records.jsonl -o out2.jsonl',
    ],
  },
  {
    name: 'cache/actions',
    uses: ['records.jsonl'],
    steps: [
      'latebench cache stats',
      'latebench critic --endpoint {endpoint} --model latebench-sim/critic -c 1 -n 3 records.jsonl -o out.jsonl',
      'latebench cache stats',
      // How long a reply took is kept with it, in more or fewer digits.
      `latebench cache stats --format json | sed 's/"bytes": [0-9]*/"bytes": N/'`,
      'latebench cache prune --older-than 90',
      `latebench cache prune --max-bytes 1 2>&1 | sed 's/"bytes":[0-9]*/"bytes":N/'`,
      'latebench cache prune',
      'latebench cache clear',
      'latebench cache; latebench cache paint',
    ].map((sh) => ({ sh, timed: true as const })),
  },
  {
    name: 'config/sources',
    steps: [
      {
        files: {
          'latebench.config.json': '{"critic":{"model":"from-file"},"concurrency":3}\n',
          '.env': 'LATEBENCH_INJECT_MODEL=from-env-file\nOPENAI_API_KEY=sk-from-env-file\n',
          'other.env': 'LATEBENCH_CRITIC_RPM=7\n',
          '.config/latebench/config.json': '{"max_retries":2}\n',
        },
      },
      'latebench config',
      'latebench config --explain',
      'latebench config --format json --env-file other.env',
      {
        sh: 'latebench config --explain',
        env: { LATEBENCH_CRITIC_MODEL: 'from-environment', HF_TOKEN: 'hf_x' },
      },
      "echo '{' > latebench.config.json; latebench config",
    ],
  },
  {
    name: 'completion/shells',
    steps: [
      'latebench completion bash',
      'latebench completion zsh',
      'latebench completion fish',
      'latebench completion',
      'latebench completion tcsh',
    ],
  },
  {
    name: 'simulate/options',
    uses: ['records.jsonl'],
    steps: [
      { files: { 'faults.json': '[{"do":"error","status":503,"when":{"for_calls":1}}]' } },
      {
        sh: `latebench simulate --port 0 --latency 1 --batch-time 5 --batch-expire 0.1 --faults faults.json --trace-tokens 20 --distinct-replies 2 --seed 3 > url.txt 2> said.txt &
          server=$!; until [ -s url.txt ]; do sleep 0.05; done
          latebench critic --base-url "$(head -1 url.txt)" --model latebench-sim/critic -c 1 -n 3 --cache off --run r records.jsonl
          kill -INT $server; wait $server; echo "exit $?"`,
      },
      'latebench simulate --faults none.json',
      'latebench simulate --batch-expire 2',
    ],
    presence: ['url.txt'],
  },
];
