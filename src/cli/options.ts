// The options that several commands share: one name, one meaning, everywhere.
import { adapterNames } from '../datasets/adapter-names.ts';
import { labelKindNames } from '../datasets/label-kinds.ts';
import { inGroup, type Option } from '../stages/option.ts';

export const generalOptions = inGroup('General', [
  { name: 'quiet', short: 'q', about: 'no progress and no summary on stderr' },
  {
    name: 'progress',
    value: 'WHEN',
    choices: ['auto', 'on', 'off'],
    default: 'auto',
    about: 'show progress on stderr',
  },
  {
    name: 'env-file',
    value: 'FILE',
    about: 'read environment variables from FILE instead of .env',
  },
  { name: 'no-color', about: 'no colours (also NO_COLOR)' },
  { name: 'help', short: 'h', about: 'show this help' },
]);

/** How a command prints its result; the first form is the default. */
export function printOption(...forms: readonly [string, ...string[]]): Option {
  return {
    name: 'format',
    value: 'HOW',
    choices: forms,
    default: forms[0],
    about: 'how to print',
    group: 'Output',
  };
}

/** Where rows of a user's own hold what; `--mapping` has the same in a file. */
export const keyOptions = inGroup('Input', [
  {
    name: 'problem-key',
    value: 'KEY',
    about: 'field that holds the problem, or a path to it (task.text, runs[0].prompt)',
  },
  {
    name: 'steps-key',
    value: 'KEY',
    about:
      'field that holds the steps, or the solution as one text; steps[*].text is the text of each element',
  },
  { name: 'answer-key', value: 'KEY', about: 'field that holds the reference answer' },
  {
    name: 'label-key',
    value: 'KEY',
    about: 'field that says which steps are wrong: the first (-1 = none), a list, or one label a step',
  },
  {
    name: 'label-kind',
    value: 'KIND',
    choices: labelKindNames,
    about: 'what a label means, if its value does not show it',
  },
  {
    name: 'label-base',
    value: 'N',
    choices: ['0', '1'],
    about:
      'the number of the first step in labels (0 with --label-key; required if a label is found without it)',
  },
  {
    name: 'mapping',
    value: 'FILE',
    about: 'these keys as a JSON file; flags take precedence',
  },
]);

export const rowsPathOption: Option = {
  name: 'rows-path',
  value: 'PATH',
  about: 'where in a JSON document the rows are: data.rows, splits.*.rows (* is any name)',
  group: 'Input',
};

export const problemsOption: Option = {
  name: 'problems',
  value: 'FILE',
  multiple: true,
  aliases: ['dataset'],
  about: 'problems: JSONL, JSON, CSV, Parquet, hf:OWNER/NAME, a rows URL',
  group: 'Input',
};

export const datasetOption: Option = {
  name: 'dataset',
  value: 'NAME|FILE',
  multiple: true,
  about: 'records to read, as FILE: a file, OWNER/NAME on the hub, hf:OWNER/NAME/PATH',
  group: 'Input',
};

export const datasetsOption: Option = {
  name: 'datasets',
  value: 'DIR|FILE…',
  multiple: true,
  several: true,
  about: "read these instead of the pipeline's own files; a folder means all files of records in it",
  group: 'Input',
};

export const adapterOption: Option = {
  name: 'adapter',
  value: 'NAME',
  choices: [...adapterNames, 'synthetic'],
  about: 'how to read the rows (recognised by the first row if absent)',
  group: 'Input',
};

export const limitOption: Option = {
  name: 'limit',
  short: 'n',
  value: 'N',
  about: 'stop after N records',
  group: 'Limits',
};

export const dryRunOption: Option = {
  name: 'dry-run',
  about: 'read everything, make no call, and print the number of calls and their cost',
  group: 'Limits',
};

/** For what makes no call. */
export const tryOption: Option = { ...dryRunOption, about: 'print what would be done, without doing it' };

export const seedOption: Option = {
  name: 'seed',
  value: 'N',
  default: '0',
  about: 'seed of everything that is random here',
  group: 'Work',
};

export const outputOption: Option = {
  name: 'output',
  short: 'o',
  value: 'FILE',
  default: '-',
  about: 'write to FILE (.jsonl .jsonl.gz .csv .parquet .arrow) instead of stdout',
  group: 'Output',
};

export const errorOptions = inGroup('Errors', [
  {
    name: 'on-error',
    value: 'HOW',
    choices: ['quarantine', 'skip', 'fail'],
    default: 'quarantine',
    about: 'what to do with an invalid record',
  },
  {
    name: 'max-errors',
    value: 'N|P%',
    about: 'stop after N invalid records, or when more than P percent are invalid',
  },
  {
    name: 'quarantine',
    value: 'FILE',
    about: 'file for invalid records',
    needs: ['on-error=quarantine'],
  },
]);

export const runOption: Option = {
  name: 'run',
  value: 'DIR',
  about: 'run folder: manifest, events, quarantine, and the journal that a repeated run resumes from',
  group: 'Output',
};

export const redisOption: Option = {
  name: 'redis',
  value: 'URL',
  about:
    'the queue: redis://HOST:PORT, redis+sentinel://HOST,HOST/NAME or redis+cluster://HOST,HOST (also LATEBENCH_REDIS)',
  group: 'Work',
};

export const storeOption: Option = {
  name: 'store',
  value: 'ADDRESS',
  about:
    'storage shared by machines without a common disk: s3://BUCKET/PREFIX, or a folder (also LATEBENCH_STORE)',
  group: 'Work',
};

export const engineOptions: readonly Option[] = [
  {
    name: 'engine',
    value: 'NAME',
    choices: ['in-process', 'bullmq'],
    default: 'in-process',
    about: 'who makes the calls: this process, or workers on any number of machines (latebench worker)',
    group: 'Work',
  },
  redisOption,
  storeOption,
  {
    name: 'global-concurrency',
    value: 'N',
    about: 'calls in flight at once over all workers',
    group: 'Work',
  },
];
