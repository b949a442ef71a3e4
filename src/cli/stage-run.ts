// Runs the command of a stage: its flags become a plan of that stage, and the executor does the rest.
import { exitCodes, LateBenchError } from '../errors.ts';
import { planStages } from '../executor/build-plan.ts';
import { openErrorHandling } from '../executor/error-handling.ts';
import { namedFiles } from '../executor/named-files.ts';
import { runPlan } from '../executor/run-plan.ts';
import type { Session } from '../executor/session.ts';
import type { SourcePlan } from '../executor/source.ts';
import type { MapStage, StageUse } from '../stages/define.ts';
import { optionRows } from '../stages/option-rows.ts';
import { openOutput } from '../storage/output.ts';
import { createTally } from '../stream/tally.ts';
import { batchWaitMs } from './batch-passes.ts';
import type { Call } from './command.ts';
import { commandSession, modeOf } from './command-session.ts';
import { errorSettings } from './error-options.ts';
import { shortHelp } from './help.ts';
import { remoteInputs } from './hub-source.ts';
import { journalFolder } from './journal-folder.ts';
import { hasNothingToRead, openRecords, sourcePlan } from './record-source.ts';
import { configFor, homeOf } from './settings.ts';
import { watchSignals } from './signals.ts';
import { variantRows } from './stage-command.ts';
import { checkValues, stageValues } from './stage-values.ts';

/** The stage that the flags ask for, with its options. */
async function useOf({ options }: Call, stage: MapStage): Promise<StageUse> {
  const rows = optionRows(stage.options);
  const { variant } = stage;
  const others = variant === undefined ? [] : await variantRows(variant);
  const isGiven = (name: string): boolean => options.flag(name) || options.list(name).length > 0;
  const model = options.text('model');
  if (variant === undefined || (!isGiven(variant.flag) && !others.some(({ name }) => isGiven(name)))) {
    const values = await stageValues(rows, options);
    checkValues(stage.options, values, rows);
    return { use: stage.name, with: values };
  }
  const shared = rows.filter(({ key }) => variant.shares.includes(key));
  const foreign = rows.find((row) => !shared.includes(row) && isGiven(row.name));
  if (foreign !== undefined) throw new LateBenchError('LB_USAGE', `--${foreign.name} ${variant.refusal}`);
  const values = await stageValues([...others, ...shared], options);
  return { use: variant.use, with: { ...values, ...(model === undefined ? {} : { model }) } };
}

const synthetic = 'synthetic';

function sourceOf({ options }: Call, stage: MapStage, count: number | undefined): SourcePlan {
  const { onlyChooses = false, ports, role } = stage;
  const adapter = options.text('adapter');
  if (adapter === synthetic && stage.generates !== undefined) {
    if (count !== undefined) return { files: [], synthetic: { count, seed: options.whole('seed', 0) ?? 0 } };
    throw new LateBenchError('LB_USAGE', '--adapter synthetic needs --n, how many to make');
  }
  return sourcePlan(
    { options },
    {
      limit: role === undefined ? undefined : options.whole('limit', 0),
      raw: ports.in === 'rows',
      keepText: onlyChooses,
      hash: options.text('run') !== undefined,
    },
  );
}

function outputOf({ options }: Call, { ports }: MapStage): string {
  const output = options.text('output') ?? '-';
  if (ports.main !== 'layout' || !/\.(?:parquet|arrows?)$/i.test(output)) return output;
  throw new LateBenchError(
    'LB_USAGE',
    `-o ${output}: these columns are made for records; write exported rows as .jsonl, .jsonl.gz or .csv`,
  );
}

function sessionOf(call: Call): Session {
  const { positionals } = call.options;
  if (call.options.flag('batch') && (positionals.length === 0 || positionals.includes('-'))) {
    const message = '--batch reads the records several times: name files, not standard input';
    throw new LateBenchError('LB_USAGE', message);
  }
  const config = configFor(call);
  return commandSession(call, config, journalFolder(call, homeOf(config)));
}

export async function runStageCommand(call: Call, stage: MapStage): Promise<number> {
  const { options, command, stdin, stdout, stderr } = call;
  const generated = options.text('adapter') === synthetic && stage.generates !== undefined;
  if (hasNothingToRead(call) && !generated) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const stages = await planStages([await useOf(call, stage)]);
  const mode = modeOf(call);
  const folder = options.text('run');
  const limit = options.whole('limit', 0);
  const seed = options.whole('seed', 0) ?? 0;
  const output = outputOf(call, stage);
  const session = sessionOf(call);
  const home = homeOf(session.config);
  const place = { label: command.name, home, runFolder: folder, dry: mode === 'dry' };
  const errors = openErrorHandling(errorSettings(options), place, call);
  const tally = createTally();
  const watch = watchSignals(
    (line) => stderr.write(`latebench ${command.name}: ${line}\n`),
    () => tally.inFlight,
  );
  try {
    const { side } = stage.ports;
    const sidePath = side === undefined ? undefined : options.text(side.name);
    const declared = sourceOf(call, stage, stage.generates?.(stages[0]!.with));
    const remote = remoteInputs(call, watch.stopReading);
    const { exitCode } = await runPlan(
      {
        label: command.name,
        seed,
        stages,
        source: ({ policy, quiet }) =>
          openRecords(quiet ? { ...call, say: () => {} } : call, declared, policy, watch.stopReading),
        sink: () => openOutput(output, { stdout }),
        wholeOrNothing: output !== '-',
        limit: stage.role === undefined ? limit : undefined,
        order: options.text('order') === 'any' ? 'any' : 'input',
        side:
          side === undefined
            ? undefined
            : {
                sink: sidePath === undefined ? undefined : () => openOutput(sidePath),
                keep: options.flag(side.keep),
              },
        folder,
        metricsPort: options.whole('metrics-port', 0),
        price: options.text('price'),
        batchWaitMs: batchWaitMs(call),
        manifest: () => ({ command: command.name }),
      },
      {
        session,
        terminal: call,
        interruption: watch,
        policy: errors.policy,
        tally,
        files: namedFiles({ stdin, remote, source: declared }),
      },
    );
    return exitCode;
  } finally {
    watch.dispose();
    errors.close();
    await session.close();
  }
}
