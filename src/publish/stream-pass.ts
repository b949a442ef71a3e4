// One pass of a build: records through stages to a function, with the build's error policy, signals and tally.

import type { LateBenchError } from '../errors.ts';
import type { Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { rowStream } from '../stream/source.ts';
import type { StageStep } from '../stream/step.ts';
import type { Tally } from '../stream/tally.ts';
import { until } from '../stream/until.ts';

export interface PassContext {
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  /** Read no more input, but finish what is in flight. */
  readonly stopReading: AbortSignal;
  readonly abandon: AbortSignal;
  /** Told of an error that ends the build cleanly. */
  readonly onStop: (reason: LateBenchError) => void;
}

/** True when every record went through; false when the build was stopped. */
export async function streamPass(
  records: AsyncIterable<readonly Row[]>,
  steps: readonly StageStep[],
  take: (record: Row) => Promise<void> | void,
  { policy, tally, stopReading, abandon, onStop }: PassContext,
): Promise<boolean> {
  const source = rowStream(until(records, stopReading), () => {
    tally.read += 1;
  });
  const stages = steps.map((step) =>
    step.open({ policy, tally, order: 'input', signal: abandon, stopping: stopReading, onStop }),
  );
  const sink = sinkStream(
    { write: take, close: async () => ({ rows: 0, bytes: 0 }), abort: async () => {} },
    { tally },
  );
  const ending = await runStream(source, stages, sink, abandon);
  return ending === 'complete' && !stopReading.aborted;
}
