// Whether a command prints with colours: on a terminal, unless somebody says no.
import type { Call } from './command.ts';

export function wantsColour({ options, stdout }: Pick<Call, 'options' | 'stdout'>): boolean {
  return stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
}
