// What `verify` and `extract` look for in a text: options of the mathematics parser.
import { z } from 'zod';
import type { ExtractionConfig, ParseOptions } from '../mathverify/index.ts';
import { option } from './described-option.ts';

const kinds = ['latex', 'expr', 'string', 'raw_latex'] as const;

export const parseOptions = {
  config: option(
    z.array(z.enum(kinds)).optional(),
    'what to look for (latex and expr): LaTeX, plain mathematics, choices; raw_latex reads all of a text',
    { value: 'KIND' },
  ),
  choices: option(z.array(z.string()).optional(), 'the choices of --config string (A,B,C,D)', {
    value: 'A,B,…',
    spelling: 'list',
    needs: ['config=string'],
  }),
  boxes: option(
    z.enum(['all', 'last', 'none']).optional(),
    'which boxes of one piece of mathematics count (all)',
    { value: 'WHICH' },
  ),
  definite: option(
    z.boolean().optional(),
    'a list of options is not an answer (otherwise its last option is)',
  ),
  ignoreThinking: option(
    z.boolean().optional(),
    'ignore everything between <think> and </think>, or after a <think> that is never closed',
  ),
  maxSteps: option(z.int().min(1).optional(), 'step budget of one row: a count, not a time (50000)', {
    value: 'N',
    group: 'Limits',
  }),
};

const schema = z.object(parseOptions);

export interface AskedParse extends z.output<typeof schema> {
  readonly fallback: boolean;
}

/** Loads the parser only when a configuration has to be built. */
export async function parseOptionsOf(asked: AskedParse): Promise<ParseOptions> {
  const { definite, ignoreThinking, maxSteps, fallback } = asked;
  const configs = await configsOf(asked);
  return {
    ...(configs === undefined ? {} : { configs }),
    ...(fallback ? {} : { fallbackMode: 'no_fallback' as const }),
    ...(definite === true ? { definite } : {}),
    ...(ignoreThinking === true ? { ignoreThinking } : {}),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
}

async function configsOf({
  config,
  boxes: boxed,
  choices,
}: AskedParse): Promise<ExtractionConfig[] | undefined> {
  if (config === undefined && boxed === undefined) return undefined;
  const { exprConfig, latexConfig, stringConfig } = await import('../mathverify/index.ts');
  return (config ?? ['latex', 'expr']).map((kind): ExtractionConfig => {
    if (kind === 'latex') return latexConfig(boxed === undefined ? {} : { boxed });
    if (kind === 'string') return stringConfig(choices === undefined ? {} : { strings: choices });
    return kind === 'expr' ? exprConfig() : { type: 'raw_latex' };
  });
}
