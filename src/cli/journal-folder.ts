// Where a command keeps its stored replies: in its run folder, or in a folder under LATEBENCH_HOME that the same command
// with the same work finds again. How the work is done (pace, output, limits) does not count.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Call } from './command.ts';

/** Options that change nothing about the work. */
const beside = new Set([
  ...['output', 'quiet', 'progress', 'no-color', 'env-file', 'help', 'order', 'rejects', 'report-file'],
  ...['metrics-port', 'concurrency', 'rpm', 'tpm', 'max-retries', 'cache', 'offline', 'batch', 'batch-wait'],
  ...['api-key-file', 'limit', 'budget-usd', 'budget-tokens', 'budget-folder', 'price', 'dry-run'],
  ...['on-error', 'max-errors', 'quarantine'],
]);

/**
 * The options that version 0.1.0 put into the folder's name, given or not, in its order; `!` marks switches. Folders of
 * that version are found by them, so that what they hold is not paid for twice.
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

function named(command: string, work: unknown, { options }: Pick<Call, 'options'>): string {
  const inputs = options.positionals.map((path) => (path === '-' ? path : resolve(path)));
  const signature = sha256Hex(canonicalJson({ command, work, inputs })).slice(0, 16);
  return `${command}-${signature}`;
}

function firstFolder(command: string, call: Pick<Call, 'options'>): string | undefined {
  const own = firstNames[command];
  if (own === undefined) return undefined;
  const { options } = call;
  const work = `${own} ${firstNamesOfAll}`
    .split(' ')
    .map((name) =>
      name.endsWith('!') ? [name.slice(0, -1), options.flag(name.slice(0, -1))] : [name, options.list(name)],
    );
  return named(command, work, call);
}

export function journalFolder({ command, options }: Pick<Call, 'command' | 'options'>, home: string): string {
  const run = options.text('run');
  if (run !== undefined) return join(run, 'journal');
  const first = firstFolder(command.name, { options });
  const known = first === undefined ? undefined : join(home, 'journal', first);
  if (known !== undefined && existsSync(known)) return known;
  const work = command.options
    .filter(({ name }) => !beside.has(name))
    .map(({ name, value }) => [name, value === undefined ? options.flag(name) : options.list(name)] as const)
    .filter(([, given]) => (typeof given === 'boolean' ? given : given.length > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return join(home, 'journal', named(command.name, work, { options }));
}
