// What commands that sum up records say where none came in.
import { LateBenchError } from '../../errors.ts';

/** An empty file, or a command before it that failed. */
export function noRecords(name: string): LateBenchError {
  const message = `${name}: no records came in, so there is nothing to ${name}; name a file of records, or check the messages of the command before it`;
  return new LateBenchError('LB_INPUT_MISSING', message);
}
