// Reads a declaration that a user wrote as a module, in TypeScript or JavaScript: a pipeline, the spec of a dataset.
import { pathToFileURL } from 'node:url';
import { LateBenchError } from '../errors.ts';

async function imported(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  if (!/\.[cm]?ts$/.test(path)) return import(url);
  // Node 20 cannot import TypeScript: tsx does, loaded only here.
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(url, import.meta.url);
}

/** What a module exports by default, TypeScript or not. */
export async function importDefault(path: string): Promise<unknown> {
  try {
    const { default: value } = (await imported(path)) as { default?: unknown };
    // Where no package.json says "type": "module", TypeScript is loaded as CommonJS and its exports come wrapped.
    const wrapped = typeof value === 'object' && value !== null && '__esModule' in value;
    return wrapped ? (value as { default?: unknown }).default : value;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const missing = /^Cannot find (?:module|package) 'latebench(?:\/[^']*)?'/.test(message);
    if (!missing || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '')) throw cause;
    throw new LateBenchError(
      'LB_CONFIG',
      `${path} imports latebench, which is not installed where it stands: run npm install latebench there, or write the object without the import (export default {…})`,
      { cause },
    );
  }
}
