// How far the heap of a command may grow before it is tidied. Where memory is plenty, V8 lets it become four times what is
// alive, so that a few large replies in flight would cost hundreds of megabytes for the rest of a run.

/** In per cent of what is alive; chosen by `npm run soak -- hostile` against its limit. */
const growth = 70;

export async function limitHeapGrowth(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** In milliseconds. A command that ends before has not much of a heap, and to set it would be a twentieth of its time. */
const soonMs = 50;

export function limitHeapGrowthSoon(): void {
  setTimeout(() => void limitHeapGrowth(), soonMs).unref();
}
