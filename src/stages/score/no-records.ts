import { LateBenchError } from '../../errors.ts';

/** What a command that sums up records says where none came: an empty file, or a command before it that failed. */
export function noRecords(name: string): LateBenchError {
  const message = `${name}: no records came in, so there is nothing to ${name}; name a file of records, or check the messages of the command before it`;
  return new LateBenchError('LB_INPUT_MISSING', message);
}
