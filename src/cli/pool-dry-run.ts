// What a pool build would ask and cost, without a call.
import type { PartJob } from '../deepconf/pool/build-plan.ts';
import { sampleRequest } from '../deepconf/pool/sampling.ts';
import { estimateTokens } from '../endpoints/budget/estimate-tokens.ts';
import { createDryRun } from '../endpoints/dry-run.ts';
import { exitCodes, isLateBenchError } from '../errors.ts';
import { endpointLines } from '../executor/dry-run-report.ts';
import { endpointName } from '../executor/open-endpoint.ts';
import { pricesWith } from '../executor/run-budget.ts';
import type { Call } from './command.ts';
import type { BuildWishes } from './pool-build-options.ts';

export async function poolDryRun(
  { say, options }: Call,
  jobs: readonly PartJob[],
  { config, sampling }: BuildWishes,
): Promise<number> {
  const dryRun = createDryRun(endpointName(config), config.model, estimateTokens);
  const { signal } = new AbortController();
  for (const { problem, have, end } of jobs) {
    for (let sample = have; sample < end; sample += 1) {
      try {
        await dryRun.endpoint.chat(sampleRequest(problem.problem, sampling, sample), { signal, sample });
      } catch (error) {
        // That no call is made is how it answers.
        if (!isLateBenchError(error)) throw error;
      }
    }
  }
  for (const line of endpointLines(dryRun, pricesWith(options.text('price')))) say(line);
  return exitCodes.ok;
}
