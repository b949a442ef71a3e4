// What `score` and `report` let one choose about the figures.

import { LateBenchError } from '../errors.ts';
import type { ScoreSettings } from '../metrics/score.ts';
import type { Cut, Parse } from '../records/score.ts';
import type { Option, ParsedOptions } from './option.ts';

export const scoreOptions: readonly Option[] = [
  {
    name: 'parse',
    value: 'HOW',
    choices: ['robust', 'strict'],
    default: 'robust',
    about: 'which reading of the replies counts',
    group: 'Work',
  },
  {
    name: 'cut',
    value: 'WHERE',
    choices: ['first', 'last', 'none'],
    default: 'first',
    about: 'where the step-level figures stop looking: at the first error, the last, or nowhere',
    group: 'Work',
  },
  {
    name: 'by',
    value: 'FIELDS',
    multiple: true,
    about: 'break the figures down by these fields (commas between; dots lead into nested fields)',
    group: 'Work',
  },
  {
    name: 'constants',
    value: 'K,…',
    default: '0',
    about: 'steps (from 0) of the constant_<k> baselines',
    group: 'Work',
  },
];

function commaList(options: ParsedOptions, name: string): string[] {
  const texts = options.list(name).length > 0 ? options.list(name) : [options.text(name) ?? ''];
  return texts
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function scoreSettings(options: ParsedOptions): ScoreSettings {
  const constants = commaList(options, 'constants').map((text) => {
    if (!/^\d+$/.test(text))
      throw new LateBenchError(
        'LB_USAGE',
        `--constants ${text}: give steps counted from 0, with commas between`,
      );
    return Number(text);
  });
  return {
    parse: options.text('parse') as Parse,
    cut: options.text('cut') as Cut,
    by: commaList(options, 'by'),
    seed: options.whole('seed', 0) ?? 0,
    constants,
  };
}
