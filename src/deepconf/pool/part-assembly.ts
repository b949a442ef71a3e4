// The parts of one build: traces go to the thread that makes parts of them, once each.
import { LateBenchError } from '../../errors.ts';
import type { PartJob } from './build-plan.ts';
import { type PartClient, returnPartThread, takePartThread } from './part-client.ts';
import type { PartAnswer, PartRequest, PartThreadSettings, WrittenPart } from './part-protocol.ts';
import { ownMemory, toPlainTrace } from './plain-trace.ts';
import type { Trace } from './trace.ts';

export class PartAssembly {
  readonly #settings: PartThreadSettings;
  #client: PartClient | undefined;
  #begun: Promise<unknown> | undefined;

  constructor(settings: PartThreadSettings) {
    this.#settings = settings;
  }

  /** Passes a trace on; its typed arrays are gone here. Resolves when there is room for another. */
  async put({ journal }: PartJob, sample: number, trace: Trace): Promise<void> {
    const plain = toPlainTrace(trace);
    await this.#ask({ kind: 'trace', journal, sample, trace: plain }, ownMemory(plain));
  }

  /** Writes a part with its samples up to `end`; all that it lacked have been put. */
  async write({ problem, part, first, have, journal }: PartJob, end: number): Promise<WrittenPart> {
    const span = { problemId: problem.problem_id, part, first, have, journal };
    const answer = await this.#ask({ kind: 'write', span, end });
    if ('written' in answer && answer.written !== undefined) return answer.written;
    throw new LateBenchError('LB_INTERNAL', 'the thread that writes parts did not say what it wrote');
  }

  /** Lets the thread go, with the traces of parts that were not written. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await returnPartThread(client);
  }

  async #ask(request: PartRequest, passed: ArrayBuffer[] = []): Promise<PartAnswer> {
    this.#client ??= takePartThread();
    const client = this.#client;
    this.#begun ??= client.ask({ kind: 'begin', ...this.#settings });
    await this.#begun;
    return client.ask(request, passed);
  }
}
