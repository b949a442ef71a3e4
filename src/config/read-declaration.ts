// Reads what a user declares in a file: a pipeline, the spec of a dataset, as JSON, JavaScript or TypeScript.

import { readFileSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { plainText } from '../records/plain-text.ts';
import { importDefault } from './import-default.ts';

/** `late.json:3:10`, where the message of JSON.parse says at which character it gave up. */
function placeIn(name: string, text: string, message: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position === undefined) return name;
  const before = text.slice(0, Number(position)).split('\n');
  return `${name}:${before.length}:${before.at(-1)!.length + 1}`;
}

/**
 * @param name The file as the user calls it, for messages.
 * @throws LB_CONFIG with file and line for what cannot be read, and what `importDefault` throws
 */
export async function readDeclaration(path: string, name: string): Promise<unknown> {
  if (!path.endsWith('.json')) return importDefault(path);
  const text = plainText(readFileSync(path));
  try {
    return parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    const plain = message.replace(/ (?:in JSON )?at position \d+.*$/s, '');
    throw new LateBenchError('LB_CONFIG', `${placeIn(name, text, message)}: is not JSON: ${plain}`, {
      cause,
    });
  }
}
