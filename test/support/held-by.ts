// What another process holds, for tests whose memory may not grow with their input: `probe` goes into RunOptions.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { compiledScript } from './compiled-script.ts';

export const probe = await compiledScript(new URL('./held-probe.ts', import.meta.url));

/** MB that a command with the probe holds after a forced collection; null when it has ended. */
export async function heldBy(child: ChildProcess): Promise<number | null> {
  const over = new AbortController();
  const answered = once(child, 'message', { signal: over.signal }).then(([bytes]) => Number(bytes) / 2 ** 20);
  const ended = once(child, 'exit', { signal: over.signal }).then(() => null);
  const sent = new Promise<null | undefined>((resolve) => {
    // A failure means that the command has just ended; an answer comes by itself.
    child.send('held', (error) => error !== null && resolve(null));
  });
  try {
    return (await Promise.race([answered, ended, sent])) ?? null;
  } finally {
    for (const promise of [answered, ended]) promise.catch(() => {});
    over.abort();
  }
}
