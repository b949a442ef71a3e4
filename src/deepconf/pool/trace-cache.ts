// Holds traces that have come until their part is written, up to a limit of memory; what does not fit is read from
// the journal again.
import { type Trace, traceBytes } from './trace.ts';

export class TraceCache {
  readonly #limit: number;
  readonly #traces = new Map<string, Trace>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  put(journal: string, sample: number, trace: Trace): void {
    const bytes = traceBytes(trace);
    if (this.#bytes + bytes > this.#limit) return;
    this.#bytes += bytes;
    this.#traces.set(`${journal}:${sample}`, trace);
  }

  take(journal: string, sample: number): Trace | undefined {
    const name = `${journal}:${sample}`;
    const trace = this.#traces.get(name);
    if (trace === undefined) return undefined;
    this.#traces.delete(name);
    this.#bytes -= traceBytes(trace);
    return trace;
  }
}
