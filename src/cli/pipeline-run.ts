// What `latebench run` does around a pipeline: folder, signals, progress, and the table at the end.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf } from '../config/shared-settings.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { segmentsOf } from '../executor/segments.ts';
import type { Session } from '../executor/session.ts';
import { checkFiles } from '../executor/source.ts';
import { checkRecords } from '../pipeline/check-records.ts';
import { isGrid } from '../pipeline/grid/cells.ts';
import { planGrid } from '../pipeline/grid/plan-grid.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { planPipeline } from '../pipeline/plan.ts';
import { type PipelineResult, runPipeline } from '../pipeline/run.ts';
import { lockRunFolder, type RunLock } from '../pipeline/run-lock.ts';
import type { RunResult } from '../pipeline/run-records.ts';
import type { PipelineDefinition, RecordPipeline } from '../pipeline/schema.ts';
import type { ScoreObject } from '../records/score.ts';
import { formatScore } from '../report/format-score.ts';
import { gridSummary } from '../report/grid-summary.ts';
import { runSummary } from '../report/run-summary.ts';
import { hasSimulation } from '../report/score-table.ts';
import { closeAll } from '../storage/close-all.ts';
import { createTally } from '../stream/tally.ts';
import { batchWaitMs } from './batch-passes.ts';
import type { Call } from './command.ts';
import { commandSession, modeOf } from './command-session.ts';
import { engineOf, type QueueEngine } from './engine.ts';
import { errorHandling } from './error-options.ts';
import { gridPlanText } from './grid-plan-report.ts';
import { remoteInputs } from './hub-source.ts';
import { latestName } from './latest-run.ts';
import { noteLatest, renewLatest } from './note-latest-run.ts';
import { openInBrowser } from './open-in-browser.ts';
import { pipelineConfig } from './pipeline-config.ts';
import { withInputs, withWayOut } from './pipeline-inputs.ts';
import { planText } from './plan-report.ts';
import { countedOn, queueLimits } from './queue-limits.ts';
import { runFolder } from './run-folder.ts';
import { styleOf } from './text-style.ts';
import { watchCommand } from './watch-command.ts';

/** Of a run folder, what people open, the first that is there: that depends on the stages. */
const shownFiles = [
  'grid.html',
  'report.html',
  'injection.html',
  'leaderboard.html',
  'leaderboard.md',
  'records.parquet',
  'results.json',
  'summary.json',
  'manifest.json',
];

function openedFirst(folder: string): string | undefined {
  return shownFiles.map((file) => join(folder, file)).find((path) => existsSync(path));
}

interface Asked {
  readonly definition: PipelineDefinition;
  /** The same, where records flow through all of its stages. */
  readonly records: RecordPipeline | null;
  /** Its first part reads the source. */
  readonly readsSource: boolean;
  readonly from: string | undefined;
  readonly engine: QueueEngine | undefined;
}

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

async function askedFor(call: Call): Promise<Asked> {
  const { options } = call;
  const [name, ...more] = options.positionals;
  if (name === undefined || more.length > 0) {
    throw usage('name one pipeline, for example: latebench run quickstart');
  }
  const definition = withInputs(await loadPipeline(name, options.list('set')), options);
  const segments = await segmentsOf(definition.stages);
  const records = segments.every(({ kind }) => kind === 'records') ? (definition as RecordPipeline) : null;
  const [first] = segments;
  const readsSource = first?.kind !== 'job' || first.job.stage.ports.in === 'records';
  const from = options.text('from');
  if (records !== null && from !== undefined && options.text('run') === undefined) {
    throw usage('--from: name the run folder to continue (--run DIR)');
  }
  const engine = records === null ? engineOf(call, true) : engineOf(call);
  if (records !== null && engine !== undefined && from !== undefined) {
    throw usage(
      '--from and --engine bullmq exclude each other; leave --from out: no reply that is in the run folder is paid for again',
    );
  }
  return { definition, records, readsSource, from, engine };
}

/** The results, and what is in the folder. */
function show(call: Call, folder: string, { score, models, grid, spent }: RunResult, queued = false): void {
  const { options, stdout } = call;
  if (grid === null) showScore(call, score, Object.values(models));
  else
    stdout.write(
      gridSummary(grid, {
        style: styleOf(call),
        full: options.flag('full'),
        made: queued ? null : spent.calls,
      }),
    );
  stdout.write(`Run folder: ${folder}\n`);
  const page = openedFirst(folder);
  if (page !== undefined) stdout.write(`Open first: ${page}\n`);
  if (score === null) return;
  const simulated = hasSimulation(score, Object.values(models));
  const run = latestName(folder);
  const then = simulated
    ? `latebench run ${options.positionals[0]} --endpoint URL --model NAME`
    : `latebench verify-run ${run}`;
  stdout.write(`Next: latebench view ${run}\n      ${then}\n`);
}

