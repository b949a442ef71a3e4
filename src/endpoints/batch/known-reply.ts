// What is stored of a call that goes by way of batches: a reply, nothing, or so many errors that it has failed.
import { failsOnlyItsRecord, LateBenchError } from '../../errors.ts';
import type { Reply } from '../chain/chain.ts';
import { type Asked, findStored, type Storing } from '../chain/stored-replies.ts';

/** How often a call may come back from batches as an error before it counts as failed. */
const maxErrors = 3;

/** Of a call whose reply is not there yet. */
export function pending(): LateBenchError {
  return new LateBenchError('LB_PENDING', 'the reply is to come with a batch');
}

/** A wrong key or a spent account says nothing of the call: with another key, or credit, it is to be made. */
export function isOfAccount({ code }: LateBenchError): boolean {
  return code === 'LB_ENDPOINT_AUTH' || code === 'LB_ENDPOINT_QUOTA';
}

/**
 * Null where the call is still to be made; throws when batches have failed it.
 * @param failedHere it has come back to this process as an error. What an earlier one met is tried again, as direct calls
 * are when a command is run again; but not a reply that would end this run too.
 */
export async function knownReply(storing: Storing, asked: Asked, failedHere: boolean): Promise<Reply | null> {
  const errors: LateBenchError[] = [];
  const found = await findStored(storing, asked, (error) => {
    if (!isOfAccount(error) && (failedHere || !failsOnlyItsRecord(error))) errors.push(error);
  });
  const [last] = errors;
  const failed = last !== undefined && (errors.length >= maxErrors || last.retry === 'never');
  if (found === null && failed) throw last;
  return found;
}
