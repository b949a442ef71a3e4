// Runs the command of a stage: its flags become a plan of that stage, and the executor does the rest.

import type { Config } from '../config/resolve.ts';
import { homeOf } from '../config/shared-settings.ts';
import type { Drain } from '../endpoints/drain.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { type PlannedStages, planStages } from '../executor/build-plan.ts';
import { openErrorHandling } from '../executor/error-handling.ts';
import { namedFiles } from '../executor/named-files.ts';
import type { Plan } from '../executor/plan.ts';
import { runPlan } from '../executor/run-plan.ts';
import type { Session } from '../executor/session.ts';
import { checkFiles, type SourcePlan } from '../executor/source.ts';
import type { MapStage, ReduceStage } from '../stages/define.ts';
import { closeAll } from '../storage/close-all.ts';
import { noSink } from '../storage/no-sink.ts';
import { openOutput } from '../storage/output.ts';
import { createTally } from '../stream/tally.ts';
import { batchWaitMs } from './batch-passes.ts';
import type { Call } from './command.ts';
import { configFor } from './command-config.ts';
import { commandSession, modeOf } from './command-session.ts';
import { errorSettings } from './error-options.ts';
import { shortHelp } from './help.ts';
import { remoteInputs } from './hub-source.ts';
import { journalFolder } from './journal-folder.ts';
import { type LayoutOutput, layoutOutput } from './layout-output.ts';
import { inputsOf, recordsOf } from './named-inputs.ts';
import { openInBrowser } from './open-in-browser.ts';
import { hasNothingToRead, openRecords, sourcePlan } from './record-source.ts';
import { stageUse } from './stage-use.ts';
import { styleOf } from './text-style.ts';
import { watchCommand } from './watch-command.ts';

type RecordStage = MapStage | ReduceStage;

const synthetic = 'synthetic';

function isGenerated({ options }: Call, stage: RecordStage): boolean {
  return stage.kind === 'map' && stage.generates !== undefined && options.text('adapter') === synthetic;
}

/** Whether the limit counts what is read: where calls cost money, and where nothing is dropped. */
function limitsInput({ role, limits }: MapStage): boolean {
  return limits === undefined ? role !== undefined : limits === 'input';
}

/** Whether there is nothing to do without records. */
function needsRecords(stage: RecordStage, { reduction }: PlannedStages): boolean {
  if (stage.kind === 'map' || reduction === null) return true;
  return stage.needsRecords?.(reduction.with) ?? true;
}

function sourceOf(call: Call, stage: RecordStage, planned: PlannedStages): SourcePlan {
  const { options } = call;
  if (stage.kind === 'reduce') {
    const named = options.positionals.map(recordsOf);
    const paths = stage.others === undefined ? named : named.slice(0, 1);
    const plan = sourcePlan(call, {
      paths,
      limit: options.whole('limit', 0),
      hash: true,
      keepNumbers: false,
    });
    return paths.length === 0 && !needsRecords(stage, planned) ? { ...plan, files: [] } : plan;
  }
  if (isGenerated(call, stage)) {
    const count = stage.generates?.(planned.maps[0]!.with);
    const seed = options.whole('seed', 0) ?? 0;
    const limit = options.whole('limit', 0);
    const [named] = inputsOf(options);
    if (named !== undefined) {
      throw new LateBenchError(
        'LB_USAGE',
        `--adapter synthetic makes records and reads none: leave ${named} out`,
      );
    }
    if (count !== undefined) return { files: [], synthetic: { count, seed }, limit };
    throw new LateBenchError('LB_USAGE', '--adapter synthetic needs --count, how many to make');
  }
  return sourcePlan(call, {
    limit: limitsInput(stage) ? options.whole('limit', 0) : undefined,
    raw: stage.ports.in === 'rows',
    keepText: stage.onlyChooses === true,
    hash: options.text('run') !== undefined,
  });
}

