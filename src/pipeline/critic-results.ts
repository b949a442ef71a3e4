// Which results a critic leaves in a run folder, by the config that its manifest shows.

import { prmResults } from './prm-results.ts';
import { processBenchResults } from './processbench-results.ts';
import type { RunResults } from './run-results.ts';

/** Of a first-error critic; nothing for other stages. A reward model also leaves the curve over its thresholds. */
export function resultsOfCritic(
  runFolder: string,
  { name, config }: { readonly name: string; readonly config: Readonly<Record<string, unknown>> },
): RunResults[] {
  const { critic, model, votes, protocol, prm } = config;
  if (name !== 'critic' || protocol !== 'first_error') return [];
  const of = { runFolder, critic: String(critic), model: String(model), votes: Number(votes) };
  return [processBenchResults(of), ...(prm === true ? [prmResults(of)] : [])];
}
