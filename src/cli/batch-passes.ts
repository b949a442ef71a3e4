// A filter whose calls go by way of batches: passes over its files until every reply is there. The pass that writes comes
// after, and calls nobody.
import { LateBenchError } from '../errors.ts';
import type { Endpoints } from '../pipeline/open-endpoint.ts';
import { settleBatches } from '../pipeline/settle-batches.ts';
import { noSink } from '../storage/no-sink.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { rowStream } from '../stream/source.ts';
import { until } from '../stream/until.ts';
import type { Call } from './command.ts';
import type { FilterPlan } from './filter-run.ts';
import { openRecords } from './record-source.ts';
import type { Interruption } from './signals.ts';

/** How long to wait for batches, in milliseconds; for as long as it takes unless told. */
export function batchWaitMs({ options }: Pick<Call, 'options'>): number {
  const seconds = options.number('batch-wait', 0, 1e9);
  return seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
}

export async function collectByBatch(
  call: Call,
  { steps, fresh, limitAt }: FilterPlan,
  { desks }: Endpoints,
  { stopReading, abandon, stop }: Interruption,
): Promise<void> {
  const { positionals } = call.options;
  if (positionals.length === 0 || positionals.includes('-')) {
    const message = '--batch reads the records several times: name files, not standard input';
    throw new LateBenchError('LB_USAGE', message);
  }
  const limit = limitAt === 'input' ? call.options.whole('limit', 0) : undefined;
  await settleBatches({
    desks,
    longestMs: batchWaitMs(call),
    signal: stopReading,
    onStop: stop,
    async pass({ policy, tally, onStop }) {
      const { groups } = await openRecords({ call: { ...call, say: () => {} }, policy, limit });
      const options = {
        policy,
        tally,
        order: 'input',
        signal: abandon,
        stopping: stopReading,
        onStop,
      } as const;
      const transforms = (fresh?.() ?? steps).map((step) => step.open(options));
      const rows = rowStream(until(groups, stopReading));
      await runStream(rows, transforms, sinkStream(noSink, { tally }), abandon);
    },
  });
}
