// A plan with stages of a test, run by the executor with everything that a command passes to it.
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { createUsageCounters, type UsageCounters } from '../../src/endpoints/usage-counters.ts';
import type { PlannedStage } from '../../src/executor/build-plan.ts';
import type { Interruption } from '../../src/executor/interruption.ts';
import { noFiles } from '../../src/executor/named-files.ts';
import type { Plan } from '../../src/executor/plan.ts';
import { runPlan } from '../../src/executor/run-plan.ts';
import { type Mode, openSession, type Session } from '../../src/executor/session.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import { type BuiltStage, defineMap, type MapStage, type Need } from '../../src/stages/define.ts';
import type { Row } from '../../src/storage/rows.ts';
import type { ErrorPolicy } from '../../src/stream/error-policy.ts';
import type { Drop } from '../../src/stream/stage.ts';
import { type StageStep, stageStep } from '../../src/stream/step.ts';
import { writtenText } from '../support/written-text.ts';

export const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}` }));
export const ids = (of: readonly Row[]): string => of.map(({ id }) => id).join(' ');
/** What a stage needs that calls a critic. */
export const calls = [{ role: 'critic' as const, callsPerRecord: 1, atOnce: 1 }];

/** Passes records as they are, or as `run` says. */
export function ownStep(name: string, run = (row: Row): Iterable<Row | Drop> => [row]): StageStep {
  const row = z.looseObject({});
  return stageStep<Row, Row>({
    ...{ name, version: '7', config: { of: name }, key: () => '' },
    ...{ input: row, output: row, run: (record) => run(record) },
  });
}

/** A stage of that step, as it is planned. */
export function passing(
  name: string,
  {
    run = undefined,
    needs = [] as readonly Need[],
    facts = {},
    built = {},
  }: {
    readonly run?: ((row: Row) => Iterable<Row | Drop>) | undefined;
    readonly needs?: readonly Need[];
    readonly facts?: Partial<Pick<MapStage, 'ports' | 'adds'>>;
    readonly built?: Omit<BuiltStage, 'step'>;
  } = {},
): PlannedStage {
  const options = z.looseObject({});
  const step = ownStep(name, run);
  const stage = defineMap({
    ...{ name, summary: name, about: '', examples: [], docs: '', options },
    ports: { in: 'records', main: 'records' },
    ...facts,
    build: async () => ({ step, ...built }),
  }) as unknown as MapStage;
  return { use: name, with: { filled: 1 }, given: { given: 1 }, stage, needs, brought: false, place: 0 };
}

export interface Running {
  readonly mode?: Mode;
  readonly policy?: ErrorPolicy;
  readonly exitCode?: number;
  readonly counters?: UsageCounters;
  readonly session?: Partial<Session>;
  readonly isTerminal?: boolean;
}

/** The rows pass through the plan; says what its sink and its terminal got, also where it threw. */
export async function running(
  rows: readonly Row[],
  plan: Partial<Plan>,
  { mode = 'run', policy = silentPolicy(), exitCode, counters, session: other, isTerminal }: Running = {},
) {
  const written: Row[] = [];
  const sink: string[] = [];
  const said: string[] = [];
  const stderr = new PassThrough();
  const stdout = new PassThrough();
  const stopping = new AbortController();
  const interruption: Interruption & { reason: Interruption['reason'] } = {
    stopReading: stopping.signal,
    abandon: new AbortController().signal,
    exitCode,
    reason: undefined,
    stop(reason) {
      interruption.reason ??= reason;
      stopping.abort();
    },
  };
  const own = openSession({ config: new Map(), mode, journalFolder: '/nowhere/journal', say() {} });
  const counted = counters ?? createUsageCounters();
  const session = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(own),
      ...Object.getOwnPropertyDescriptors({ counters: counted, ...other }),
    },
  ) as Session;
  const outcome = await runPlan(
    {
      ...{ label: 'toy', seed: 5, stages: [], sources: ['a.jsonl'], wholeOrNothing: true, summaries: true },
      source: async () => ({
        groups: (async function* () {
          for (let at = 0; at < rows.length; at += 20) yield rows.slice(at, at + 20);
        })(),
        inputs: [{ path: 'a.jsonl', bytes: 3, sha256: 'abc' }],
        share: () => 1,
        expected: () => rows.length,
      }),
      sink: async () => ({
        write: (row) => void written.push(row),
        close: async () => {
          sink.push('closed');
          return { rows: written.length, bytes: 0 };
        },
        abort: async () => void sink.push('aborted'),
      }),
      manifest: () => ({ command: 'toy' }),
      ...plan,
    },
    {
      session,
      terminal: {
        stdin: new PassThrough(),
        stdout,
        stderr: Object.assign(stderr, { isTTY: isTerminal === true }),
        say: (line) => void said.push(line),
        showsProgress: true,
      },
      interruption,
      policy,
      files: noFiles,
    },
  ).then(
    (ended) => ({ ended, error: undefined }),
    (error: unknown) => ({ ended: undefined, error }),
  );
  return {
    ...outcome,
    ...{ rows: written, sink, said, counters: counted },
    stderr: writtenText(stderr),
    stdout: writtenText(stdout),
  };
}
