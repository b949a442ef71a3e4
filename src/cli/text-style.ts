// How a command sets its text: in colour on a terminal, unless colours are switched off, and as wide as that is.
import { type TextStyle, usualColumns } from '../report/text-style.ts';
import type { Call } from './command.ts';

export function styleOf({ options, stdout }: Pick<Call, 'options' | 'stdout'>): TextStyle {
  return {
    colour: stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR,
    columns: stdout.columns ?? usualColumns,
  };
}
