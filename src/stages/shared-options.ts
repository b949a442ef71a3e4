// Option types, and other parts of a declaration, that several stages share.
import { z } from 'zod';
import type { TokenChoice } from '../critic/sampling.ts';
import type { Need } from './define.ts';
import { option } from './described-option.ts';

/** A text of the user's own, and where it came from, for messages. */
export const sourceText = z.strictObject(
  { source: z.string(), text: z.string() },
  {
    error: ({ code, input }) =>
      code === 'invalid_type' && typeof input === 'string'
        ? 'give {"source": NAME, "text": TEXT}: the text itself, and what messages call it'
        : undefined,
  },
);

/** Of stages that ask the critic's endpoint. The command line has `--model` for it already. */
export const criticModelField = option(
  z.string().min(1).optional(),
  "another model of the critic's endpoint",
  { flag: false },
);

/** Of stages that leave results beside the records: where these go, and what they are named after. */
export const resultsFields = {
  results: option(
    z.string().min(1).optional(),
    'write results/processbench/… here: DIR/processbench/{dataset}_{model}_votes{n}.jsonl and .csv',
    { value: 'DIR', group: 'Output', form: false },
  ),
  datasetName: option(
    z.string().min(1).optional(),
    "name of the dataset in the names of these files (the input's file or hub name)",
    { value: 'NAME', group: 'Output', form: false, needs: ['results', 'run'] },
  ),
};

const share = z.number().min(0).max(1);

/** Of stages that measure the difficulty of injections. */
export const targetDifficultyOption = option(
  z
    .tuple([share, share])
    .refine(([low, high]) => low <= high, 'the lower bound comes first')
    .optional(),
  'keep injections whose difficulty (the share of votes that miss the error) is in this range: 0.2-0.8 ' +
    'keeps those that 20 % to 80 % find',
  { value: 'LOW-HIGH', spelling: 'shares' },
);

/** Sampling that was asked for: an endpoint that does not take it does other work. */
export function askedSampling({ temperature, topP, topK }: TokenChoice): Pick<Need, 'requires'> {
  const requires = [
    // Models that take no temperature sample at 1.
    ...(temperature === undefined || temperature === 1 ? [] : (['temperature'] as const)),
    ...(topP === undefined ? [] : (['top_p'] as const)),
    ...(topK === undefined ? [] : (['top_k'] as const)),
  ];
  return requires.length === 0 ? {} : { requires };
}

/** Of a map stage over records that asks the critic's model once for each of them. */
export const oneCriticCall = {
  ports: { in: 'records', main: 'records' },
  role: 'critic',
  needs: (options: Pick<TokenChoice, 'temperature'>): readonly Need[] => [
    { role: 'critic', callsPerRecord: 1, atOnce: 1, ...askedSampling(options) },
  ],
} as const;

export function temperatureOption(about: string) {
  return option(z.number().min(0).max(2).optional(), about, { value: 'T', group: 'Model' });
}

/** The part of a solution in which an injected error may be: the one definition of late unless another is chosen. */
export const regionOption = option(
  z
    .union([
      z.literal('last-third'),
      z.tuple([share, share]).refine(([low, high]) => low < high, 'the lower bound comes first'),
    ])
    .default('last-third'),
  'where the error may be: last-third, last-half, whole, or two fractions such as 0.4-0.8',
  { value: 'WHERE', spelling: 'region', label: 'Part of the solution' },
);

/** A file of one of these formats: a page is never written over records, whose name ends otherwise. */
export function fileEndingIn(...endings: readonly string[]) {
  return z
    .string()
    .refine(
      (path) => endings.some((ending) => path.toLowerCase().endsWith(ending)),
      `its name must end in ${endings.join(' or ')}`,
    );
}

/** `about`: what is written. */
export function reportFileOption(ending: string, about: string) {
  return option(fileEndingIn(ending).optional(), about, { value: 'FILE', group: 'Output', form: false });
}
