// Where a command keeps what it pays for: in its run folder, or in a folder under LATEBENCH_HOME that the same command
// with the same work finds again. How the work is done (pace, output, limits) does not count.
import { join, resolve } from 'node:path';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Call } from './command.ts';

const beside = new Set([
  ...[
    'output',
    'quiet',
    'progress',
    'no-color',
    'env-file',
    'help',
    'order',
    'rejects',
    'report-file',
    'metrics-port',
  ],
  ...['concurrency', 'rpm', 'tpm', 'max-retries', 'cache', 'offline', 'batch', 'batch-wait', 'api-key-file'],
  ...[
    'limit',
    'budget-usd',
    'budget-tokens',
    'budget-folder',
    'price',
    'dry-run',
    'on-error',
    'max-errors',
    'quarantine',
  ],
]);

export function journalFolder({ command, options }: Call, home: string): string {
  const run = options.text('run');
  if (run !== undefined) return join(run, 'journal');
  const work = command.options
    .filter(({ name }) => !beside.has(name))
    .map(({ name, value }) => [name, value === undefined ? options.flag(name) : options.list(name)]);
  const inputs = options.positionals.map((path) => (path === '-' ? path : resolve(path)));
  const signature = sha256Hex(canonicalJson({ command: command.name, work, inputs })).slice(0, 16);
  return join(home, 'journal', `${command.name}-${signature}`);
}
