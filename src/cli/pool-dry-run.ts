// What a pool build would ask and cost, without a call.
import type { PartJob } from '../deepconf/pool/build-plan.ts';
import { sampleRequest } from '../deepconf/pool/sampling.ts';
import { estimateTokens } from '../endpoints/budget/estimate-tokens.ts';
import { createDryRun } from '../endpoints/dry-run.ts';
import { exitCodes, isLateBenchError } from '../errors.ts';
import type { Call } from './command.ts';
import { sayDryRun } from './dry-run-report.ts';
import type { BuildWishes } from './pool-build-options.ts';
import { endpointName } from './role-endpoint.ts';

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
  for (const line of sayDryRun(dryRun, options.text('price'))) say(line);
  return exitCodes.ok;
}
