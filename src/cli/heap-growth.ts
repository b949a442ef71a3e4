// How far the heap of a command may grow before it is tidied. Where memory is plenty, V8 lets it become four times what is
// alive, so that a few large replies in flight would cost hundreds of megabytes for the rest of a run.
import { setFlagsFromString } from 'node:v8';

/** In per cent of what is alive; chosen by `npm run soak -- hostile` against its limit. */
const growth = 70;

export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
