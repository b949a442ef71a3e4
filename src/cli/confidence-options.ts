// The options that say how a trace's confidence is computed, shared by the commands that build pools and those that
// vote; and what they make of them.

import type { VoteScores } from '../deepconf/score-columns.ts';
import {
  bottomCounts,
  type Convention,
  conventionSettings,
  conventions,
  edges,
  missingRules,
} from '../deepconf/score-settings.ts';
import { sentinelRules } from '../deepconf/token-confidence.ts';
import { LateBenchError } from '../errors.ts';
import type { Option } from '../stages/option.ts';
import type { ParsedOptions } from './parse-options.ts';

export const poolOption: Option = {
  name: 'pool',
  value: 'DIR',
  about: 'folder of the pool',
  group: 'Input',
};

export const confidenceOptions: readonly Option[] = [
  {
    name: 'window',
    value: 'N',
    about: 'tokens of a group, or a share of the trace such as 0.1',
    aliases: ['group-size'],
    group: 'Work',
  },
  {
    name: 'tail',
    value: 'N',
    about: 'tokens of the tail, or a share of the trace',
    aliases: ['tail-tokens'],
    group: 'Work',
  },
  {
    name: 'convention',
    value: 'NAME',
    choices: conventions,
    about: 'edge and bottom count of the official code (full, floor) or of the requirement (partial, ceil)',
    group: 'Work',
  },
  {
    name: 'edge',
    value: 'HOW',
    choices: edges,
    about: 'groups of whole windows only, or also the shorter ones at the start',
    group: 'Work',
  },
  {
    name: 'bottom-count',
    value: 'HOW',
    choices: bottomCounts,
    about: 'how a tenth of the groups is made whole',
    group: 'Work',
  },
  {
    name: 'sentinel',
    value: 'RULE',
    choices: sentinelRules,
    about:
      'candidates without a real log-probability: left out, the smallest stands in, or the chosen token judges',
    group: 'Work',
  },
  {
    name: 'missing',
    value: 'HOW',
    choices: missingRules,
    about: 'tokens without a confidence: left out, or 0',
    group: 'Work',
  },
];

function oneOf<Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined {
  return names.find((name) => name === text);
}

/** Numbers of tokens from 1, or shares below 1, with commas between them. */
export function sizesOf(options: ParsedOptions, name: string): number[] {
  const text = options.list(name).join(',') || (options.text(name) ?? '');
  if (text === '') return [];
  return text.split(',').map((part) => {
    const size = Number(part);
    if (size > 0 && size <= 1e9 && (size < 1 || Number.isInteger(size))) return size;
    const message = `--${name} ${text}: give a whole number of tokens, or a share between 0 and 1`;
    throw new LateBenchError('LB_USAGE', message);
  });
}

/** What was given on the command line; the rest is left to what the pool was built with. */
export function givenScores(options: ParsedOptions): Partial<VoteScores> {
  const convention: Convention | undefined = oneOf(conventions, options.text('convention'));
  const given = {
    window: sizesOf(options, 'window').at(-1),
    tail: sizesOf(options, 'tail').at(-1),
    edge: oneOf(edges, options.text('edge')),
    bottomCount: oneOf(bottomCounts, options.text('bottom-count')),
    sentinel: oneOf(sentinelRules, options.text('sentinel')),
    missing: oneOf(missingRules, options.text('missing')),
  };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...(convention === undefined ? {} : conventionSettings[convention]), ...said };
}
