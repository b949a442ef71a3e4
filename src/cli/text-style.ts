// How a command sets its text: in colour on a terminal that has some, unless colours are switched off, and as wide as that is.
import { type TextStyle, usualColumns } from '../report/text-style.ts';
import type { Call } from './command.ts';

export function takesColour({ isTTY }: Pick<Call['stdout'], 'isTTY'>): boolean {
  return isTTY === true && process.env.TERM !== 'dumb' && !process.env.NO_COLOR;
}

export function styleOf({ options, stdout }: Pick<Call, 'options' | 'stdout'>): TextStyle {
  return {
    colour: takesColour(stdout) && !options.flag('no-color'),
    columns: stdout.columns ?? usualColumns,
  };
}
