// Reads a declaration that a user wrote as a module, in TypeScript or JavaScript: a pipeline, the spec of a dataset.
import { writeSync } from 'node:fs';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { declarationError } from './declaration-error.ts';
import { importUserModule, isTakenForCommonJs } from './user-module.ts';

async function explained(path: string, cause: unknown): Promise<LateBenchError> {
  if (isLateBenchError(cause)) return cause;
  const { code, message = '' } = cause as NodeJS.ErrnoException;
  const missing = /^Cannot find (?:module|package) 'latebench(?:\/[^']*)?'/.test(message);
  if (missing && /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '')) {
    return new LateBenchError(
      'LB_CONFIG',
      `${path} imports latebench, which is not installed in its folder: run npm install latebench there, or write the object without the import (export default {…})`,
      { cause },
    );
  }
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return new LateBenchError(
      'LB_CONFIG',
      `${path} uses TypeScript that Node cannot run by removing the types (enums, namespaces, parameter properties): write it without, or compile it to JavaScript first: ${message.trim().split('\n').at(-1)}`,
      { cause },
    );
  }
  const mistake = await declarationError(path, cause);
  const wayOut = isTakenForCommonJs(cause)
    ? '; the nearest package.json makes it CommonJS, and it is an ES module: set "type": "module" there, or end its name in .mjs'
    : '';
  return new LateBenchError('LB_CONFIG', `${mistake}${wayOut}`, { cause });
}

/**
 * What a module exports by default, TypeScript or not.
 *
 * @throws LB_USAGE for TypeScript on a Node that cannot run it and has no tsx, LB_CONFIG for a module that cannot be
 * loaded: with file and line where it is wrong
 */
export async function importDefault(path: string): Promise<unknown> {
  const ended = (): void => {
    process.exitCode = exitCodes.usage;
    const message = `${path}: the process ended while it was loaded: it calls process.exit, or waits for a promise that never settles`;
    writeSync(2, `latebench: ${message} (LB_CONFIG)\n`);
  };
  process.once('exit', ended);
  try {
    const { default: value } = (await importUserModule(path)) as { default?: unknown };
    // Where no package.json says "type": "module", tsx loads TypeScript as CommonJS and its exports come wrapped.
    const wrapped = typeof value === 'object' && value !== null && '__esModule' in value;
    // A promise fails here, where its file is known.
    return await (wrapped ? (value as { default?: unknown }).default : value);
  } catch (cause) {
    throw await explained(path, cause);
  } finally {
    process.removeListener('exit', ended);
  }
}
