// One pass of records through stages into a sink. Whatever runs stages comes down to this: filters, pipelines, dataset
// builds, passes that only note the calls of a batch, and single records on a worker.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { LateBenchError } from '../errors.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from './error-policy.ts';
import { type Ending, runStream } from './run.ts';
import { sinkStream } from './sink-stream.ts';
import { rowStream } from './source.ts';
import type { StageStep } from './step.ts';
import type { Tally } from './tally.ts';
import { until } from './until.ts';

export interface PassContext {
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  /** Read no more input, but finish what is in flight. */
  readonly stopReading: AbortSignal;
  readonly abandon: AbortSignal;
  /** Called with an error that ends the run cleanly (a spent budget, a wrong key). */
  readonly onStop: (reason: LateBenchError) => void;
}

/** A stage in a pass. */
export interface Link {
  /** None: records pass as they are. */
  readonly step?: StageStep | undefined;
  /**
   * Looks at the stage's output as a whole, for example to sample from it. `whole`, asked at the end: nothing has stopped
   * the run before these were all of its records.
   */
  readonly after?: ((records: AsyncIterable<Row>, whole: () => boolean) => AsyncIterable<Row>) | undefined;
  /** Keeps what the stage passes on; asked at the end whether its file may appear. */
  readonly keep?: ((mayPublish: () => boolean) => Promise<Duplex>) | undefined;
}

export interface Pass {
  readonly groups: AsyncIterable<readonly Row[]>;
  readonly links: readonly Link[];
  readonly sink: Sink;
  readonly order?: 'input' | 'any';
  /** Asked for each record at the end; false keeps it out of the sink. */
  readonly accept?: (record: Row) => boolean | Promise<boolean>;
  /** Aborted when there are enough records. */
  readonly enough?: AbortSignal;
  /** False: what was written before a stop stays. True when absent: the sink's file appears after all of the input alone. */
  readonly wholeOrNothing?: boolean;
}

async function ended(stream: Duplex): Promise<void> {
  stream.destroy();
  if (!stream.closed) await once(stream, 'close');
}

export async function passRecords(
  { groups, links, sink, order = 'input', accept, enough, wholeOrNothing = true }: Pass,
  { policy, tally, stopReading, abandon, onStop }: PassContext,
): Promise<Ending> {
  const whole = (): boolean => !stopReading.aborted;
  const stopped = enough === undefined ? stopReading : AbortSignal.any([stopReading, enough]);
  const source = rowStream(until(groups, stopped), () => {
    tally.read += 1;
  });
  const transforms: Duplex[] = [];
  try {
    for (const { step, after, keep } of links) {
      const options = { policy, tally, order, signal: abandon, stopping: stopReading, onStop };
      if (step !== undefined) transforms.push(step.open(options));
      if (after !== undefined)
        transforms.push(Duplex.from((records: AsyncIterable<Row>) => after(records, whole)));
      if (keep !== undefined) transforms.push(await keep(whole));
    }
  } catch (error) {
    // Nothing streams yet that would end what is open.
    await Promise.all(transforms.map(ended));
    await sink.abort();
    throw error;
  }
  const end = sinkStream(sink, {
    tally,
    mayPublish: () => !wholeOrNothing || whole(),
    ...(accept === undefined ? {} : { accept }),
  });
  return runStream(source, transforms, end, abandon);
}

/** One record, or a few, as a source. */
export async function* oneGroup(records: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield records;
}
