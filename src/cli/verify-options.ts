// The options that `verify` and `extract` share: what is looked for in a text, and how to read it from the flags.
import { LateBenchError } from '../errors.ts';
import type { ExtractionConfig, ParseOptions } from '../mathverify/index.ts';
import type { Option, ParsedOptions } from './option.ts';

export const parseOptionTable: readonly Option[] = [
  {
    name: 'config',
    value: 'KIND',
    multiple: true,
    choices: ['latex', 'expr', 'string', 'raw_latex'],
    about:
      'what to look for (latex and expr): LaTeX, plain mathematics, choices; raw_latex reads all of a text',
    group: 'Work',
  },
  { name: 'choices', value: 'A,B,…', about: 'the choices of --config string (A,B,C,D)', group: 'Work' },
  {
    name: 'boxes',
    value: 'WHICH',
    choices: ['all', 'last', 'none'],
    about: 'which boxes of one piece of mathematics count (all)',
    group: 'Work',
  },
  {
    name: 'definite',
    about: 'a list of options that decides for none is no answer, instead of its last one',
    group: 'Work',
  },
  {
    name: 'ignore-thinking',
    about: 'read nothing between <think> and </think>, or after a <think> that is never closed',
    group: 'Work',
  },
  {
    name: 'max-steps',
    value: 'N',
    about: 'step budget of one row, a matter of counting and not of time (50000)',
    group: 'Limits',
  },
];

/** What the flags say about parsing; loads the room only where a configuration has to be made. */
export async function parseOptionsOf(options: ParsedOptions): Promise<ParseOptions> {
  const configs = await configsOf(options);
  const maxSteps = options.whole('max-steps', 1);
  return {
    ...(configs === undefined ? {} : { configs }),
    ...(options.flag('no-fallback') ? { fallbackMode: 'no_fallback' as const } : {}),
    ...(options.flag('definite') ? { definite: true } : {}),
    ...(options.flag('ignore-thinking') ? { ignoreThinking: true } : {}),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
}

async function configsOf(options: ParsedOptions): Promise<ExtractionConfig[] | undefined> {
  const named = options.list('config');
  const boxed = options.text('boxes') as 'all' | 'last' | 'none' | undefined;
  const choices = options.text('choices');
  if (choices !== undefined && !named.includes('string')) {
    throw new LateBenchError('LB_USAGE', '--choices are looked for with --config string only');
  }
  if (named.length === 0 && boxed === undefined) return undefined;
  const { exprConfig, latexConfig, stringConfig } = await import('../mathverify/index.ts');
  const strings = choices?.split(',').filter((choice) => choice !== '');
  return (named.length === 0 ? ['latex', 'expr'] : named).map((kind): ExtractionConfig => {
    if (kind === 'latex') return latexConfig(boxed === undefined ? {} : { boxed });
    if (kind === 'string') return stringConfig(strings === undefined ? {} : { strings });
    return kind === 'expr' ? exprConfig() : { type: 'raw_latex' };
  });
}
