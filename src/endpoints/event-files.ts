// Follows the event files that the processes of a run leave in its folder: each read gives what has been written since
// the last one, in constant memory whatever their length.

import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import type { EndpointEvent } from './events.ts';

export type LoggedEvent = EndpointEvent & { readonly at: string };

export interface EventFiles {
  /** Hands out the new events, file by file; resolves with the number of files. */
  read(take: (event: LoggedEvent, file: string) => void): Promise<number>;
}

const chunkBytes = 1 << 20;
/** A line longer than this is nothing that was meant for us. */
const maxLineBytes = 1 << 20;

function isEvent(value: unknown): value is LoggedEvent {
  const event = value as Partial<LoggedEvent> | null;
  return typeof event === 'object' && typeof event?.type === 'string' && typeof event.at === 'string';
}

export function followEvents(folder: string): EventFiles {
  const states = new Map<string, { offset: number; rest: string }>();
  const follow = async (name: string, take: (event: LoggedEvent, file: string) => void): Promise<void> => {
    const state = states.get(name) ?? { offset: 0, rest: '' };
    states.set(name, state);
    const file = await open(join(folder, name), 'r');
    try {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, chunkBytes, state.offset);
        if (bytesRead === 0) return;
        state.offset += bytesRead;
        // Events are ASCII but for model names; half a character at a chunk's end harms that line only.
        const lines = (state.rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
        state.rest = lines.pop() ?? '';
        if (state.rest.length > maxLineBytes) state.rest = '';
        for (const line of lines) {
          let event: unknown;
          try {
            event = parseJson(line);
          } catch {
            // A line that a crash tore: the others count.
            continue;
          }
          if (isEvent(event)) take(event, name);
        }
      }
    } finally {
      await file.close();
    }
  };
  return {
    async read(take) {
      const names = readdirSync(folder).filter((name) => /^events(-\d+)?\.jsonl$/.test(name));
      for (const name of names.sort()) await follow(name, take);
      return names.length;
    },
  };
}
