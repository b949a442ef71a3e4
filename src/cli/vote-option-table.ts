// The options that `vote` and `sweep` share, and what they make of them.
import { filterRules } from '../deepconf/confidence-filter.ts';
import { type AnswerKind, answerKinds } from '../deepconf/load-problem.ts';
import { type Metric, metrics } from '../deepconf/trace-scores.ts';
import { LateBenchError } from '../errors.ts';
import type { Option } from '../stages/option.ts';
import type { ParsedOptions } from './parse-options.ts';

export const votingOptions: readonly Option[] = [
  {
    name: 'k',
    value: 'N,…',
    default: '64',
    about: 'traces of a working set; of several, the largest is the headline',
    numbers: true,
    group: 'Work',
  },
  {
    name: 'repeat',
    value: 'N',
    default: '64',
    about: 'working sets of each problem',
    aliases: ['repeats'],
    group: 'Work',
  },
  {
    name: 'metrics',
    value: 'NAME,…',
    default: metrics.join(','),
    about: 'confidences to vote by: avg, bottom10, lowest, tail',
    aliases: ['metric', 'confidence-metric'],
    group: 'Work',
  },
  {
    name: 'etas',
    value: 'X,…',
    default: '0.1,0.9',
    about: 'shares of the surest traces to keep',
    aliases: ['eta'],
    numbers: true,
    group: 'Work',
  },
  {
    name: 'filter-rule',
    value: 'RULE',
    choices: filterRules,
    default: 'ceil',
    about: 'keep that many traces, or (as the official code) all at or above the percentile',
    group: 'Work',
  },
  {
    name: 'answers',
    value: 'KIND',
    choices: answerKinds,
    default: 'integer',
    about: 'compare answers as whole numbers, or as mathematics',
    group: 'Work',
  },
  { name: 'no-fallback', about: 'only boxed answers vote', group: 'Work' },
  {
    name: 'drop-truncated',
    about: 'a trace that was cut off at its token limit does not vote',
    group: 'Work',
  },
];

/** The names of the official code and of the requirement. */
const metricAliases: Readonly<Record<string, Metric>> = {
  average: 'avg',
  mean: 'avg',
  bottom_10: 'bottom10',
  bottom_window: 'bottom10',
  lowest_group: 'lowest',
  min_window: 'lowest',
};

function metricsOf(text: string): Metric[] {
  const named = text.split(',').map((part) => {
    const name = part.trim();
    const metric = metrics.find((known) => known === name) ?? metricAliases[name.replaceAll('-', '_')];
    if (metric !== undefined) return metric;
    throw new LateBenchError('LB_USAGE', `--metrics ${name}: choose among ${metrics.join(', ')}`);
  });
  return [...new Set(named)];
}

/** Numbers with commas between them, each once. */
export function numbersOf(
  options: ParsedOptions,
  name: string,
  { least, most, whole = false }: { least: number; most: number; whole?: boolean },
): number[] {
  const text = options.list(name).join(',') || (options.text(name) ?? '');
  const numbers = text.split(',').map((part) => {
    const number = Number(part);
    const fits =
      part.trim() !== '' && number >= least && number <= most && (!whole || Number.isInteger(number));
    if (fits) return number;
    const kind = whole ? 'whole numbers' : 'numbers';
    throw new LateBenchError('LB_USAGE', `--${name} ${text}: give ${kind} from ${least} to ${most}`);
  });
  return [...new Set(numbers)];
}

export function votingSettings(options: ParsedOptions) {
  const answers: AnswerKind = options.text('answers') === 'math' ? 'math' : 'integer';
  return {
    ks: numbersOf(options, 'k', { least: 1, most: 1e6, whole: true }),
    repeats: options.whole('repeat', 1) ?? 64,
    seed: options.whole('seed', 0) ?? 0,
    metrics: metricsOf(options.list('metrics').join(',') || (options.text('metrics') ?? '')),
    etas: numbersOf(options, 'etas', { least: 1e-6, most: 1 }),
    rule: options.text('filter-rule') === 'percentile' ? ('percentile' as const) : ('ceil' as const),
    answers,
    fallback: !options.flag('no-fallback'),
    dropTruncated: options.flag('drop-truncated'),
  };
}

/** The pool that `--pool`, or the one argument, names. */
export function poolOf(options: ParsedOptions, command: string): string {
  const named = [...options.list('pool'), ...options.positionals];
  if (named.length === 1) return named[0]!;
  throw new LateBenchError('LB_USAGE', `name one pool: latebench ${command} --pool DIR`);
}
