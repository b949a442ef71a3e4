// `latebench run`, `schedule`, `status`, `verify-run` and `retry`: the shipped pipelines and files of one's own.
import type { Case } from '../case.ts';

const small = (endpoint: string, more: object = {}): string =>
  JSON.stringify({
    name: 'small',
    about: 'a few late errors and one critic',
    source: { synthetic: { count: 8, seed: 1 } },
    stages: [
      { use: 'filter', with: { minSteps: 8 } },
      { use: 'inject', with: { cleanFraction: 0.5 } },
      { use: 'critic', with: { votes: 1 } },
    ],
    sinks: [{ file: 'final.jsonl' }, { file: 'final.csv' }],
    score: { bootstrap: 20 },
    endpoint:
      endpoint === 'sim'
        ? 'sim'
        : {
            inject: { baseUrl: endpoint, model: 'latebench-sim/injector' },
            critic: { baseUrl: endpoint, model: 'latebench-sim/critic' },
          },
    seed: 1,
    ...more,
  });

/** One role and `-c 1`: calls come one after the other, so that a kill finds the same state each time. */
const oneRole = { stages: [{ use: 'critic', with: { votes: 1 } }] };

const tiny = "--set source.files='[]' --set source.synthetic.count=6 --set score.bootstrap=20";

