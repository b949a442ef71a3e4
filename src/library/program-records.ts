// The records of a program as a source: whatever it iterates, checked as far as a stream needs it.
import { LateBenchError } from '../errors.ts';
import { isIterable, wrongArgument } from '../records/wrong-argument.ts';
import { nameOfKind, type Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';

/**
 * One group per record: nothing is read ahead. What is no object goes to the policy, with its place.
 *
 * @param call The function, as its callers know it.
 * @throws LB_USAGE for records that cannot be iterated, and what the iteration throws
 */
export async function* programRecords(
  call: string,
  records: Iterable<object> | AsyncIterable<object>,
  policy: Pick<ErrorPolicy, 'reject'>,
): AsyncGenerator<readonly Row[]> {
  if (!isIterable(records)) throw wrongArgument(call, 'records that can be iterated', records);
  let place = 0;
  try {
    for await (const record of records as AsyncIterable<unknown>) {
      place += 1;
      if (typeof record === 'object' && record !== null) yield [record as Row];
      else {
        const kind = record === undefined ? 'undefined' : nameOfKind(record);
        const message = `record ${place}: expected an object, received ${kind}`;
        policy.reject({ code: 'LB_SCHEMA', message, where: { source: call }, raw: String(record) });
      }
    }
  } catch (error) {
    // A stream that is destroyed with nothing ends like one whose other side went away.
    throw (
      error ?? new LateBenchError('LB_STAGE', `${call}: the records ended with a rejection without a reason`)
    );
  }
}
