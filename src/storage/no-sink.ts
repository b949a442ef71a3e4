// Discards its input: the output of a dry run, or of a pass that only finds out what is missing.
import type { Sink } from './sink.ts';

export const noSink: Sink = {
  write: () => {},
  close: async () => ({ rows: 0, bytes: 0 }),
  abort: async () => {},
};
