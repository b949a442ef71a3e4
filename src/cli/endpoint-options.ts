// The options of every command that calls a model: where, how patiently, and at what cost.
import { settingDefaults } from '../config/setting-table.ts';
import type { Option } from '../stages/option.ts';
import { wireOptions } from './wire-options.ts';

export const endpointOptions: readonly Option[] = [
  {
    name: 'endpoint',
    value: 'URL|sim',
    aliases: ['api-url'],
    about: 'base URL of the endpoint, or sim for the embedded simulation',
    group: 'Model',
    setting: 'ROLE.base_url',
  },
  {
    name: 'base-url',
    value: 'URL',
    about: 'the same as --endpoint',
    group: 'Model',
    setting: 'ROLE.base_url',
  },
  { name: 'model', short: 'm', value: 'NAME', about: 'model to call', group: 'Model', setting: 'ROLE.model' },
  ...wireOptions,
  {
    name: 'api-key-file',
    value: 'FILE',
    about: 'read the API key from FILE (keys are never given as flags)',
    group: 'Model',
  },
  {
    name: 'ca-file',
    value: 'FILE',
    about: 'trust these certificate authorities too (PEM)',
    group: 'Model',
    setting: 'ca_file',
  },
  {
    name: 'max-reply-mb',
    value: 'N',
    about: `largest reply in MB, compressed or decompressed (${settingDefaults.maxReplyMb})`,
    group: 'Model',
    setting: 'max_reply_mb',
  },
  {
    name: 'wait-for-endpoint',
    value: 'DURATION',
    about: 'wait this long for a server that does not answer yet or is still loading: 30s, 5m',
    group: 'Model',
    setting: 'wait_for_endpoint',
  },
  {
    name: 'drain',
    value: 'SECONDS',
    about:
      'wait this long for calls in flight after Ctrl-C or a signal to end (1.5 times the slowest so far)',
    group: 'Model',
    setting: 'drain_seconds',
  },
  {
    name: 'concurrency',
    short: 'c',
    value: 'N',
    aliases: ['processes'],
    about: `calls in flight at once (${settingDefaults.concurrency})`,
    group: 'Model',
    setting: 'concurrency',
  },
  { name: 'rpm', value: 'N', about: 'at most N requests per minute', group: 'Model', setting: 'ROLE.rpm' },
  {
    name: 'max-retries',
    value: 'N',
    about: `times a failed call is retried (${settingDefaults.maxRetries})`,
    group: 'Model',
    setting: 'max_retries',
  },
  {
    name: 'tpm',
    value: 'N',
    about: 'at most N tokens per minute, counted by the worst case of each call',
    group: 'Model',
  },
  {
    name: 'cache',
    value: 'MODE',
    choices: ['on', 'read', 'off'],
    default: 'on',
    about:
      'the cache that all runs share: use its replies and add new ones, only use them, or neither (the journal of this run counts either way; see --fresh)',
    group: 'Model',
  },
  {
    name: 'fresh',
    about:
      'make every call again, in spite of journal and cache; earlier replies are kept, and later runs without --fresh use the newest',
    group: 'Model',
  },
  {
    name: 'offline',
    about: 'make no call: take replies from the journal and the cache only',
    group: 'Model',
  },
  {
    name: 'batch',
    about:
      'send calls through the Batch API: cheaper, done within a day; run the command again to fetch the ' +
      'results (needs --run)',
    group: 'Model',
  },
  {
    name: 'batch-wait',
    value: 'SECONDS',
    about: 'leave batches unfinished after this long and fetch them later (wait until they are done)',
    group: 'Model',
    needs: ['batch'],
  },
  {
    name: 'budget-usd',
    value: 'USD',
    about: 'stop before a call whose worst case would go over this; run the command again to resume',
    group: 'Limits',
  },
  { name: 'budget-tokens', value: 'N', about: 'the same in tokens', group: 'Limits' },
  {
    name: 'budget-folder',
    value: 'DIR',
    about: 'keep the count of the budget here, so that several runs share it (the run folder)',
    group: 'Limits',
  },
  {
    name: 'price',
    value: 'in=X,out=Y',
    about: 'USD per million tokens, for models whose price is not known',
    group: 'Limits',
  },
  {
    name: 'metrics-port',
    value: 'N',
    about: 'serve Prometheus metrics on this port of 127.0.0.1',
    group: 'Output',
  },
  {
    name: 'order',
    value: 'HOW',
    choices: ['input', 'any'],
    default: 'input',
    about: 'order of the output; any is faster when calls differ in length',
    group: 'Output',
  },
];
