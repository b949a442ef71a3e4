// What `score` and `report` let one choose about the figures.

import { LateBenchError } from '../errors.ts';
import type { ScoreSettings } from '../metrics/score.ts';
import { type Cut, type DeltaGold, deltaGolds, type Parse } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import type { Option } from '../stages/option.ts';
import type { Call } from './command.ts';
import type { ParsedOptions } from './parse-options.ts';

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
    about:
      'break the figures down by these (commas between): fields, with dots into nested ones, or error_type, ' +
      'error_source, injection_mode, position_decile, length',
    group: 'Work',
  },
  {
    name: 'delta-gold',
    value: 'WHICH',
    choices: deltaGolds,
    default: 'errors',
    about: "DeltaBench's gold: the wrong sections, or these and the useless ones",
    group: 'Work',
  },
  {
    name: 'threshold-split',
    value: 'NAME',
    about: 'choose a threshold on the confidence of the critics on this split, and apply it to the others',
    group: 'Work',
  },
  {
    name: 'split-field',
    value: 'FIELD',
    default: 'meta.split',
    about: 'field that names the split of a record',
    group: 'Work',
  },
  {
    name: 'bootstrap',
    value: 'N',
    default: '1000',
    about: 'replicates for the intervals of F1 and other figures that are no shares; 0 for none',
    group: 'Work',
  },
  {
    name: 'critiques',
    value: 'FILE',
    multiple: true,
    about:
      'score these predictions too, joined by id: {id, pred} rows, ProcessBench or DeltaBench results, ours',
    group: 'Input',
  },
  {
    name: 'critic-name',
    value: 'NAME',
    about: "name of the critic of --critiques, where the rows do not say (the file's)",
    group: 'Input',
  },
  {
    name: 'allow-missing',
    about: 'score what is there where --critiques has nothing about a record',
    group: 'Input',
  },
  {
    name: 'constants',
    value: 'K,…',
    default: '0',
    about: 'steps (from 0) of the constant_<k> baselines',
    group: 'Work',
  },
];

export function commaList(options: ParsedOptions, name: string): string[] {
  const texts = options.list(name).length > 0 ? options.list(name) : [options.text(name) ?? ''];
  return texts
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function scoreSettings(options: ParsedOptions): ScoreSettings {
  const dev = options.text('threshold-split');
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
    deltaGold: options.text('delta-gold') as DeltaGold,
    bootstrap: options.whole('bootstrap', 0) ?? 1000,
    threshold: dev === undefined ? null : { field: options.text('split-field') ?? '', dev },
    by: commaList(options, 'by'),
    seed: options.whole('seed', 0) ?? 0,
    constants,
  };
}

/** Joins the predictions of `--critiques` to the records that `take` gets; `check` is for after the last one. */
export async function joinedCritiques(
  { options }: Call,
  take: (record: Solution) => void,
): Promise<{ readonly take: (record: Solution) => void; readonly check: () => void }> {
  const paths = options.list('critiques');
  if (paths.length === 0) return { take, check: () => {} };
  const { loadCritiques } = await import('../pipeline/join-critiques.ts');
  const join = await loadCritiques(paths, { name: options.text('critic-name') });
  const allRead = options.whole('limit', 0) === undefined;
  return {
    take: (record) => take(join.attach(record)),
    check: () => join.check({ allowMissing: options.flag('allow-missing'), allRead }),
  };
}
