// time, so that nothing a run leaves behind in memory reaches the next.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitCodes, LateBenchError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import { loadPipeline } from '../pipeline/load.ts';
import { pipelineNames } from '../pipeline/pipeline-names.ts';
import { calendarOf } from '../pipeline/schedule/cron.ts';
import { type Clock, type RunEnding, runSchedule } from '../pipeline/schedule/schedule.ts';
import { type UnitKind, unitText } from '../pipeline/schedule/units.ts';
import { toolVersion } from '../version.ts';
import type { Call } from './command.ts';
import { runCommand } from './commands/run.ts';
import { main } from './main.ts';
import { checkEndpoints } from './pipeline-config.ts';
import { watchSignals } from './signals.ts';

const launcher = join(packageRoot, 'bin', 'latebench.js');

/** The run itself limits what it waits for: the longest that a timer can be set to. */
const untilChildEnds = 2 ** 31 - 1;

const systemClock: Clock = {
  now: () => new Date(),
  async sleep(milliseconds, signal) {
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};

/** The options that were given, as words for another command that has them too. */
function given({ options }: Call, names: readonly string[]): string[] {
  const known = runCommand.options.filter(({ name }) => names.includes(name));
  return known.flatMap(({ name, value }) => {
    if (value === undefined) return options.flag(name) ? [`--${name}`] : [];
    // A default says nothing that the other command does not know.
    return options.list(name).flatMap((text) => [`--${name}`, text]);
  });
}

function endingOf(code: number | null, stopping: boolean): RunEnding {
  if (code === exitCodes.ok || code === exitCodes.partial) return 'done';
  return stopping ? 'stopped' : 'unfinished';
}

export async function runScheduleCommand(call: Call): Promise<number> {
  const { options, command, stdout, stderr } = call;
  const [name, ...more] = options.positionals;
  if (name === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name one pipeline, for example: latebench schedule nightly.ts');
  }
  const definition = await loadPipeline(name, options.list('set'));
  const cron = options.text('cron') ?? definition.schedule?.cron;
  if (cron === undefined) {
    throw new LateBenchError('LB_USAGE', `${name} has no schedule; give one, for example --cron '0 2 * * *'`);
  }
  const calendar = calendarOf(cron, options.text('timezone') ?? definition.schedule?.timezone);
  const passed = given(
    call,
    command.options.map((option) => option.name),
  );
  const folder = options.text('folder') ?? join('runs', definition.name);
  const print = options.text('print');
  if (print !== undefined) {
    const own = ['cron', 'timezone', 'catch-up'].flatMap((option) => {
      const text = options.text(option);
      return text === undefined ? [] : [`--${option}`, text];
    });
    const file =
      (pipelineNames as readonly string[]).includes(name) || print === 'k8s' ? name : resolve(name);
    const runner = print === 'k8s' ? ['latebench'] : [process.execPath, launcher];
    stdout.write(
      unitText(print as UnitKind, {
        name: definition.name,
        about: definition.about,
        cron,
        timezone: calendar.timezone,
        command: [...runner, 'schedule', file, '--folder', folder, ...own, ...passed],
        folder: resolve('.'),
        version: toolVersion,
      }),
    );
    return exitCodes.ok;
  }
  if (options.flag('dry-run')) {
    let time: Date | null = new Date();
    for (let shown = 0; shown < 3 && time !== null; shown += 1) {
      time = calendar.next(time);
      if (time !== null) stderr.write(`latebench schedule: dry run: would run at ${time.toISOString()}\n`);
    }
    return main('latebench', ['run', name, ...passed, '--dry-run'], call);
  }
  await checkEndpoints(definition, call);
  const say = (line: string): void => {
    if (!options.flag('quiet')) stderr.write(`latebench schedule: ${line}\n`);
  };
  let child: ReturnType<typeof spawn> | undefined;
  const watch = watchSignals({ say, drainMs: untilChildEnds });
  // Each signal is passed on: the run drains its calls, or gives them up.
  for (const signal of [watch.stopReading, watch.abandon]) {
    signal.addEventListener('abort', () => child?.kill('SIGTERM'));
  }
  const next = calendar.next(new Date());
  if (next !== null && !options.flag('once')) say(`${definition.name}: next is ${next.toISOString()}`);
  const isLimited = [
    ...[options.text('budget-usd'), options.text('budget-tokens')],
    ...[definition.budget?.usd, definition.budget?.tokens],
  ].some((limit) => limit !== undefined);
  let failed = false;
  try {
    await runSchedule({
      folder,
      calendar,
      catchUp: (options.text('catch-up') ?? definition.schedule?.catchUp ?? 'latest') as 'latest' | 'none',
      clock: systemClock,
      once: options.flag('once'),
      signal: watch.stopReading,
      say,
      async run({ due, folder: run }) {
        say(`run of ${due} in ${run}`);
        const shared = isLimited ? ['--budget-folder', join(folder, 'budget')] : [];
        const words = ['run', name, ...passed, '--run', run, ...shared];
        // A separate process group: Ctrl-C reaches it once, through us.
        child = spawn(process.execPath, [launcher, ...words], {
          stdio: ['ignore', 'inherit', 'inherit'],
          detached: true,
        });
        const code = await new Promise<number | null>((done, fail) => {
          child!.once('error', fail);
          child!.once('exit', done);
        });
        child = undefined;
        const ending = endingOf(code, watch.stopReading.aborted);
        if (ending === 'unfinished') say(`it ended with ${code ?? 'a signal'}; the next time resumes it`);
        failed = ending === 'unfinished';
        return ending;
      },
    });
  } finally {
    watch.dispose();
  }
  return watch.exitCode ?? (options.flag('once') && failed ? exitCodes.stopped : exitCodes.ok);
}
