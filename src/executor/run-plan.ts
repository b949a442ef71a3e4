// Runs the stages of a plan on this machine: passes that only note calls where those go as batches, then the one that
// counts, with its progress, observers, sinks and manifest. Commands, pipelines and programs all come through here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../errors.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import type { BuiltStage, Observer, Reduced, StageContext } from '../stages/define.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { type ManifestFacts, writeManifest } from '../storage/manifest.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Ending } from '../stream/run.ts';
import { type StageStep, stageStep } from '../stream/step.ts';
import { createTally, type Tally } from '../stream/tally.ts';
import { buildStages, type PlannedReduction, type PlannedStage } from './build-plan.ts';
import type { Interruption } from './interruption.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { type Link, type PassContext, passRecords } from './pass.ts';
import { type Progress, startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { settleBatches } from './settle-batches.ts';
import type { OpenSource, SourceInput } from './source.ts';
import type { Terminal } from './terminal.ts';

export interface Plan {
  /** Names lines on stderr: the command, or the pipeline. */
  readonly label: string;
  readonly seed: number;
  readonly stages: readonly PlannedStage[];
  /** What the records come to at the end. */
  readonly reduction?: PlannedReduction | null;
  /** The files that the records come from, by name. */
  readonly sources: readonly string[];
  /** Opens the source; each pass reads it anew. */
  readonly source: (
    context: Pick<PassContext, 'policy'> & { readonly quiet: boolean },
  ) => Promise<OpenSource>;
  /** Opened when the run begins; not in a dry run. */
  readonly sink: (stages: readonly BuiltStage[]) => Promise<Sink>;
  /** False: an interrupted run still publishes what it has (a stream). */
  readonly wholeOrNothing: boolean;
  /** Not all records of the source are read. */
  readonly limited?: boolean;
  /** Results are printed with colours. */
  readonly colour?: boolean;
  /** Records that the last stage may hand on. */
  readonly limit?: number | undefined;
  readonly order?: 'input' | 'any';
  /** Where records of a side port go; `keep` passes them on as well. */
  readonly side?: { readonly sink: (() => Promise<Sink>) | undefined; readonly keep: boolean } | undefined;
  /** Folder of manifest, events and files beside the records. */
  readonly folder?: string | undefined;
  readonly metricsPort?: number | undefined;
  /** USD per million tokens, as `in=X,out=Y`, for what a dry run says of cost. */
  readonly price?: string | undefined;
  /** How long to wait for batches, in milliseconds. */
  readonly batchWaitMs?: number | undefined;
  /** What the manifest says of the run, beside what the executor knows; asked for at its end. */
  readonly manifest: () => Pick<ManifestFacts, 'command'> & Partial<ManifestFacts>;
  /** Told when all stages are built, before the first call. */
  readonly checked?: (stages: readonly BuiltStage[]) => Promise<void>;
  /** Told when all records went through, before the manifest is written. */
  readonly finished?: (outcome: Pick<Outcome, 'inputs' | 'tally'>) => Promise<void>;
  /** Keeps what a stage passes on, by its place. */
  readonly keep?: (place: number) => Link['keep'];
  /** Ran before this run, and left what the source reads: named in the manifest. */
  readonly kept?: ManifestFacts['stages'];
  /** More observers than the stages have. */
  readonly observers?: readonly Observer[];
  /** Share of the work that is done, where that is known better than from the input. */
  readonly doneShare?: (source: OpenSource, tally: Tally, policy: ErrorPolicy) => number | null;
}

export interface RunContext {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly policy: ErrorPolicy;
  readonly tally?: Tally;
  /** Rows of files that options name, and records for an earlier pass. */
  readonly files: Pick<StageContext, 'rows' | 'records'>;
}

export interface Outcome {
  readonly ending: Ending;
  /** All of the input went through. */
  readonly complete: boolean;
  readonly tally: Tally;
  readonly inputs: readonly SourceInput[];
  /** Of a plan that ends with a reduction; null where it was interrupted. */
  readonly result: Reduced | null;
  readonly exitCode: number;
}

/** Records of ours, whole; anything else goes to the error policy. A reduction reads no other. */
function checkStep(name: string): StageStep {
  return stageStep<Solution, Solution>({
    name,
    version: '1',
    input: solutionSchema,
    output: solutionSchema,
    config: {},
    key: () => '',
    run: (record) => [record],
  });
}

function stageContext({ seed, sources }: Plan, { session, terminal, files }: RunContext): StageContext {
  const { concurrency, mode, endpoint } = session;
  return { seed, concurrency, endpoint, ...files, sources, dry: mode === 'dry', say: terminal.say };
}

function linksOf({ keep }: Plan, stages: readonly BuiltStage[]): readonly Link[] {
  return stages.map(({ step, after }, place) => ({ step, after, keep: keep?.(place) }));
}

/** Passes over the records until every call has its reply; the pass that counts comes after, and calls nobody. */
async function collectByBatch(plan: Plan, context: RunContext): Promise<void> {
  const { session, interruption } = context;
  await settleBatches({
    desks: session.desks,
    longestMs: plan.batchWaitMs ?? Number.POSITIVE_INFINITY,
    signal: interruption.stopReading,
    onStop: interruption.stop,
    async pass(counted) {
      const { groups } = await plan.source({ policy: counted.policy, quiet: true });
      const stages = await buildStages(plan.stages, stageContext(plan, context));
      const links = stages.map(({ step, after }) => ({ step, after }));
      await passRecords({ groups, links, sink: noSink }, { ...interruption, ...counted });
    },
  });
}

export function stepsOf(stages: readonly BuiltStage[]): readonly StageStep[] {
  return stages.flatMap(({ step }) => step ?? []);
}

function observersOf(plan: Plan, stages: readonly BuiltStage[], dry: boolean): readonly Observer[] {
  const context = {
    seed: plan.seed,
    folder: dry ? undefined : plan.folder,
    stages: stepsOf(stages),
    write: (path: string, text: string) => (dry ? Promise.resolve() : writeFileAtomic(path, text)),
  };
  return [...stages.flatMap(({ observe }) => observe?.(context) ?? []), ...(plan.observers ?? [])];
}

async function observe(observers: readonly Observer[], row: Row): Promise<void> {
  for (const observer of observers) await observer.add(row);
}

/** What happens to a record at the end of the stages: true writes it. Synchronous where all observers are. */
function acceptance(
  { limit, side, stages }: Plan,
  observers: readonly Observer[],
  sideSink: Sink | undefined,
  { accepted }: ErrorPolicy,
  enough: AbortController,
): (row: Row) => boolean | Promise<boolean> {
  const takers = stages.flatMap(({ stage }) => stage.ports.side?.takes ?? []);
  const leaves = (row: Row): boolean => takers.some((takes) => takes(row));
  let written = 0;
  const count = (): true => {
    written += 1;
    if (written === limit) enough.abort();
    return true;
  };
  const divert = (row: Row): boolean | Promise<boolean> => {
    if (side === undefined || !leaves(row)) return count();
    const more = sideSink?.write(row);
    if (more === undefined) return side.keep && count();
    return more.then(() => side.keep && count());
  };
  const wait = async (adding: Promise<void>, row: Row, from: number): Promise<boolean> => {
    await adding;
    await observe(observers.slice(from), row);
    return divert(row);
  };
  return (row) => {
    if (limit !== undefined && written >= limit) return false;
    accepted();
    for (const [at, observer] of observers.entries()) {
      const adding = observer.add(row);
      if (adding !== undefined) return wait(adding, row, at + 1);
    }
    return divert(row);
  };
}

/** Throws what ended the run; a spent budget or a wrong key does so after all that was in work is written. */
export async function runPlan(plan: Plan, context: RunContext): Promise<Outcome> {
  const { session, terminal, interruption, policy } = context;
  const { folder, label } = plan;
  const dry = session.mode === 'dry';
  const calls = plan.stages.some(({ needs }) => needs.length > 0);
  const tally = context.tally ?? createTally();
  const stages = await buildStages(plan.stages, stageContext(plan, context));
  const { reduction: last = null } = plan;
  const reduction = await last?.stage.build(last.with, stageContext(plan, context));
  await plan.checked?.(stages);
  if (session.desks.length > 0) await collectByBatch(plan, context);
  const source = await plan.source({ policy, quiet: false });
  if (folder !== undefined && !dry) await mkdir(folder, { recursive: true });
  let listeners: Listeners | undefined;
  let sideSink: Sink | undefined;
  let progress: Progress | undefined;
  const observers = [
    ...observersOf(plan, stages, dry),
    ...(reduction === undefined ? [] : [{ add: (row: Row) => reduction.add(row as Solution) }]),
  ];
  let complete = false;
  let ending: Ending = 'complete';
  try {
    const sink = dry ? noSink : await plan.sink(stages);
    sideSink = dry ? undefined : await plan.side?.sink?.();
    listeners = await openListeners({
      metricsPort: plan.metricsPort,
      runFolder: dry ? undefined : folder,
      say: terminal.say,
    });
    const details = observers.flatMap(({ line }) => (line === undefined ? [] : [line]));
    progress = startProgress(
      {
        label,
        tally,
        policy,
        inputShare: source.share,
        doneShare: plan.doneShare === undefined ? undefined : () => plan.doneShare!(source, tally, policy),
        spent: calls ? () => session.ledger.total() : undefined,
        detail: () =>
          details
            .map((line) => line())
            .filter((line) => line !== '')
            .join('; '),
      },
      terminal,
    );
    try {
      const enough = new AbortController();
      if (plan.limit !== 0) {
        ending = await passRecords(
          {
            groups: source.groups,
            links: [
              ...linksOf(plan, stages),
              ...(last === null ? [] : [{ step: checkStep(last.stage.name) }]),
            ],
            sink,
            order: plan.order ?? 'input',
            accept: acceptance(plan, observers, sideSink, policy, enough),
            enough: enough.signal,
            ...(plan.wholeOrNothing ? {} : { mayPublish: () => true }),
          },
          {
            policy,
            tally,
            stopReading: interruption.stopReading,
            abandon: interruption.abandon,
            onStop: interruption.stop,
          },
        );
      }
      if (ending === 'complete') policy.finish();
      complete = ending === 'complete' && !interruption.stopReading.aborted;
    } finally {
      progress.end(stages.length > 0);
      await sideSink?.close();
      for (const observer of observers) await observer.finish?.(complete);
    }
    const lines = dry
      ? (await import('./dry-run-report.ts')).dryRunReport(plan, session, tally)
      : observers.flatMap(({ summary }) => summary?.() ?? []);
    for (const line of lines) terminal.say(`  ${line}`);
    const outcome = { ending, complete, tally, inputs: source.inputs };
    const allRead = plan.limited !== true;
    const result =
      reduction === undefined || dry || interruption.exitCode !== undefined
        ? null
        : await reduction.finish({ inputs: source.inputs, allRead });
    if (result !== null) await show(result, plan, terminal);
    if (complete) await plan.finished?.(outcome);
    if (folder !== undefined && !dry) {
      const { command, ...more } = plan.manifest();
      await writeManifest(join(folder, 'manifest.json'), {
        command,
        inputs: source.inputs,
        stages: [
          ...(plan.kept ?? []),
          ...stepsOf(stages).map(({ name, version, config }) => ({ name, version, config })),
        ],
        endpoints: session.opened,
        options: plan.stages.map(({ use, given }) => ({ use, with: given })),
        resolved: plan.stages.map(({ use, with: options }) => ({ use, with: options })),
        seed: plan.seed,
        counts: countsOf(tally, policy),
        complete,
        ...(calls ? { spent: Object.fromEntries(session.ledger.byModel) } : {}),
        ...more,
      });
    }
    return { ...outcome, result, exitCode: exitCodeOf(outcome, context) };
  } finally {
    await listeners?.close();
  }
}

async function show({ text, file }: Reduced, { colour = false }: Plan, terminal: Terminal): Promise<void> {
  if (text !== undefined) terminal.stdout.write(text({ colour }));
  if (file === undefined) return;
  await writeFileAtomic(file.path, file.text);
  terminal.say(file.said);
}

export function countsOf(tally: Tally, policy: ErrorPolicy): Record<string, unknown> {
  return {
    read: tally.read,
    written: tally.written,
    dropped: Object.fromEntries(tally.drops),
    bad: policy.rejected,
  };
}

function exitCodeOf(
  { ending }: Pick<Outcome, 'ending'>,
  { interruption, policy }: Pick<RunContext, 'interruption' | 'policy'>,
): number {
  if (ending === 'reader-closed') return exitCodes.ok;
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  if (interruption.reason !== undefined) throw interruption.reason;
  return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
}
