// A file of data that an option names, and that cannot be used: the user is to mend it, and there is no result without it.
import { type ErrorCode, isLateBenchError, LateBenchError } from '../errors.ts';

/** What may be wrong with a file of data. In the source of a run, these are about single records. */
const ofData = new Set<ErrorCode>([
  'LB_JSON',
  'LB_UTF8',
  'LB_LINE_TOO_LONG',
  'LB_TORN_LINE',
  'LB_SCHEMA',
  'LB_NO_SOLUTION',
  'LB_CSV',
  'LB_PARQUET',
  'LB_ARROW',
  'LB_INPUT_READ',
]);
const ofFiles = new Set<ErrorCode>([
  ...ofData,
  'LB_CONFIG',
  'LB_USAGE',
  'LB_ADAPTER',
  'LB_INPUT_MISSING',
  'LB_INPUT_DIRECTORY',
]);

/** The error with the option behind what is wrong; LB_CONFIG where the data is wrong. `option`: as people write it. */
export function asOptionError(error: unknown, option?: string): unknown {
  if (!isLateBenchError(error) || !ofFiles.has(error.code)) return error;
  const code = ofData.has(error.code) ? 'LB_CONFIG' : error.code;
  const named = option === undefined || error.message.includes(option) ? '' : ` (${option})`;
  const { where } = error;
  return new LateBenchError(code, `${error.message}${named}`, { cause: error, ...(where && { where }) });
}

/** Reads what an option names. @throws LB_CONFIG where its data is wrong, and whatever else it throws */
export async function readOptionInput<T>(option: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw asOptionError(error, option);
  }
}
