// Runs the stages of a plan on this machine: passes that only note calls where those go as batches, then the one that
// counts, with its progress, observers, sinks and manifest. Commands, pipelines and programs all come through here.

import { dirname, join } from 'node:path';
import { exitCodes } from '../errors.ts';
import type { Solution } from '../records/solution.ts';
import { plainStyle } from '../report/text-style.ts';
import type { BuiltStage, Observer, Reduced } from '../stages/define.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { writeManifest } from '../storage/manifest.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { type Link, passRecords } from '../stream/pass.ts';
import type { Ending } from '../stream/run.ts';
import { checkedSolutions } from '../stream/solution-stage.ts';
import { createTally, type Tally } from '../stream/tally.ts';
import { buildStages } from './build-plan.ts';
import { checkBuild, checkPlacesOf, stageContext } from './built-plan.ts';
import { type CountsSince, countsSince } from './counts-since.ts';
import { allFailedText, exitCodeOfCalls } from './failed-calls.ts';
import { openListeners } from './listeners.ts';
import { nothingReadText, nothingValid } from './nothing-read.ts';
import { acceptance, observersOf, stepsOf } from './observers.ts';
import type { Outcome, Plan, RunContext } from './plan.ts';
import { type Progress, startProgress } from './progress.ts';
import { interruptedOutcome, readyPlan } from './ready-plan.ts';
import { resultOf } from './reduced-result.ts';
import { replacedText } from './replaced-manifest.ts';
import { checkRepliesHere } from './replies-here.ts';
import type { OpenSource } from './source.ts';
import type { Terminal } from './terminal.ts';

function linksOf({ keep }: Plan, stages: readonly BuiltStage[]): readonly Link[] {
  return stages.map(({ step, after }, place) => ({ step, after, keep: keep?.(place) }));
}

/** Of a pass in which records stop at calls that have no reply yet: what comes out is not all there will be. */
function withoutChecks({ step, after }: BuiltStage): Link {
  return { step, after: after && ((records) => after(records, () => false)) };
}

/** Passes over the records until every call has its reply; the pass that produces output follows and makes no call. */
async function collectByBatch(plan: Plan, context: RunContext): Promise<void> {
  const { session, interruption } = context;
  const [{ settleBatches }, { notingChains }] = await Promise.all([
    import('./settle-batches.ts'),
    import('./noting-chains.ts'),
  ]);
  await settleBatches({
    batchClients: session.batchClients,
    maxMs: plan.batchWaitMs ?? Number.POSITIVE_INFINITY,
    signal: interruption.stopReading,
    abandon: interruption.abandon,
    onStop: interruption.stop,
    async pass(counted) {
      for (const chain of notingChains(plan.stages)) {
        if (interruption.stopReading.aborted) return;
        const { groups } = await plan.source({ policy: counted.policy, quiet: true });
        const stages = await buildStages(plan.stages, stageContext(plan, context), plan.written);
        const links = chain.map((at) => withoutChecks(stages[at]!));
        await passRecords({ groups, links, sink: noSink }, { ...interruption, ...counted });
      }
    },
  });
}

/** Throws what broke the run off. A spent budget or a wrong key is the outcome's reason: what was in work is written. */
export async function runPlan(plan: Plan, context: RunContext): Promise<Outcome> {
  const { session, terminal, interruption, policy } = context;
  const dry = session.mode === 'dry';
  const tally = context.tally ?? createTally();
  const own = countsSince(tally, policy, session.counters);
  await checkPlacesOf(plan);
  await checkRepliesHere(plan, session);
  if (plan.queue !== undefined && plan.folder !== undefined && !dry) {
    const { spreadRecords } = await import('./queue/spread-records.ts');
    await checkBuild(plan, context);
    const listeners = await openListeners({
      ...{ metricsPort: undefined, runFolder: plan.folder },
      say: terminal.say,
    });
    try {
      await spreadRecords({ ...plan, folder: plan.folder }, plan.queue, context);
    } finally {
      await listeners.close();
    }
  }
  const ready = await readyPlan(plan, context);
  if (ready === null) return interruptedOutcome(tally, interruption);
  const { stages, source, reduction, listeners } = ready;
  try {
    if (session.batchClients.length > 0) await collectByBatch(plan, context);
    const observers = [
      ...observersOf(plan, stages, dry),
      ...(reduction === undefined ? [] : [{ add: (row: Row) => reduction.add(row as Solution) }]),
    ];
    const ran = await countedPass(plan, { ...context, tally }, { stages, source, observers, own });
    const allRead = ran.complete && plan.limited !== true;
    if (allRead && own.tally.read === 0) {
      const { rejected } = own.policy;
      if (reduction !== undefined && rejected > 0) throw nothingValid(plan.label, rejected);
      if (reduction === undefined && rejected === 0 && plan.summaries)
        terminal.say(nothingReadText(plan.label));
    }
    const lines =
      dry && plan.tellsDryRun === false
        ? []
        : dry
          ? (await import('./dry-run-report.ts')).dryRunReport(plan, session, tally)
          : observers.flatMap(({ summary }) => (plan.summaries ? (summary?.(allRead) ?? []) : []));
    for (const line of lines) terminal.say(`  ${line}`);
    const outcome = { ...ran, tally, inputs: source.inputs };
    const result =
      reduction === undefined ||
      dry ||
      interruption.exitCode !== undefined ||
      allFailedText(session.counters) !== null
        ? null
        : await resultOf(reduction, interruption, {
            inputs: source.inputs,
            allRead: plan.limited !== true,
          });
    if (result !== null) await show(result, plan, terminal);
    if (outcome.complete) await plan.finished?.(outcome);
    if (!dry) await manifestOf(plan, context, outcome, { stages, observers });
    const reason =
      outcome.ending === 'reader-closed' || interruption.exitCode !== undefined
        ? undefined
        : interruption.reason;
    return { ...outcome, result, reason, exitCode: exitCodeOf(outcome, context) };
  } finally {
    await listeners.close();
  }
}

