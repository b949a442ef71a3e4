// Runs a command that is a filter: records in, stages, records out; with error policy, progress, signals, the
// manifest of a run folder, and the right exit code. What the stages do is not known here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { exitCodes } from '../errors.ts';
import type { Endpoints } from '../pipeline/open-endpoint.ts';
import { writeManifest } from '../storage/manifest.ts';
import { noSink } from '../storage/no-sink.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { rowStream } from '../stream/source.ts';
import type { StageStep } from '../stream/step.ts';
import { createTally } from '../stream/tally.ts';
import { until } from '../stream/until.ts';
import type { Call } from './command.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { type Observers, openObservers } from './observers.ts';
import { startProgress } from './progress.ts';
import { hasNothingToRead, openRecords, type RecordSource } from './record-source.ts';
import { configOf, homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';

export interface FilterPlan {
  readonly steps: readonly StageStep[];
  /** The steps anew, where they remember what they have seen and the records may pass more than once. */
  readonly fresh?: () => readonly StageStep[];
  /** The rows of the inputs as they stand: no dataset adapter makes records of them. */
  readonly raw?: boolean;
  /** No step changes a record (it may drop it). */
  readonly onlyChooses?: boolean;
  /** Where --limit counts: before the work (calls cost money) or after it. */
  readonly limitAt?: 'input' | 'output';
  readonly endpoints?: Endpoints;
  readonly endpoint?: { readonly role: string; readonly chat: ChatEndpoint };
  /** Sees each record before it is written; true keeps it from the main output. */
  readonly divert?: (record: Row) => boolean | Promise<boolean>;
  /** Nothing is called, and nothing is written. */
  readonly dryRun?: boolean;
  /** Records from elsewhere than the inputs (a generator). */
  readonly source?: AsyncIterable<readonly Row[]>;
  /** Looks at the stages' output as a whole, for example to sample from it. */
  readonly after?: (records: AsyncIterable<Row>) => AsyncIterable<Row>;
  /** What the command counts beside records read and written, for the progress line. */
  readonly detail?: () => string;
  /** More lines for the summary, asked for at the end. */
  readonly summary?: () => readonly string[];
  /** Told at the end whether all went through: what a run writes beside the records is then made to appear, or given up. */
  readonly finish?: (complete: boolean) => Promise<void>;
  readonly close?: () => Promise<void>;
}

function seedOf(call: Call): number {
  return call.options.whole('seed', 0) ?? 0;
}

export async function runFilter(call: Call, prepare: () => Promise<FilterPlan>): Promise<number> {
  const { options, command, say, stdout, stderr } = call;
  const generated = options.text('adapter') === 'synthetic';
  if (!generated && hasNothingToRead(call)) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const limit = options.whole('limit', 0);
  const runFolder = options.text('run');
  const errors = errorHandling(call, homeOf(configOf(call)));
  const { policy } = errors;
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench ${command.name}: ${line}\n`),
    () => tally.inFlight,
  );
  let plan: FilterPlan | undefined;
  let observers: Observers | undefined;
  try {
    plan = await prepare();
    const { steps, limitAt = 'output', onlyChooses = false, divert, after, endpoints } = plan;
    if (endpoints !== undefined && endpoints.desks.length > 0) {
      const { collectByBatch } = await import('./batch-passes.ts');
      await collectByBatch(call, plan, endpoints, watch);
    }
    const read: RecordSource =
      plan.source === undefined
        ? await openRecords({
            call,
            policy,
            limit: limitAt === 'input' ? limit : undefined,
            hash: runFolder !== undefined,
            raw: plan.raw ?? false,
            keepText: onlyChooses,
          })
        : { groups: plan.source, inputShare: () => null, inputs: [] };
    if (runFolder !== undefined) await mkdir(runFolder, { recursive: true });
    const output = options.text('output') ?? '-';
    const sink = plan.dryRun === true ? noSink : await openOutput(output, { stdout });
    observers = await openObservers(call, runFolder);
    const progress = startProgress(
      {
        label: command.name,
        tally,
        policy,
        inputShare: read.inputShare,
        spent: endpoints === undefined ? undefined : () => endpoints.ledger.total(),
        detail: plan.detail,
      },
      call,
    );
    const order = options.text('order') === 'any' ? 'any' : 'input';
    const transforms = steps.map((step) =>
      step.open({
        policy,
        tally,
        order,
        signal: watch.abandon,
        stopping: watch.stopReading,
        onStop: watch.stop,
      }),
    );
    let written = 0;
    const enough = new AbortController();
    const source = rowStream(until(read.groups, AbortSignal.any([watch.stopReading, enough.signal])), () => {
      tally.read += 1;
    });
    const end = sinkStream(sink, {
      tally,
      // An interrupted run leaves no shorter file under the final name; a stream has what is done.
      mayPublish: () => output === '-' || !watch.stopReading.aborted,
      accept: (record) => {
        if (limitAt === 'output' && limit !== undefined && written >= limit) return false;
        policy.accepted();
        const diverted = divert?.(record) ?? false;
        if (diverted !== false) return diverted === true ? false : diverted.then((away) => !away);
        written += 1;
        if (limitAt === 'output' && written === limit) enough.abort();
        return true;
      },
    });
    let ending: Awaited<ReturnType<typeof runStream>>;
    let complete = false;
    try {
      ending =
        limit === 0
          ? 'complete'
          : await runStream(
              source,
              [...transforms, ...(after === undefined ? [] : [Duplex.from(after)])],
              end,
              watch.abandon,
            );
      if (ending === 'complete') policy.finish();
      complete = ending === 'complete' && !watch.stopReading.aborted;
    } finally {
      progress.end(true);
      await plan.finish?.(complete);
    }
    for (const line of plan.summary?.() ?? []) say(`  ${line}`);
    if (runFolder !== undefined) {
      await writeManifest(join(runFolder, 'manifest.json'), {
        command: command.name,
        inputs: read.inputs,
        stages: steps.map(({ name, version, config }) => ({ name, version, config })),
        endpoints:
          plan.endpoint === undefined
            ? []
            : [{ role: plan.endpoint.role, name: plan.endpoint.chat.name, model: plan.endpoint.chat.model }],
        seed: seedOf(call),
        counts: {
          read: tally.read,
          written: tally.written,
          dropped: Object.fromEntries(tally.drops),
          bad: policy.rejected,
        },
        complete,
        spent: endpoints === undefined ? undefined : Object.fromEntries(endpoints.ledger.byModel),
      });
    }
    if (ending === 'reader-closed') return exitCodes.ok;
    if (watch.exitCode !== undefined) return watch.exitCode;
    if (watch.reason !== undefined) throw watch.reason;
    return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
    errors.close();
    await plan?.close?.();
    await plan?.endpoints?.close();
    await observers?.close();
  }
}
