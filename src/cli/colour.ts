// Whether a command prints in colour: on a terminal, unless colours are switched off.
import type { Call } from './command.ts';

export function wantsColour({ options, stdout }: Pick<Call, 'options' | 'stdout'>): boolean {
  return stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
}
