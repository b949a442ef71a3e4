// What is said where no record came in: an empty file, a command before it that failed, or rows that are all invalid.
import { LateBenchError } from '../errors.ts';
import { formatCounted } from '../report/format.ts';

/** Nothing was there to be read: the records that come out are none, and nobody would know why. */
export function nothingReadText(label: string): string {
  return `latebench ${label}: no records came in: is the input empty, or did the command before it fail?`;
}

/** Where a result needs records, and none of the rows is one. */
export function nothingValid(label: string, rejected: number): LateBenchError {
  const rows = formatCounted(rejected, 'invalid record');
  const message = `${label}: no valid records came in, only ${rows}: the messages above say why, and --adapter and the options for fields (--problem-key, --steps-key) how to read other rows`;
  return new LateBenchError('LB_INPUT_MISSING', message);
}
