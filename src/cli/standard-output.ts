// Standard output as a command sees it: a reader that closes the pipe early is no error, a disk that is full is one. Node
// reports both by an event that nobody waits for, and would end the process in the middle of its work.
import type { LateBenchError } from '../errors.ts';
import { outputError } from '../storage/output-error.ts';
import type { Streams } from './command.ts';

type Output = Streams['stdout'];

const failures = new WeakMap<Output, NodeJS.ErrnoException>();
const watched = new WeakSet<Output>();

/** From here on the stream's errors are kept for `outputFailure`. */
export function watchOutput(stdout: Output): void {
  failures.delete(stdout);
  if (watched.has(stdout)) return;
  watched.add(stdout);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Closing the pipe early (`| head -1`), even for a command that prints everything at once.
    if (error.code !== 'EPIPE') failures.set(stdout, error);
  });
}

/** What became of everything that was written: undefined where it arrived. */
export async function outputFailure(stdout: Output): Promise<LateBenchError | undefined> {
  if (stdout.writableLength > 0) await new Promise<void>((done) => stdout.write('', () => done()));
  // An error is told a turn after the write that it belongs to.
  await new Promise((turn) => setImmediate(turn));
  const failure = failures.get(stdout);
  return failure === undefined ? undefined : outputError('standard output', failure);
}