interface Built {
  readonly stages: readonly BuiltStage[];
  readonly source: OpenSource;
  readonly observers: readonly Observer[];
  /** What this plan has counted. */
  readonly own: CountsSince;
}

/** Stages that the progress line has room for. */
const mostDetails = 3;

function callsSomebody({ stages }: Plan): boolean {
  return stages.some(({ needs }) => needs.length > 0);
}

function progressOf(
  plan: Plan,
  { session, terminal }: RunContext,
  { source, observers, own }: Built,
): Progress {
  const details = observers.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const { doneShare } = plan;
  const shown = {
    label: plan.label,
    tally: own.tally,
    policy: own.policy,
    inputShare: source.share,
    doneShare: doneShare === undefined ? undefined : () => doneShare(source, own.tally, own.policy),
    spent: callsSomebody(plan) ? own.spent : undefined,
    detail: () =>
      details
        .slice(0, mostDetails)
        .map((line) => line())
        .concat(details.length > mostDetails ? `${details.length - mostDetails} more stages` : [])
        .concat(session.counters.trouble.text())
        .filter((line) => line !== '')
        .join('; '),
  };
  return startProgress(shown, terminal);
}

/** The pass that counts. Whatever ends it, observers and side sinks are ended too. */
async function countedPass(
  plan: Plan,
  context: RunContext & { readonly tally: Tally },
  built: Built,
): Promise<Pick<Outcome, 'ending' | 'complete'>> {
  const { session, terminal, interruption, policy, tally } = context;
  const { stages, source, observers } = built;
  const dry = session.mode === 'dry';
  let ending: Ending = 'complete';
  let complete = false;
  let progress: Progress | undefined;
  let sideSink: Sink | undefined;
  try {
    sideSink = dry ? undefined : await plan.side?.sink?.();
    // Last: from here on the pass closes or aborts it.
    const sink = dry ? noSink : await plan.sink(stages);
    progress = progressOf(plan, context, built);
    const enough = new AbortController();
    const last = plan.reduction?.stage.name;
    if (plan.limit !== 0) {
      ending = await passRecords(
        {
          groups: source.groups,
          links: [
            ...linksOf(plan, stages),
            ...(last === undefined ? [] : [{ step: checkedSolutions(last) }]),
          ],
          sink,
          order: plan.order ?? 'input',
          accept: acceptance(plan, observers, sideSink, policy, enough),
          enough: enough.signal,
          wholeOrNothing: plan.wholeOrNothing,
        },
        {
          policy,
          tally,
          stopReading: interruption.stopReading,
          abandon: interruption.abandon,
          onStop: interruption.stop,
        },
      );
    } else await sink.close();
    if (ending === 'complete') policy.finish();
    complete = ending === 'complete' && !interruption.stopReading.aborted;
  } finally {
    const failed = allFailedText(session.counters);
    if (failed !== null && complete) terminal.stderr.write(`${plan.label}: ${failed}\n`);
    progress?.end(stages.length > 0);
    await sideSink?.close();
    for (const observer of observers) await observer.finish?.(complete);
  }
  return { ending, complete };
}

async function manifestOf(
  plan: Plan,
  { session, policy, terminal }: RunContext,
  { inputs, tally, complete }: Pick<Outcome, 'inputs' | 'tally' | 'complete'>,
  { stages, observers }: Pick<Built, 'stages' | 'observers'>,
): Promise<void> {
  if (plan.folder === undefined) return;
  const { command, ...more } = plan.manifest();
  const path = join(plan.folder, 'manifest.json');
  const options = plan.stages.map(({ use, given }) => ({ use, with: given }));
  const kind = { label: plan.summaries ? plan.label : command, ofPipeline: !plan.summaries };
  const replaced = await replacedText(plan.folder, { command, options }, kind);
  if (replaced !== null) terminal.say(replaced);
  const built = stepsOf(stages).map(({ name, version, config }) => ({ name, version, config }));
  await writeManifest(path, {
    command,
    inputs,
    stages: [...(plan.kept ?? []), ...built],
    endpoints: session.opened,
    options,
    resolved: plan.stages.map(({ use, with: options }) => ({ use, with: options })),
    seed: plan.seed,
    counts: countsOf(tally, policy),
    complete,
    ...(callsSomebody(plan) ? { spent: Object.fromEntries(session.counters.byModel) } : {}),
    ...(session.counters.failures.total > 0 ? { failures: session.counters.failures.commonest() } : {}),
    ...Object.assign({}, ...observers.map(({ manifest }) => manifest?.() ?? {})),
    ...more,
  });
}

async function show(
  { text, file }: Reduced,
  { style = plainStyle }: Plan,
  terminal: Terminal,
): Promise<void> {
  if (text !== undefined) terminal.stdout.write(text(style));
  if (file === undefined) return;
  await makeFolder(dirname(file.path));
  await writeFileAtomic(file.path, file.text);
  terminal.say(file.notice);
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
  { interruption, policy, session }: Pick<RunContext, 'interruption' | 'policy' | 'session'>,
): number {
  if (ending === 'reader-closed') return exitCodes.ok;
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  const failed = exitCodeOfCalls(session.counters);
  return policy.rejected > 0 ? Math.max(exitCodes.partial, failed) : failed;
}
