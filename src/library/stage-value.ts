// Stages as values of a program: `critic({ votes: 8 })` is a part of a run, a Node stream, and a function over records.

import { Duplex, PassThrough } from 'node:stream';
import { LateBenchError } from '../errors.ts';
import { checkIdle } from '../executor/idle-options.ts';
import { runRecordsPlan } from '../executor/run-records-plan.ts';
import type { Solution } from '../records/solution.ts';
import { checkObject } from '../records/wrong-argument.ts';
import type { StageName, StageOptions } from '../stages/catalogue.ts';
import type { AnyStage } from '../stages/define.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { openLibrary, type RunSettings } from './open-library.ts';
import { programRecords } from './program-records.ts';

/**
 * A stage with its options: a part of `run`, a Node stream, or a function over iterables.
 *
 * @example
 * for await (const judged of critic({ votes: 2 }).over(syntheticRecords({ count: 4, seed: 1 }), { endpoint: 'sim' })) console.log(judged.id);
 */
export interface StageValue extends StageUse {
  /**
   * The stage over records of a program, in their order; nothing is read ahead of who iterates.
   *
   * @throws LB_BUDGET and others, from the iteration, where the run was stopped before all records had passed; LB_ABORTED
   * where the signal of the settings stopped it
   */
  over(
    records: Iterable<Solution> | AsyncIterable<Solution>,
    settings?: RunSettings,
  ): AsyncGenerator<Solution, void, undefined>;
  /** The stage as a Node stream in object mode: records in, records out, with back-pressure. */
  stream(settings?: RunSettings): Duplex;
}

/** What a consumer hears of an end that would look like that of all records. */
function stoppedBy(stage: string, { reason }: AbortSignal): LateBenchError {
  const message = `${stage}: the signal stopped it before all records had passed`;
  return new LateBenchError('LB_ABORTED', message, { cause: reason });
}

async function* over(
  use: StageUse,
  records: Iterable<object> | AsyncIterable<object>,
  settings: RunSettings,
): AsyncGenerator<Solution, void, undefined> {
  await checkIdle(use);
  const library = openLibrary(settings, [use]);
  const { interruption, errors } = library;
  const out = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const sink = {
    ...noSink,
    write(row: Row): Promise<void> | void {
      if (!out.write(row)) return new Promise((resolve) => out.once('drain', resolve));
    },
    async close() {
      out.end();
      return { rows: 0, bytes: 0 };
    },
  };
  try {
    const { seed = 0 } = settings;
    const { session, terminal } = library;
    const running = runRecordsPlan(
      {
        ...{ label: use.use, seed, stages: [use] },
        groups: () => programRecords(use.use, records, errors.policy),
        sink: async () => sink,
      },
      { session, terminal, interruption, policy: errors.policy, files: library.context([]) },
    );
    // The consumer of the iterator gets the error; a rejection that is not awaited yet must not end the process. A run that
    // is stopped before its end does not close its sink.
    running.then(
      () => out.end(),
      (error: Error) => out.destroy(error),
    );
    yield* out as AsyncIterable<Solution>;
    const { complete } = await running;
    if (interruption.reason !== undefined) throw interruption.reason;
    if (!complete && settings.signal?.aborted === true) throw stoppedBy(use.use, settings.signal);
  } finally {
    library.give();
    await library.close();
  }
}

export function stageValue<N extends StageName>(use: N, options: StageOptions<N>): StageValue {
  return asValue({ use, with: options as Readonly<Record<string, unknown>> });
}

/**
 * A stage of a program's own, as a part of `run`. `defineMap` declares it, and `addStage` makes it known first.
 *
 * @param options Checked against the declaration's schema when the run begins.
 * @throws LB_CONFIG, from the run, for invalid options.
 */
export function ownStage(stage: AnyStage, options: Readonly<Record<string, unknown>> = {}): StageValue {
  checkObject('ownStage', 'a stage, as defineMap makes it', stage);
  return asValue({ use: stage.name, with: options });
}

function asValue(value: StageUse): StageValue {
  return {
    ...value,
    over: (records, settings = {}) => over(value, records, settings),
    stream: (settings = {}) =>
      Duplex.from((records: AsyncIterable<object>) => over(value, records, settings)),
  };
}
