// Calls on a queue: a coordinator and workers over Redis, in one pipeline of processes.
import type { Case } from '../case.ts';

const declared = JSON.stringify({
  name: 'queued',
  about: 'a few late errors and one critic, on a queue',
  source: { synthetic: { count: 8, seed: 1 } },
  stages: [
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 2 } },
  ],
  sinks: [{ file: 'final.jsonl' }],
  score: { bootstrap: 20 },
  endpoint: {
    inject: { baseUrl: '{endpoint}', model: 'latebench-sim/injector' },
    critic: { baseUrl: '{endpoint}', model: 'latebench-sim/critic' },
  },
  seed: 1,
});

/** The folder first: a worker that is started before the run refuses one that is not there. */
const withWorker = (folder: string, line: string, more = ''): string =>
  `mkdir -p ${folder}
   latebench worker ${folder} --redis {redis} -c 2 ${more} > worker.txt 2>&1 & worker=$!
   ${line} > coordinator.txt 2>&1; code=$?
   kill -INT $worker; wait $worker; exit $code`;

export const queueCases: readonly Case[] = [
  {
    name: 'queue/run',
    needs: ['redis'],
    calls: 'distinct',
    steps: [
      { files: { 'p.json': declared } },
      {
        sh: withWorker(
          'r',
          'latebench run p.json --run r --engine bullmq --redis {redis} --global-concurrency 3',
          '--lock 30 --max-retries 2 --cache off',
        ),
        stderr: 'ignore',
      },
      'latebench run p.json --run d && cmp r/final.jsonl d/final.jsonl',
    ],
    presence: ['events', 'worker.txt', 'coordinator.txt', 'queue', 'r/manifest.json', 'r/journal'],
  },
  {
    name: 'queue/pool',
    uses: ['problems.jsonl'],
    needs: ['redis'],
    calls: 'distinct',
    steps: [
      {
        sh: withWorker(
          'p',
          'latebench pool build problems.jsonl --pool p --endpoint {endpoint} --model latebench-sim/sampler --n 2 --max-tokens 64 --top-logprobs 3 --engine bullmq --redis {redis} --global-concurrency 2',
          '--endpoint {endpoint} --budget-tokens 1000000 --budget-usd 10 --budget-folder b --metrics-port 0',
        ),
        stderr: 'ignore',
      },
      'latebench pool verify p',
    ],
    presence: ['events', 'worker.txt', 'coordinator.txt', 'queue'],
  },
  {
    name: 'queue/schedule',
    needs: ['redis'],
    steps: [
      { files: { 'p.json': declared } },
      'latebench schedule p.json --print cron --cron "0 1 * * *" --engine bullmq --redis {redis} --global-concurrency 2',
      'latebench worker nowhere',
      'latebench run p.json --engine bullmq',
    ],
  },
];
