// Reads a declaration that a user wrote as a module, in TypeScript or JavaScript: a pipeline, the spec of a dataset.
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { declarationError } from './declaration-error.ts';

/** Node strips types itself from 22.18 on; the types of Node 20 do not know the field. */
const stripsTypes = Boolean((process.features as { readonly typescript?: unknown }).typescript);

/** tsx is an optional peer: found where it is installed beside latebench. */
async function loadTsx(path: string): Promise<typeof import('tsx/esm/api')> {
  try {
    return await import('tsx/esm/api');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new LateBenchError(
      'LB_USAGE',
      `${path} is TypeScript, which Node ${process.versions.node} cannot run, and tsx is not installed: run npm i tsx where latebench is installed, or use Node 22.18 or later`,
      { cause },
    );
  }
}

async function imported(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  if (stripsTypes || !/\.[cm]?ts$/.test(path)) return import(url);
  const { tsImport } = await loadTsx(path);
  return tsImport(url, import.meta.url);
}

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
  return new LateBenchError('LB_CONFIG', await declarationError(path, cause), { cause });
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
    const { default: value } = (await imported(path)) as { default?: unknown };
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
