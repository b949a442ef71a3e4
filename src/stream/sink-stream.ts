// The end of a stream of records: a Node Writable over a storage sink. The sink is closed when the stream ends
// well and aborted when it does not, so that a broken run leaves nothing under a final name.
import { Writable } from 'node:stream';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { Tally } from './tally.ts';

export interface SinkOptions {
  readonly tally: Tally;
  /** Asked for each record; false keeps it out. A promise holds the stream back, and its end. */
  readonly accept?: (record: Row) => boolean | Promise<boolean>;
  /** Asked at the end; false aborts the sink although the stream ended well. */
  readonly mayPublish?: () => boolean;
}

/**
 * Tells a stream when what it writes has been taken. A sink may throw at once: left to a stream, that would end in whoever
 * has passed the record on, or in nobody.
 */
export function whenTaken(take: () => Promise<void> | void, callback: (error?: Error | null) => void): void {
  let more: Promise<void> | void;
  try {
    more = take();
  } catch (error) {
    callback(error as Error);
    return;
  }
  if (more === undefined) callback();
  else more.then(() => callback(), callback);
}

export function sinkStream(sink: Sink, { tally, accept, mayPublish }: SinkOptions): Writable {
  let settled = false;
  let aborted = false;
  /** Of the last record; whoever judges may have files open until it ends. */
  let judging: Promise<unknown> = Promise.resolve();
  const put = (record: Row): Promise<void> | void => {
    tally.written += 1;
    return sink.write(record);
  };
  const take = (record: Row): Promise<void> | void => {
    const verdict = accept === undefined ? true : accept(record);
    if (typeof verdict === 'boolean') return verdict ? put(record) : undefined;
    judging = verdict;
    return verdict.then((requested) => (requested && !aborted ? put(record) : undefined));
  };
  /** What was counted is not there after all. */
  const countAborted = (): void => {
    aborted = true;
    if (sink.discards === true) tally.written = 0;
  };
  return new Writable({
    objectMode: true,
    highWaterMark: 16,
    write(record: Row, _encoding, callback) {
      whenTaken(() => take(record), callback);
    },
    final(callback) {
      const publishes = mayPublish?.() !== false;
      if (!publishes) countAborted();
      const ending: Promise<unknown> = publishes ? sink.close() : sink.abort();
      ending.then(() => {
        settled = true;
        callback();
      }, callback);
    },
    destroy(error, callback) {
      const over = (): void => callback(error);
      if (settled) {
        over();
        return;
      }
      countAborted();
      // A turn later: judging may itself be what has ended the stream.
      Promise.resolve()
        .then(() => judging)
        .catch(() => {})
        .then(() => sink.abort())
        .then(over, over);
    },
  });
}
