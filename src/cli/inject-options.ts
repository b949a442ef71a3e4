// What the options of `latebench inject` ask of its stage.
import { LateBenchError } from '../errors.ts';
import type { InjectOptions } from '../inject/inject.ts';
import { regionRule } from '../inject/region.ts';
import { toStepIndex } from '../records/steps.ts';
import type { ParsedOptions } from './option.ts';

function commaList(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `missing_case=3,boundary=0.5`. */
function weightsOf(text: string | undefined): Record<string, number> | undefined {
  const parts = commaList(text);
  if (parts === undefined) return undefined;
  return Object.fromEntries(
    parts.map((part) => {
      const [, key, number] = /^([\w-]+)=(\d+(?:\.\d+)?)$/.exec(part) ?? [];
      if (key === undefined)
        throw new LateBenchError(
          'LB_USAGE',
          `--weights ${part}: write KEY=WEIGHT, for example missing_case=3`,
        );
      return [key, Number(number)];
    }),
  );
}

export function injectOptions(options: ParsedOptions): Omit<InjectOptions, 'endpoint' | 'seed'> {
  const step = options.whole('step', 1);
  const region = options.text('region');
  return {
    cleanFraction: options.number('clean-fraction', 0, 1) ?? 0,
    types: commaList(options.text('types')),
    weights: weightsOf(options.text('weights')),
    region: region === undefined ? undefined : regionRule(region),
    step: step === undefined ? undefined : toStepIndex(step),
    comment: options.text('comment'),
    gate: options.text('gate') as InjectOptions['gate'],
    maxAttempts: options.whole('max-attempts', 1),
    requireCorrect: options.flag('require-correct'),
    temperature: options.number('temperature', 0, 2),
  };
}
