// The JSON of a reply's body. Servers in Python write log-probabilities that are no finite number as Python does,
// -Infinity and NaN, which JSON does not have: the reply has been paid for and is complete.
import { withoutPythonNumbers } from '../records/parse-json.ts';
import { parseJson } from './wire-shape.ts';

/** Undefined where the text is not JSON, apart from such numbers. */
export function parseBody(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  const json = withoutPythonNumbers(text);
  return json === text ? undefined : parseJson(json);
}
