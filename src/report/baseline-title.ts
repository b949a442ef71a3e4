// What the rows of baselines are headed with.
import { arithmeticName } from '../records/critic-names.ts';

type Named = readonly { readonly critic: string }[];

export function hasArithmetic(baselines: Named): boolean {
  return baselines.some(({ critic }) => critic === arithmeticName);
}

/** The heading says what the baselines know. */
export function baselineTitle(baselines: Named): string {
  const nothing = 'Position baselines, which read nothing';
  return hasArithmetic(baselines) ? `${nothing}; ${arithmeticName} reads, but only arithmetic` : nothing;
}
