// `latebench doctor`: whether what is configured works, before a run depends on it.
import { roles } from '../../config/setting-table.ts';
import { defineCommand } from '../command.ts';
import { endpointOptions } from '../endpoint-options.ts';
import { printOption, redisOption, storeOption } from '../options.ts';

const checkedOptions = new Set([
  ...['endpoint', 'base-url', 'model', 'dialect', 'header', 'body', 'query'],
  ...['api-key-file', 'ca-file', 'max-reply-mb'],
]);

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'check whether everything that is configured works',
  usage: '[ROLE…] [OPTIONS]',
  words: roles,
  examples: [
    'latebench doctor',
    'latebench doctor critic --endpoint http://127.0.0.1:8000/v1 --model qwen3-8b',
    'latebench doctor --no-calls --format json',
    'latebench doctor --queue --redis redis://queue:6379 --store s3://bucket/late',
  ],
  about:
    'Checks Node, disk, settings, the endpoint of each role (critic, inject, logprob, and embed where its ' +
    'model is set; or only those you name), the hub, Redis, the storage between machines and the clock. An endpoint gets about ten small ' +
    'calls, once if roles share it (one of embeddings gets one): whether it replies, gives log-probabilities, follows JSON Schemas and ' +
    'seeds, streams, and reads long prompts without truncating them. Rejected parameters are stored, as in a ' +
    'run. The exit code is 1 if something that is configured does not work.',
  role: 'every',
  options: [
    {
      name: 'no-calls',
      about: 'make no call to a model; only request lists of models',
      group: 'Work',
    },
    ...endpointOptions.filter(({ name }) => checkedOptions.has(name)),
    {
      name: 'queue',
      about: 'check only what workers need: Redis (--redis), and the storage between machines (--store)',
      group: 'Work',
    },
    redisOption,
    storeOption,
    printOption('table', 'json'),
  ],
  docs: 'docs/endpoints.md',
  run: async (call) => (await import('../doctor-run.ts')).runDoctor(call),
});
