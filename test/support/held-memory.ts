// What this process holds: the bytes that are left after a forced collection. Peaks of the resident set also count what
// nobody has collected yet, which depends on the machine and the moment; what is held does not.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Bytes of the heap, of buffers and of WebAssembly memories that are still reachable. */
export function heldBytes(): number {
  // The first collection frees objects, the second the buffers that only they kept.
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
