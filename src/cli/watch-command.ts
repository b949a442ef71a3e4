// The signals of a command that makes calls.
import type { Config } from '../config/resolve.ts';
import { drainMsOf } from '../config/shared-settings.ts';
import type { Call } from './command.ts';
import { type SignalWatch, watchSignals } from './signals.ts';

/** `resumes`: the command, run again, resumes what a signal ended. */
export function watchCommand(
  { command, stderr }: Call,
  config: Config,
  { resumes = true } = {},
): SignalWatch {
  const say = (line: string): void => void stderr.write(`latebench ${command.name}: ${line}\n`);
  return watchSignals({ say, resumes, drainMs: drainMsOf(config) });
}
