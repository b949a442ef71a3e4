// From --on-error, --max-errors and --quarantine to an error policy with its quarantine file.
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { openQuarantine } from '../storage/quarantine.ts';
import { createErrorPolicy, type ErrorPolicy, type MaxErrors, type OnError } from '../stream/error-policy.ts';
import type { Call } from './command.ts';

function parseMaxErrors(text: string): MaxErrors {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text);
  const value = Number(match?.[1]);
  if (match === null || (match[2] === '%' ? value > 100 : !Number.isInteger(value))) {
    throw new LateBenchError(
      'LB_USAGE',
      `--max-errors ${text}: give a number such as 10, or a share such as 5%`,
    );
  }
  return match[2] === '%' ? { share: value / 100 } : { count: value };
}

export interface ErrorHandling {
  readonly policy: ErrorPolicy;
  /** Closes the quarantine and says where it is, when anything is in it. */
  close(): void;
}

export function errorHandling(call: Call, home: string): ErrorHandling {
  const { options, command, stderr, say } = call;
  const run = options.text('run');
  const stamp = new Date()
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z');
  const fallback =
    run === undefined
      ? join(home, 'quarantine', `${command.name.replaceAll(' ', '-')}-${stamp}.jsonl`)
      : join(run, 'quarantine.jsonl');
  const quarantine = openQuarantine(options.text('quarantine') ?? fallback);
  const maxErrors = options.text('max-errors');
  const policy = createErrorPolicy({
    onError: options.text('on-error') as OnError,
    maxErrors: maxErrors === undefined ? undefined : parseMaxErrors(maxErrors),
    quarantine,
    // What went wrong is said even with --quiet.
    say: (line) => stderr.write(`latebench ${command.name}: ${line}\n`),
  });
  return {
    policy,
    close() {
      quarantine.close();
      if (quarantine.count > 0) say(`${quarantine.count} bad records are kept in ${quarantine.path}`);
    },
  };
}
