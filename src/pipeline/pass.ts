// One pass of a pipeline's records through its stages, from the source or from what an earlier stage left, into
// whatever sink it is handed. A run makes one that counts; with batches it makes others before it, into nothing.
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { LateBenchError } from '../errors.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { rowStream } from '../stream/source.ts';
import type { StageStep } from '../stream/step.ts';
import type { Tally } from '../stream/tally.ts';
import { until } from '../stream/until.ts';
import type { RecordPipeline } from './schema.ts';
import { openSource, type SourceInput } from './source.ts';
import { keepRecords, type StageFile } from './stage-files.ts';

export interface PassContext {
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  readonly say: (line: string) => void;
  /** What addresses of the hub in `source.files` stand for. */
  readonly remote?: RemoteInputs | undefined;
  /** Read no more input, but finish what is in flight. */
  readonly stopReading: AbortSignal;
  readonly abandon: AbortSignal;
  /** Handed what says how many records there will be. */
  readonly onInput?: ((expected: () => number | null) => void) | undefined;
  /** Told of an error that ends the run cleanly. */
  readonly onStop: (reason: LateBenchError) => void;
}

export interface PassPlan {
  readonly definition: RecordPipeline;
  /** All stages of the pipeline, or those up to a certain one. */
  readonly steps: readonly StageStep[];
  /** Begin behind this stage, with what it left. */
  readonly behind: StageFile | null;
  /** Where stages keep what they hand on. */
  readonly keep: readonly StageFile[];
  readonly sink: Sink;
}

export async function passRecords(
  { definition, steps, behind, keep, sink }: PassPlan,
  context: PassContext,
): Promise<{ readonly complete: boolean; readonly inputs: readonly SourceInput[] }> {
  const { policy, tally, say, remote, stopReading, abandon, onStop } = context;
  const declared = behind === null ? definition.source : { files: [behind.path] };
  const source = await openSource(declared, { onBad: (bad) => policy.reject(bad), say, remote });
  context.onInput?.(source.expected);
  const rows = rowStream(until(source.groups, stopReading), () => {
    tally.read += 1;
  });
  const mayPublish = (): boolean => !stopReading.aborted;
  const transforms = [];
  for (const [index, step] of steps.entries()) {
    if (behind !== null && index <= behind.index) continue;
    const options = {
      policy,
      tally,
      order: 'input',
      signal: abandon,
      stopping: stopReading,
      onStop,
    } as const;
    transforms.push(step.open(options));
    const file = keep.find((one) => one.index === index);
    if (file !== undefined) transforms.push(await keepRecords(file.path, mayPublish));
  }
  const ending = await runStream(rows, transforms, sinkStream(sink, { tally, mayPublish }), abandon);
  const complete = ending === 'complete' && mayPublish();
  if (complete) policy.finish();
  return { complete, inputs: source.inputs };
}
