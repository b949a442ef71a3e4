// What a case is: data only. A case is a sequence of steps in an empty folder; both versions do the same steps, and
// everything a user could see of them is compared.
//
// Placeholders in commands, files and programs:
//   {endpoint}  base URL of the recording endpoint (simulated models behind it)
//   {samples}   data/samples of the package under test
//   {package}   root of the package under test
//   {data}      shared datasets outside the repository (needs: 'data')
//   {redis}     a Redis of the case (needs: 'redis')
//   {hub}       a loopback hub of the case (needs: 'hub'); its token is in {hubToken}
import type { SimulatorOptions } from '../../src/simulator/server.ts';

export type Need = 'data' | 'redis' | 'hub';

export interface Kill {
  readonly signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM';
  /** Send the signal while this call of the step (from 1) waits for its reply. */
  readonly call?: number;
  /** Send the signal when this file is there. */
  readonly file?: string;
}

export interface ShellStep {
  /** A line for bash with pipefail; `latebench` and `latebench-…` are those of the version under test. */
  readonly sh: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly kill?: Kill;
  /** stdout reports durations and rates (`status`): compared by shape, as stderr is. */
  readonly timed?: true;
  /** Its lines come in an order that depends on timing, or hold counts that do (`| head -1`, a resumed batch). */
  readonly stderr?: 'sorted' | 'ignore';
}

export interface FilesStep {
  readonly files: Readonly<Record<string, string>>;
}

export interface Variant {
  /** Taken when the package exports this name; null: otherwise. */
  readonly exports: string | null;
  readonly text: string;
}

export interface ProgramStep {
  /** ESM JavaScript that imports from 'latebench'; the first variant that fits is run. */
  readonly program: string | readonly Variant[];
}

export type Step = string | ShellStep | FilesStep | ProgramStep;

export interface Case {
  /** `topic/what`, unique. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Fixtures to copy into the folder first (cases/fixtures.ts). */
  readonly uses?: readonly string[];
  readonly needs?: readonly Need[];
  /** How the simulated endpoint behaves. */
  readonly endpoint?: Pick<
    SimulatorOptions,
    'seed' | 'latencyMs' | 'apiKey' | 'faults' | 'batches' | 'sampler' | 'distinctReplies'
  >;
  /** `distinct`: how often a call is made depends on timing (a batch that is polled), which calls does not. */
  readonly calls?: 'distinct';
  /** Files of the folder whose content depends on timing; that they exist is still compared. */
  readonly presence?: readonly string[];
}
