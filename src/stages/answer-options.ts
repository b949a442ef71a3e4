// What `verify` and `extract` look for in a text: options of the mathematics parser.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import type { ExtractionConfig, ParseOptions } from '../mathverify/index.ts';

const kinds = ['latex', 'expr', 'string', 'raw_latex'] as const;

export const parseOptions = {
  config: z
    .array(z.enum(kinds))
    .optional()
    .describe(
      'what to look for (latex and expr): LaTeX, plain mathematics, choices; raw_latex reads all of a text',
    )
    .meta({ value: 'KIND' }),
  choices: z
    .array(z.string())
    .optional()
    .describe('the choices of --config string (A,B,C,D)')
    .meta({ value: 'A,B,…', spelling: 'list' }),
  boxes: z
    .enum(['all', 'last', 'none'])
    .optional()
    .describe('which boxes of one piece of mathematics count (all)')
    .meta({ value: 'WHICH' }),
  definite: z
    .boolean()
    .optional()
    .describe('a list of options that decides for none is no answer, instead of its last one'),
  ignoreThinking: z
    .boolean()
    .optional()
    .describe('read nothing between <think> and </think>, or after a <think> that is never closed'),
  maxSteps: z
    .int()
    .min(1)
    .optional()
    .describe('step budget of one row, a matter of counting and not of time (50000)')
    .meta({ value: 'N', group: 'Limits' }),
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
  if (choices !== undefined && config?.includes('string') !== true) {
    throw new LateBenchError('LB_USAGE', '--choices are looked for with --config string only');
  }
  if (config === undefined && boxed === undefined) return undefined;
  const { exprConfig, latexConfig, stringConfig } = await import('../mathverify/index.ts');
  return (config ?? ['latex', 'expr']).map((kind): ExtractionConfig => {
    if (kind === 'latex') return latexConfig(boxed === undefined ? {} : { boxed });
    if (kind === 'string') return stringConfig(choices === undefined ? {} : { strings: choices });
    return kind === 'expr' ? exprConfig() : { type: 'raw_latex' };
  });
}