/** Where the main output goes, and the columns that rows of another layout have. */
async function outputOf({ options }: Call, { ports }: MapStage): Promise<LayoutOutput> {
  const path = options.text('output') ?? '-';
  return ports.main === 'layout' ? layoutOutput(path, options.text('format')) : { path };
}

/** Where records go: what a stage that hands records on has beside its source. */
async function sinksOf(
  call: Call,
  stage: RecordStage,
): Promise<Pick<Plan, 'sink' | 'wholeOrNothing' | 'limit' | 'side'>> {
  if (stage.kind === 'reduce') return { sink: async () => noSink, wholeOrNothing: false };
  const { options, stdout } = call;
  const { path, columns } = await outputOf(call, stage);
  const { side } = stage.ports;
  const sidePath = side === undefined ? undefined : options.text(side.name);
  return {
    sink: () => openOutput(path, { stdout, columns }),
    wholeOrNothing: path !== '-',
    limit: limitsInput(stage) ? undefined : options.whole('limit', 0),
    side:
      side === undefined
        ? undefined
        : {
            sink: sidePath === undefined ? undefined : () => openOutput(sidePath),
            keep: options.flag(side.keep),
          },
  };
}

function sessionOf(call: Call, config: Config, drain: Drain): Session {
  const inputs = inputsOf(call.options);
  if (call.options.flag('batch') && (inputs.length === 0 || inputs.includes('-'))) {
    const message = '--batch reads the records several times: name files, not standard input';
    throw new LateBenchError('LB_USAGE', message);
  }
  return commandSession(call, config, journalFolder(call, homeOf(config)), { drain });
}

export async function runStageCommand(call: Call, stage: RecordStage): Promise<number> {
  const { options, command, stdin, stderr } = call;
  const idle = hasNothingToRead(call) && !isGenerated(call, stage);
  const hasNoUse = idle && (stage.kind === 'map' || stage.needsRecords === undefined);
  const planned = hasNoUse ? null : await planStages([await stageUse(stage, options)]);
  if (planned === null || (idle && needsRecords(stage, planned))) {
    stderr.write(shortHelp(command, stderr.columns));
    return exitCodes.usage;
  }
  const source = sourceOf(call, stage, planned);
  await checkFiles(source);
  const sinks = await sinksOf(call, stage);
  const config = configFor(call);
  const folder = stage.kind === 'map' ? options.text('run') : undefined;
  const place = { label: command.name, home: homeOf(config), runFolder: folder };
  const errors = openErrorHandling(errorSettings(options), { ...place, dry: modeOf(call) === 'dry' }, call);
  const tally = createTally();
  const watch = watchCommand(call, config);
  const session = sessionOf(call, config, watch.drain);
  try {
    const { exitCode, reason, result } = await runPlan(
      {
        label: command.name,
        seed: options.whole('seed', 0) ?? 0,
        stages: planned.maps,
        reduction: planned.reduction,
        sources: source.files,
        source: ({ policy, quiet }) =>
          openRecords(quiet ? { ...call, say: () => {} } : call, source, policy, watch.stopReading),
        ...sinks,
        summaries: true,
        limited: options.whole('limit', 0) !== undefined,
        order: options.text('order') === 'any' ? 'any' : 'input',
        folder,
        metricsPort: options.whole('metrics-port', 0),
        price: options.text('price'),
        batchWaitMs: batchWaitMs(call),
        style: styleOf(call),
        manifest: () => ({ command: command.name }),
      },
      {
        session,
        terminal: call,
        interruption: watch,
        policy: errors.policy,
        tally,
        files: namedFiles({ stdin, remote: remoteInputs(call, watch.stopReading), source }),
      },
    );
    if (reason !== undefined) throw reason;
    if (options.flag('open') && result?.file !== undefined) await openInBrowser(result.file.path, call);
    return exitCode;
  } finally {
    errors.close();
    // Calls on the wire are waited for here, as long as the watch says.
    await closeAll([() => session.close(), () => watch.dispose()]);
  }
}
