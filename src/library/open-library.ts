// What a program may say about a run, and what is opened for it: configuration, endpoints, error policy. All of it has a
// default; endpoints, journal, cache and budget come from the configuration that the commands use.
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import { roles } from '../config/setting-table.ts';
import { homeOf } from '../config/shared-settings.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { LateBenchError } from '../errors.ts';
import { type ErrorHandling, type ErrorSettings, openErrorHandling } from '../executor/error-handling.ts';
import type { Interruption } from '../executor/interruption.ts';
import { namedFiles } from '../executor/named-files.ts';
import { remoteReader } from '../executor/remote-inputs.ts';
import type { RunBudgetOptions } from '../executor/run-budget.ts';
import { type Mode, openSession, type Session } from '../executor/session.ts';
import { silentTerminal, type Terminal } from '../executor/terminal.ts';
import { contentKey } from '../records/identity.ts';
import type { StageContext } from '../stages/define.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { checkSettings } from './check-settings.ts';

/** Settings of a run: seed, endpoint, folder, budget and mode. Each has a default. */
export interface RunSettings extends ErrorSettings {
  /** Seed of everything that is random; 0. */
  readonly seed?: number;
  /** A base URL for every role, or `sim` for the embedded simulation; else the configured endpoints. */
  readonly endpoint?: string;
  /** Calls in flight at once; as configured. */
  readonly concurrency?: number;
  /** Folder of manifest, events, results and journal; without one the journal is under LATEBENCH_HOME. */
  readonly folder?: string;
  /** USD and tokens at most, over all runs that name this folder. */
  readonly budget?: RunBudgetOptions;
  /** `dry` calls nothing and writes nothing; `offline` takes stored replies only. */
  readonly mode?: Mode;
  /** Ends the run: calls in flight are cancelled, and the journal keeps what was paid for. */
  readonly signal?: AbortSignal;
  /** Lines about the run; nothing is printed without it. */
  readonly say?: (line: string) => void;
}

export interface Library {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly errors: ErrorHandling;
  /** Opens addresses of the hub. */
  readonly remote: RemoteInputs;
  context(sources: readonly string[]): StageContext;
  /** Ends what is still running. */
  give(): void;
  close(): Promise<void>;
}

function interruptionOf(signal: AbortSignal | undefined): Interruption & { readonly give: () => void } {
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const signals = signal === undefined ? [] : [signal];
  const stopReading = AbortSignal.any([...signals, stop.signal, abandon.signal]);
  const abandoned = AbortSignal.any([...signals, abandon.signal]);
  // Every call in flight listens.
  setMaxListeners(0, stopReading, abandoned);
  let reason: LateBenchError | undefined;
  return {
    stopReading,
    abandon: abandoned,
    exitCode: undefined,
    stop(error) {
      reason ??= error;
      stop.abort();
    },
    get reason() {
      return reason;
    },
    give: () => abandon.abort(),
  };
}

/**
 * `stages`: what the journal's folder is named by, so that the same program finds its replies again; `declared`:
 * settings that a pipeline declares, below those of the program.
 *
 * @throws LB_USAGE for settings that there are not
 */
export function openLibrary(
  settings: RunSettings,
  stages: readonly StageUse[],
  declared: ReadonlyMap<string, { value: string; flag: string }> = new Map(),
): Library {
  checkSettings(settings);
  const { seed = 0, endpoint, concurrency, folder, budget, mode = 'run', signal, say = () => {} } = settings;
  const flags = new Map(declared);
  if (endpoint !== undefined) {
    for (const role of roles) flags.set(`${role}.base_url`, { value: endpoint, flag: 'endpoint' });
  }
  if (concurrency !== undefined)
    flags.set('concurrency', { value: String(concurrency), flag: 'concurrency' });
  const config = resolveConfig({ flags });
  const home = homeOf(config);
  const work = { seed, stages: stages.map(({ use, with: options }) => ({ use, with: options })) };
  const name = `library-${contentKey(work)}`;
  const session = openSession({
    config,
    mode,
    journalFolder: folder === undefined ? join(home, 'journal', name) : join(folder, 'journal'),
    budget: { ...(folder === undefined ? {} : { folder: join(folder, 'budget') }), ...budget },
    say,
  });
  const terminal = silentTerminal(say);
  const { onError = 'fail', maxErrors, quarantine } = settings;
  const place = { label: 'run', home, runFolder: folder, dry: mode === 'dry' };
  const errors = openErrorHandling({ onError, maxErrors, quarantine }, place, terminal);
  const interruption = interruptionOf(signal);
  const { stopReading: stopped } = interruption;
  const remote = remoteReader({ config: () => config, stopped, say, progress: false });
  return {
    remote,
    session,
    terminal,
    interruption,
    errors,
    context: (sources) => ({
      seed,
      concurrency: session.concurrency,
      endpoint: session.endpoint,
      ...namedFiles({ stdin: undefined, remote, source: { files: [...sources] } }),
      sources,
      dry: mode === 'dry',
      abandon: interruption.abandon,
      say,
    }),
    give: interruption.give,
    async close() {
      errors.close();
      await session.close();
    },
  };
}
