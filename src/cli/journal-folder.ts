// Where a command keeps its stored replies: in its run folder, or in a folder under LATEBENCH_HOME that the same command
// with the same work finds again. How the work is done (pace, output, limits) does not count.
import { join, resolve } from 'node:path';
import { contentKey } from '../records/identity.ts';
import type { Call } from './command.ts';
import { inputsOf } from './named-inputs.ts';

/** Options that change nothing about the work. */
const beside = new Set([
  ...['output', 'quiet', 'progress', 'no-color', 'env-file', 'help', 'order', 'rejects', 'report-file'],
  ...[
    'metrics-port',
    'concurrency',
    'rpm',
    'tpm',
    'max-retries',
    'cache',
    'offline',
    'fresh',
    'batch',
    'batch-wait',
  ],
  ...[
    'api-key-file',
    'ca-file',
    'max-reply-mb',
    'drain',
    'limit',
    'budget-usd',
    'budget-tokens',
    'budget-folder',
    'price',
    'dry-run',
  ],
  // Keys know them: replies of another dialect, or to other headers, are other replies in the same folder.
  ...['dialect', 'header', 'body', 'query'],
  ...['on-error', 'max-errors', 'quarantine', 'results', 'dataset-name', 'dataset'],
]);

/**
 * The options that version 0.1.0 put into the folder's name, given or not, in its order; `!` marks switches. They keep
 * their places, so that journals of that version are found; an option that came later counts where it is given.
 */
const firstNames: Readonly<Record<string, string>> = {
  critic:
    'protocol wording template system votes tie combine early-stop-votes! keep-replies! probe preset temperature ' +
    'top-p top-k max-tokens name prm! prm-scores prm-threshold prm-split prm-split-from prm-separator prm-index',
  inject:
    'clean-fraction types weights region step comment manual gate verify-votes verify-model difficulty-votes ' +
    'difficulty-models max-attempts require-correct! temperature keep-rejected!',
  judge: 'critic temperature',
  classify: 'all! temperature',
};
const firstNamesOfAll = 'seed endpoint base-url model adapter problem-key steps-key answer-key label-key run';

export function journalFolder({ command, options }: Pick<Call, 'command' | 'options'>, home: string): string {
  const run = options.text('run');
  if (run !== undefined) return join(run, 'journal');
  const valueOfSwitch = (name: string) => [name, options.flag(name)] as const;
  const first = `${firstNames[command.name] ?? ''} ${firstNamesOfAll}`.trim().split(' ');
  const known = new Set(first.map((name) => name.replace('!', '')));
  const later = command.options
    .filter(({ name }) => !beside.has(name) && !known.has(name))
    .map(({ name, value }) =>
      value === undefined ? valueOfSwitch(name) : ([name, options.list(name)] as const),
    )
    .filter(([, given]) => (typeof given === 'boolean' ? given : given.length > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const work = [
    ...first.map((name) =>
      name.endsWith('!') ? valueOfSwitch(name.slice(0, -1)) : [name, options.list(name)],
    ),
    ...later,
  ];
  const inputs = inputsOf(options).map((path) => (path === '-' ? path : resolve(path)));
  const signature = contentKey({ command: command.name, work, inputs });
  return join(home, 'journal', `${command.name}-${signature}`);
}
