// The error settings of a command: --on-error, --max-errors and --quarantine.
import { existsSync, statSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';
import { type ErrorHandling, type ErrorSettings, openErrorHandling } from '../executor/error-handling.ts';
import type { MaxErrors, OnError } from '../stream/error-policy.ts';
import type { Call } from './command.ts';
import type { ParsedOptions } from './parse-options.ts';

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

export function errorSettings(options: ParsedOptions): ErrorSettings {
  const maxErrors = options.text('max-errors');
  const quarantine = options.text('quarantine');
  // The first invalid record may come late.
  if (quarantine !== undefined && existsSync(quarantine) && statSync(quarantine).isDirectory()) {
    const message = `--quarantine ${quarantine}: it is a directory; name a file`;
    throw new LateBenchError('LB_INPUT_DIRECTORY', message);
  }
  return {
    onError: options.text('on-error') as OnError,
    maxErrors: maxErrors === undefined ? undefined : parseMaxErrors(maxErrors),
    quarantine,
  };
}

export function errorHandling(call: Call, home: string): ErrorHandling {
  const { command, options } = call;
  const dry = options.flag('dry-run');
  const place = { label: command.name, home, runFolder: options.text('run'), dry };
  return openErrorHandling(errorSettings(options), place, call);
}
