// `latebench worker`: takes part in a run that was put on a queue, on this machine or another.
import { defineCommand } from '../command.ts';
import { endpointOptions } from '../endpoint-options.ts';
import { redisOption, storeOption } from '../options.ts';

const workerOptions = new Set([
  ...['endpoint', 'dialect', 'header', 'body', 'query', 'concurrency'],
  ...['max-retries', 'wait-for-endpoint', 'cache', 'metrics-port'],
  ...['budget-usd', 'budget-tokens', 'budget-folder'],
]);

export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'make the calls of a run that several machines share',
  usage: 'DIR --redis URL [OPTIONS]',
  examples: [
    'latebench worker /shared/runs/late --redis redis://queue:6379 --concurrency 50',
    'latebench worker own --store s3://bucket/late --redis redis://queue:6379',
    'latebench run late.ts --run /shared/runs/late --engine bullmq --redis redis://queue:6379',
  ],
  about:
    'DIR is the folder of the run (or of the pool) on storage that all machines share; `latebench run … ' +
    '--engine bullmq` writes the work into it. If machines share no disk, give the same --store as for the ' +
    'run; DIR is then a folder of this machine. Keys come from this machine. Replies are stored in a journal ' +
    'of this worker in DIR (and in the store) before the queue is told, so a worker may be killed at any ' +
    "time. The worker ends when the run is done. The run's budget covers all its machines; a worker with " +
    '--budget-usd or --budget-tokens has its own.',
  options: [
    redisOption,
    storeOption,
    {
      name: 'lock',
      value: 'SECONDS',
      about: 'seconds of silence after which a worker loses its jobs (60)',
      group: 'Work',
    },
    {
      name: 'stay',
      about: 'when the run is done, wait for its next start',
      group: 'Work',
    },
    ...endpointOptions.filter(({ name }) => workerOptions.has(name)),
  ],
  docs: 'docs/scale.md',
  run: async (call) => (await import('../worker-run.ts')).runWorkerCommand(call),
});
