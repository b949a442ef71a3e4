// Plays one case with one version: an empty folder, a fixed environment, its steps in order, and then everything
// that can be seen of it.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, FilesStep, ProgramStep, ShellStep } from './case.ts';
import { normaliseText, type Surroundings, shapeOf } from './normalise.ts';
import { type Observation, observeFolder } from './observation.ts';
import { type Ended, startShell } from './processes.ts';
import { writeProgram } from './program.ts';
import type { RecordingProxy } from './recording-proxy.ts';
import { observeHub, startServers } from './servers.ts';
import type { Version } from './version.ts';

export interface Setting {
  readonly version: Version;
  /** Folder with the version's commands. */
  readonly commands: string;
  /** Folder of fixtures, made by OLD for both versions. */
  readonly fixtures: string;
  /** Shared datasets; undefined where there are none. */
  readonly data: string | undefined;
  /** The folder of the case: the same for both versions. */
  readonly folder: string;
  readonly proxy: RecordingProxy;
}

/** A signal is sent when what came before it has settled: replies are durable, outputs are written. */
const settleMs = 400;

function environment({ commands, folder }: Setting): Record<string, string> {
  return {
    PATH: [commands, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    LATEBENCH_HOME: join(folder, '.latebench'),
    TMPDIR: join(folder, '.tmp'),
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}

async function playShell(
  step: ShellStep,
  line: string,
  env: Record<string, string>,
  setting: Setting,
): Promise<Ended> {
  const { kill } = step;
  let signal = (): void => {};
  let over = false;
  if (kill?.call !== undefined) {
    setting.proxy.holdCall(kill.call, async () => {
      await sleep(settleMs);
      signal();
      await sleep(settleMs);
    });
  }
  const running = startShell(line, setting.folder, env);
  signal = () => running.signal(kill!.signal);
  if (kill?.file !== undefined) {
    const path = join(setting.folder, kill.file);
    void (async () => {
      while (!over && !existsSync(path)) await sleep(5);
      if (!over) signal();
    })();
  }
  const ended = await running.ended;
  over = true;
  return ended;
}

function shapedError({ stderr }: Ended, how: ShellStep['stderr'], surroundings: Surroundings): string {
  if (how === 'ignore') return '<ignored>';
  const text = shapeOf(normaliseText(stderr.toString('utf8'), surroundings));
  return how === 'sorted' ? text.split('\n').sort().join('\n') : text;
}

/** @returns what was seen; every aspect has a name that a person understands. */
export async function playCase(one: Case, setting: Setting): Promise<Observation> {
  const { folder, fixtures, version, proxy } = setting;
  mkdirSync(join(folder, '.tmp'), { recursive: true });
  for (const used of one.uses ?? []) cpSync(join(fixtures, used), join(folder, used), { recursive: true });
  const servers = await startServers(one, setting);
  const filled = (text: string): string =>
    Object.entries(servers.placeholders).reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const surroundings: Surroundings = { replace: [[version.root, '<package>']] };
  const seen = new Map<string, string | Buffer>();
  try {
    const env = environment(setting);
    for (const [index, written] of one.steps.entries()) {
      const step = typeof written === 'string' ? { sh: written } : written;
      if ('files' in step) {
        writeFiles(step, folder, filled);
        continue;
      }
      const shell: ShellStep = 'program' in step ? startOf(step, folder, version, filled) : step;
      const extra = Object.entries(shell.env ?? {}).map(([name, value]) => [name, filled(value)]);
      const ended = await playShell(
        shell,
        filled(shell.sh),
        { ...env, ...Object.fromEntries(extra) },
        setting,
      );
      const label = `step ${index + 1}`;
      const stdout = normaliseText(ended.stdout.toString('utf8'), surroundings);
      seen.set(`${label} exit`, ended.exit);
      seen.set(`${label} stdout`, shell.timed === true ? shapeOf(stdout) : stdout);
      seen.set(`${label} stderr`, shapedError(ended, shell.stderr, surroundings));
    }
    const calls = proxy.calls.map((call) => normaliseText(call, surroundings).replaceAll('\n', '⏎')).sort();
    seen.set('calls', [...(one.calls === 'distinct' ? new Set(calls) : calls)].join('\n'));
    if (servers.hub !== undefined) seen.set('hub', normaliseText(observeHub(servers.hub), surroundings));
  } finally {
    await servers.close();
  }
  // A killed process has not written all of its events, and what it had begun to write depends on the moment.
  const killed = wasKilled(one);
  const presence = [...(one.presence ?? []), ...(killed ? ['events'] : [])];
  for (const [aspect, content] of observeFolder(folder, presence, surroundings)) {
    if (!killed || !aspect.includes('.tmp-<random>')) seen.set(aspect, content);
  }
  return seen;
}

function wasKilled({ steps }: Case): boolean {
  return steps.some((step) => typeof step !== 'string' && 'kill' in step && step.kill?.signal === 'SIGKILL');
}

function writeFiles({ files }: FilesStep, folder: string, filled: (text: string) => string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), filled(text));
  }
}

function startOf(
  step: ProgramStep,
  folder: string,
  version: Version,
  filled: (text: string) => string,
): ShellStep {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) {
    mkdirSync(modules);
    symlinkSync(version.root, join(modules, 'latebench'));
  }
  return { sh: `node ${writeProgram(step, join(folder, '.program'), filled)}` };
}