function showScore(
  { options, stdout, ...call }: Call,
  score: ScoreObject | null,
  models: readonly string[],
): void {
  if (score === null) return;
  const form = { models, style: styleOf({ options, stdout, ...call }) };
  stdout.write(`${options.flag('full') ? formatScore(score, 'table', form) : runSummary(score, form)}\n`);
}

/** Of a pipeline with jobs: the results of its records, unless a stage has shown them, and the folder of all parts. */
function showParts(call: Call, folder: string, { records }: PipelineResult): void {
  const { stdout } = call;
  if (records?.result === null) showScore(call, records.score, Object.values(records.models));
  stdout.write(`Run folder: ${folder}\n`);
}

export async function runPipelineCommand(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const { definition, records, readsSource, from, engine } = await askedFor(call);
  const config = pipelineConfig(definition, call);
  const folder = runFolder(options);
  const dry = modeOf(call) === 'dry';
  const errors = errorHandling(call, homeOf(config));
  const { policy } = errors;
  const tally = createTally();
  const watch = watchCommand(call, config);
  const remote = remoteInputs(call, watch.stopReading);
  const { stopReading, abandon, stop: onStop } = watch;
  const pass = { policy, tally, stopReading, abandon, onStop, remote, terminal: call };
  let lock: RunLock | undefined;
  let session: Session | undefined;
  try {
    if (dry && records !== null && isGrid(records)) {
      session = commandSession(call, config, join(folder, 'journal'), { budget: definition.budget });
      const plan = await planGrid(records, { ...pass, interruption: watch, session, folder });
      stdout.write(gridPlanText(plan, options.text('price') ?? definition.budget?.price, styleOf(call)));
      return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
    }
    if (dry && records !== null) {
      const file = options.positionals[0]!;
      session = commandSession(call, config, join(folder, 'journal'), { budget: definition.budget });
      const price = options.text('price') ?? definition.budget?.price;
      await checkRecords(records, { ...pass, interruption: watch, session, folder, from, file, price });
      const plan = await planPipeline(records, { ...pass, folder: options.text('run'), from, file });
      stdout.write(planText(records, plan, { config, style: styleOf(call) }));
      return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
    }
    if (!dry) {
      // A stage to start from reads records of the run, and not the source.
      if (from === undefined && readsSource) await checkFiles({ files: definition.source.files ?? [] });
      lock = await lockRunFolder(folder);
      await noteLatest(folder);
    }
    session = commandSession(call, config, join(folder, 'journal'), {
      budget: { ...definition.budget, ...countedOn(engine) },
      budgetFolder: join(folder, 'budget'),
      drain: watch.drain,
    });
    const result = await runPipeline(definition, {
      session,
      terminal: call,
      interruption: watch,
      policy,
      tally,
      folder,
      remote,
      from,
      file: options.positionals[0]!,
      price: options.text('price') ?? definition.budget?.price,
      queue:
        engine === undefined
          ? undefined
          : {
              ...engine,
              endpoint: options.text('endpoint') ?? null,
              ...queueLimits(call, definition.budget),
            },
      style: styleOf(call),
      batchWaitMs: batchWaitMs(call),
      metricsPort: options.whole('metrics-port', 0),
    });
    if (!result.complete) {
      if (records !== null) say('stopped early: the run folder has no results');
      if (result.reason !== undefined) throw result.reason;
      return result.exitCode;
    }
    lock?.done();
    if (records !== null) show(call, folder, result.records!, engine !== undefined);
    else if (!dry) showParts(call, folder, result);
    const page = openedFirst(folder);
    if (options.flag('open') && page !== undefined) await openInBrowser(page, call);
    return result.exitCode;
  } catch (error) {
    throw withWayOut(error, definition, options.positionals[0]!);
  } finally {
    errors.close();
    // Calls on the wire are waited for here, as long as the watch says.
    await closeAll([
      () => session?.close(),
      () => watch.dispose(),
      () => lock?.release(),
      () => (lock === undefined ? undefined : renewLatest()),
    ]);
  }
}