export const runCases: readonly Case[] = [
  {
    name: 'run/quickstart',
    steps: [
      'latebench run quickstart --plan',
      `latebench run quickstart --run r ${tiny} --set critic.votes=2 --endpoint sim -q`,
      'latebench verify-run r',
      'latebench status r',
    ].map((sh) => ({ sh, timed: true as const })),
  },
  {
    name: 'run/from',
    steps: [
      { files: { 'p.json': small('sim') } },
      'latebench run p.json --run r -q',
      'latebench run p.json --run r --set critic.votes=3 --from critic',
      'latebench run p.json --run r --from 3',
      'latebench run p.json --run r --set seed=9 --from critic',
      'latebench run p.json --run r --from nothing',
      'latebench run p.json --run s --from critic',
    ],
  },
  {
    name: 'run/injection-batch',
    steps: [
      'latebench run injection-batch --plan',
      'latebench run injection-batch --run r --set source.synthetic.count=4 --set difficulty.votes=2',
    ],
  },
  {
    name: 'run/critic-benchmark',
    uses: ['injected.jsonl'],
    steps: [
      `latebench run critic-benchmark --plan --set 'source.files=["injected.jsonl"]'`,
      `latebench run critic-benchmark --run r --set 'source.files=["injected.jsonl"]' --set stages.1.with.votes=2 --set stages.3.with.votes=2 --set score.bootstrap=20`,
      'latebench run critic-benchmark',
    ],
  },
  {
    name: 'run/pool-build-and-vote-sweep',
    steps: [
      'latebench run pool-build --plan',
      `latebench run pool-build --run r --set pool.grow=2 --set pool.problems=2 --set pool.maxTokens=64`,
      `latebench run vote-sweep --run v --set 'vote.k=[2]' --set vote.repeat=2`,
      'latebench run vote-sweep --plan',
      `latebench run vote-sweep --from vote --run w --set 'vote.k=[2]' --set vote.repeat=2`,
    ],
  },
  {
    name: 'run/publish',
    uses: ['spec.json'],
    steps: [
      'latebench run publish --plan',
      'latebench run publish --run r --set dataset.spec=spec.json --set dataset.folder=built',
      'latebench run publish --run r --set dataset.spec=spec.json --set dataset.folder=built',
    ],
  },
  {
    name: 'run/json-endpoint',
    steps: [
      { files: { 'p.json': small('{endpoint}') } },
      'latebench run p.json --plan',
      'latebench run p.json --run r -c 3 --max-retries 1 --tpm 100000000 --cache off --metrics-port 0',
      'latebench run p.json --run r --offline',
      'latebench status r --format json | grep -c . ',
      'latebench verify-run --format json r',
    ],
  },
  {
    name: 'run/typescript',
    steps: [
      {
        files: {
          'p.ts': `export default ${small('sim', { name: 'typed' })};\n`,
        },
      },
      'latebench run ./p.ts --run r --quiet --progress off --no-color',
    ],
  },
  {
    name: 'run/budget',
    steps: [
      { files: { 'p.json': small('{endpoint}') } },
      'latebench run p.json --run r -c 1 --cache off --budget-tokens 5000',
      'latebench run p.json --run r -c 1 --cache off --budget-tokens 5000000 --budget-folder b',
      'latebench run p.json --run s -c 1 --cache read --budget-usd 0.00001 --price in=1,out=2',
      'latebench run p.json --run t --budget-usd 1',
    ],
  },
  {
    name: 'run/killed',
    calls: 'distinct',
    steps: [
      { files: { 'p.json': small('{endpoint}', oneRole) } },
      { sh: 'latebench run p.json --run r -c 1 --cache off', kill: { signal: 'SIGKILL', call: 4 } },
      { sh: 'latebench run p.json --run r -c 1 --cache off', stderr: 'ignore' },
    ],
  },
  {
    name: 'run/interrupted',
    calls: 'distinct',
    steps: [
      { files: { 'p.json': small('{endpoint}', oneRole) } },
      {
        sh: 'latebench run p.json --run r -c 1 --cache off',
        kill: { signal: 'SIGINT', call: 4 },
        stderr: 'ignore',
      },
      { sh: 'latebench run p.json --run r -c 1 --cache off', stderr: 'ignore' },
      {
        sh: 'latebench run p.json --run r ',
        kill: { signal: 'SIGTERM', call: 1 },
        stderr: 'ignore',
      },
    ],
    presence: ['events', 'manifest.json'],
  },
  {
    name: 'run/batch',
    // Long enough that no batch has ended when step 2 asks for the first time.
    endpoint: { batches: { timeMs: 3_000 } },
    calls: 'distinct',
    steps: [
      { files: { 'p.json': small('{endpoint}') } },
      { sh: 'latebench run p.json --run r --cache off --batch --batch-wait 0' },
      { sh: 'latebench run p.json --run r --cache off --batch', stderr: 'ignore' },
      'latebench run p.json --run d --cache off && cmp r/final.jsonl d/final.jsonl',
    ],
  },
  {
    name: 'run/batch-killed',
    endpoint: { batches: { timeMs: 200 } },
    calls: 'distinct',
    steps: [
      { files: { 'p.json': small('{endpoint}') } },
      {
        // The requests, the batch, and then the first question how far it is: by then its id is durable.
        sh: 'latebench run p.json --run r --cache off --batch',
        kill: { signal: 'SIGKILL', call: 3 },
        stderr: 'ignore',
      },
      { sh: 'latebench run p.json --run r --cache off --batch', stderr: 'ignore' },
    ],
    presence: ['r/batches'],
  },
  {
    name: 'run/bad-input',
    uses: ['bad.jsonl'],
    steps: [
      { files: { 'p.json': small('sim', { source: { files: ['bad.jsonl'] } }) } },
      'latebench run p.json --run r',
      'latebench run p.json --run s --on-error skip',
      'latebench run p.json --run t --on-error fail',
      'latebench run p.json --run u --quarantine q.jsonl --max-errors 9',
      'latebench run p.json --run v --max-errors 1',
    ],
  },
  {
    name: 'run/refused',
    steps: [
      {
        files: {
          'no.json': '{',
          'keys.json': small('sim', { colour: 1 }),
          'stage.json': small('sim', { stages: [{ use: 'paint', with: {} }] }),
          'file.json': small('sim', { source: { files: ['none.jsonl'] } }),
        },
      },
      'latebench run no.json',
      'latebench run keys.json',
      'latebench run stage.json',
      'latebench run file.json --run r',
      'latebench run nowhere',
      'latebench run',
      'latebench run quickstart --set critic.vots=1',
      'latebench run quickstart --set seed',
    ],
  },
  {
    name: 'schedule/once',
    steps: [
      { files: { 'p.json': small('{endpoint}') } },
      "latebench schedule p.json --cron '0 0 1 1 *' --timezone Europe/Berlin --once --folder s -c 2 --cache off --max-retries 1 --tpm 90000000",
      "latebench schedule p.json --cron '0 0 1 1 *' --once --folder s --catch-up none --offline",
      'latebench schedule p.json --cron nonsense --once',
      'latebench schedule p.json --once',
    ],
  },
  {
    name: 'schedule/options',
    uses: ['bad.jsonl'],
    steps: [
      { files: { 'p.json': small('sim', { source: { files: ['bad.jsonl'] } }) } },
      {
        sh: "latebench schedule p.json --cron '0 0 1 1 *' --once --folder s --set score.bootstrap=5 --endpoint sim --budget-tokens 900000 --budget-usd 5 --price in=1,out=1 --metrics-port 0 --on-error skip --max-errors 9 --quarantine q.jsonl --engine in-process",
        stderr: 'ignore',
      },
      {
        sh: "latebench schedule p.json --cron '0 0 1 1 *' --once --folder b --batch --batch-wait 0 --on-error skip",
        stderr: 'ignore',
      },
    ],
  },
  {
    name: 'schedule/print',
    steps: [
      'latebench schedule pool-build --print systemd',
      'latebench schedule pool-build --print cron',
      'latebench schedule publish --print k8s',
      "latebench schedule quickstart --cron '0 2 * * 1' --timezone Asia/Tokyo --print systemd",
      'latebench schedule quickstart --print cron',
    ],
  },
  {
    name: 'status/folders',
    uses: ['run', 'pool'],
    steps: [
      { sh: 'latebench status run', timed: true },
      { sh: 'latebench status run --quiet --progress off --env-file e.env --no-color', timed: true },
      { sh: 'latebench status pool', timed: true },
      'latebench status nowhere',
      'latebench status',
    ],
  },
  {
    name: 'verify-run/changed',
    uses: ['run'],
    steps: [
      'latebench verify-run run',
      `sed -i 's/"n_error": [0-9]*/"n_error": 99/' run/summary.json; latebench verify-run run`,
      'rm -r run/journal; latebench verify-run --format json run',
      'latebench verify-run nowhere',
    ],
  },
  {
    name: 'retry/commands',
    uses: ['bad.jsonl'],
    steps: [
      'latebench filter --quarantine q.jsonl bad.jsonl -o good.jsonl',
      'latebench retry q.jsonl',
      'latebench retry q.jsonl --code LB_SCHEMA',
      'latebench retry q.jsonl --stage filter',
      'latebench retry q.jsonl --code LB_JSON -- filter --on-error skip',
      'latebench retry q.jsonl -- nothing',
      'latebench retry none.jsonl',
      'latebench retry',
    ],
  },
];
