// How long the calls of a run took, from the events that it left.
import { followEvents } from './event-files.ts';

export interface MeasuredCalls {
  readonly calls: number;
  /** Mean of a call. */
  readonly seconds: number;
  /** With waits for a place and between attempts, which are longer the more calls are asked for at once: events of earlier versions say no more. */
  readonly withWaits: boolean;
}

interface Sum {
  wire: number;
  wireMs: number;
  all: number;
  latencyMs: number;
}

/** By model; calls that came with a batch, or cost nothing, are not counted. None where the folder has no events. */
export async function measuredCalls(folder: string): Promise<ReadonlyMap<string, MeasuredCalls>> {
  const sums = new Map<string, Sum>();
  await followEvents(folder).read((event) => {
    if (event.type !== 'call_finished' || event.outcome !== 'ok' || event.from !== 'endpoint') return;
    const sum = sums.get(event.model) ?? { wire: 0, wireMs: 0, all: 0, latencyMs: 0 };
    sums.set(event.model, sum);
    sum.all += 1;
    sum.latencyMs += event.latency_ms;
    if (event.wire_ms === undefined) return;
    sum.wire += 1;
    sum.wireMs += event.wire_ms;
  });
  return new Map(
    [...sums].map(([model, { wire, wireMs, all, latencyMs }]) => [
      model,
      wire > 0
        ? { calls: wire, seconds: wireMs / wire / 1000, withWaits: false }
        : { calls: all, seconds: latencyMs / all / 1000, withWaits: true },
    ]),
  );
}
