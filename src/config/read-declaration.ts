// Reads what a user declares in a file: a pipeline, the spec of a dataset, as JSON, JavaScript or TypeScript.

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { plainText } from '../records/plain-text.ts';
import { repeatedKey } from '../records/repeated-key.ts';
import { importDefault } from './import-default.ts';

/** `late.json:3:10`. */
function placeAt(name: string, text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `${name}:${before.length}:${before.at(-1)!.length + 1}`;
}

/** Where the message of JSON.parse says at which character it gave up. */
function placeIn(name: string, text: string, message: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  return position === undefined ? name : placeAt(name, text, Number(position));
}

const isModule = /\.[cm]?[jt]s$/;

/**
 * @param name The file as the user calls it, for messages.
 * @throws LB_CONFIG with file and line for what cannot be read, and what `importDefault` throws
 */
export async function readDeclaration(path: string, name: string): Promise<unknown> {
  if (isModule.test(path)) return importDefault(path);
  const ending = extname(path);
  if (ending.toLowerCase() !== '.json') {
    const found = ending === '' ? 'its name has no ending' : `it ends in ${ending}`;
    const message = `${name}: ${found}; write it as JSON (.json), TypeScript (.ts) or JavaScript (.js, .mjs)`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  const text = plainText(readFileSync(path));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    const plain = message.replace(/ (?:in JSON )?at position \d+.*$/s, '');
    throw new LateBenchError('LB_CONFIG', `${placeIn(name, text, message)}: is not JSON: ${plain}`, {
      cause,
    });
  }
  const repeated = repeatedKey(text);
  if (repeated === null) return value;
  const place = placeAt(name, text, repeated.position);
  throw new LateBenchError('LB_CONFIG', `${place}: ${repeated.key} occurs twice in one object; keep one`);
}
