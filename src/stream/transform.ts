// The one adapter from a stage to a Node stream in object mode: checks the input against the stage's schema, runs
// it, counts drops, sends what fails to the error policy, and keeps each record's place in the input.

import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { z } from 'zod';
import {
  type ErrorCode,
  isLateBenchError,
  isRecordError,
  type LateBenchError,
  type Where,
} from '../errors.ts';
import { issueWords } from '../records/issue-text.ts';
import { locationOf, setLocation } from '../records/location.ts';
import { carryOriginal, rowText } from '../storage/original-text.ts';
import type { ErrorPolicy } from './error-policy.ts';
import { halt, mapStream } from './map.ts';
import { isDrop, type Stage } from './stage.ts';
import type { Tally } from './tally.ts';

export interface TransformOptions {
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  readonly concurrency?: number;
  readonly order?: 'input' | 'any';
  /** Aborted from outside to stop the stage's work. */
  readonly signal?: AbortSignal;
  /** Aborted when nothing new is to be begun: records still waiting are let go, those in work are finished. */
  readonly stopping?: AbortSignal;
  /**
   * Called with an error that stops the run (a spent budget, a wrong key). With it the run ends cleanly: records in work
   * are finished and written, and this record is left for the next run. Without it the stream fails.
   */
  readonly onStop?: ((error: LateBenchError) => void) | undefined;
}

function issueText(issue: z.core.$ZodIssue, record: object): string {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  return `${path === '' ? 'record' : path.replace(/^\./, '')}: ${issueWords(issue, record)}`;
}

function whereOf(record: object): Where {
  const id = (record as { id?: unknown }).id;
  return { ...locationOf(record), ...(typeof id === 'string' ? { recordId: id } : {}) };
}

/** How long replies are waited for that are on their way when the output fails. */
const graceMs = 5_000;

function isOutputFailure(reason: Error | null): reason is LateBenchError {
  return isLateBenchError(reason) && (reason.code === 'LB_DISK_FULL' || reason.code === 'LB_OUTPUT');
}

/** The code and words for a record that a stage cannot take. */
function schemaProblem(record: object, error: z.ZodError): { code: ErrorCode; message: string } {
  const steps = (record as { steps?: unknown }).steps;
  const wantsSteps = error.issues.some(({ path }) => path[0] === 'steps');
  if (wantsSteps && (steps === undefined || steps === null || (Array.isArray(steps) && steps.length === 0))) {
    return {
      code: 'LB_NO_SOLUTION',
      message: 'record has no solution (`steps`), and this stage judges solutions',
    };
  }
  const problems = error.issues.slice(0, 3).map((issue) => issueText(issue, record));
  return { code: 'LB_SCHEMA', message: problems.join('; ') };
}

/**
 * A stage as an object stream with bounded concurrency and back-pressure.
 *
 * @param options `concurrency` (default 1) is the number of records in work; `order` is `input` (default) or `any`.
 */
export function stageTransform<In extends object, Out extends object>(
  stage: Stage<In, Out>,
  { policy, tally, concurrency = 1, order = 'input', signal, stopping, onStop }: TransformOptions,
): Duplex {
  const abandoned = new AbortController();
  const combined = signal === undefined ? abandoned.signal : AbortSignal.any([signal, abandoned.signal]);
  setMaxListeners(0, combined);
  const context = { signal: combined };
  const onAbandon = (reason: Error | null): void => {
    if (onStop === undefined || !isOutputFailure(reason)) {
      abandoned.abort();
      return;
    }
    // No output is no reason to lose what is on the wire: nothing new is begun, and replies that come soon are kept.
    onStop(reason);
    setTimeout(() => abandoned.abort(), graceMs).unref();
  };

  const reject = (record: object, code: ErrorCode, message: string): readonly Out[] => {
    const where = { ...whereOf(record), stage: stage.name };
    policy.reject({ code, message, where, raw: rowText(record) });
    return [];
  };
  const failed = (record: object, error: unknown): readonly Out[] => {
    if (isLateBenchError(error) && error.code === 'LB_PENDING') {
      tally.pending += 1;
      return [];
    }
    if (!isRecordError(error)) {
      if (onStop === undefined || !isLateBenchError(error)) throw error;
      // Given up by us. A call that the end of the run gave up leaves those on the wire alone.
      if (error.code === 'LB_ABORTED' && combined.aborted) throw error;
      onStop(error);
      return halt;
    }
    return reject(record, error.code, error.message);
  };
  const collect = (record: object, results: Iterable<unknown>): Out[] => {
    const where = locationOf(record);
    const outputs: Out[] = [];
    for (const result of results) {
      if (isDrop(result)) tally.drop(result.reason);
      else {
        const output = carryOriginal(record, result as Out);
        outputs.push(where === undefined ? output : setLocation(output, where));
      }
    }
    return outputs;
  };
  const collectAsync = async (record: object, results: AsyncIterable<unknown>): Promise<readonly Out[]> => {
    const all: unknown[] = [];
    try {
      for await (const result of results) all.push(result);
    } catch (error) {
      return failed(record, error);
    } finally {
      tally.finish();
    }
    return collect(record, all);
  };

  return mapStream<object, Out>(
    (record) => {
      if (stopping?.aborted === true) return [];
      const checked = stage.input.safeParse(record);
      if (!checked.success) {
        const problem = schemaProblem(record, checked.error);
        return reject(record, problem.code, problem.message);
      }
      // The record itself is passed on, not zod's copy: nothing is added, reordered or lost.
      let results: ReturnType<typeof stage.run>;
      try {
        results = stage.run(record as In, context);
        if (Symbol.iterator in results) return collect(record, results);
      } catch (error) {
        return failed(record, error);
      }
      tally.start();
      return collectAsync(record, results);
    },
    { concurrency, order, onAbandon },
  );
}
