// What `latebench critic` does around its stage: which critic is meant, counts, and the files of a run.

import { criticStage } from '../critic/critic.ts';
import { resultsOfCritics } from '../pipeline/critic-results.ts';
import type { Solution } from '../records/solution.ts';
import type { Stage } from '../stream/stage.ts';
import { stageStep } from '../stream/step.ts';
import type { Call } from './command.ts';
import { createCriticCounts } from './critic-counts.ts';
import { criticOptions } from './critic-options.ts';
import { type FilterPlan, runFilter } from './filter-run.ts';
import { isPrm, openPrm } from './prm-run.ts';
import { roleEndpoint } from './role-endpoint.ts';

function planOf(
  call: Call,
  stage: Stage<Solution, Solution>,
  concurrency: number,
): Pick<FilterPlan, 'steps' | 'limitAt' | 'divert' | 'detail' | 'finish'> & { lines: () => string[] } {
  const runFolder = call.options.text('run');
  const dry = call.options.flag('dry-run');
  const counts = createCriticCounts(String(stage.config.critic));
  const files = runFolder === undefined || dry ? [] : resultsOfCritics(runFolder, [stage]);
  return {
    steps: [stageStep(stage, concurrency)],
    limitAt: 'input',
    async divert(row) {
      counts.add(row as Solution);
      for (const file of files) await file.add(row as Solution);
      return false;
    },
    detail: counts.line,
    async finish(complete) {
      for (const file of files) await (complete ? file.close() : file.abort());
    },
    lines: () => (dry ? [] : counts.summary()),
  };
}

export function runCritic(call: Call): Promise<number> {
  if (isPrm(call.options)) {
    return runFilter(call, async () => {
      const { stage, concurrency, ...rest } = await openPrm(call);
      const { lines, ...plan } = planOf(call, stage, concurrency);
      return { ...plan, ...rest, summary: () => [...rest.summary(), ...lines()] };
    });
  }
  return runFilter(call, async () => {
    const wishes = await criticOptions(call.options);
    const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'critic');
    try {
      const stage = criticStage({ ...wishes, endpoint: chat });
      if (wishes.votes > 1 && stage.config.temperature === 0) {
        call.say('  votes at temperature 0 are near-copies of each other; leave --temperature out for 0.7');
      }
      const { lines, ...plan } = planOf(call, stage, config.concurrency);
      return {
        ...plan,
        endpoints,
        endpoint: { role: 'critic', chat },
        dryRun: dryRun !== undefined,
        summary: () => [...report(), ...lines()],
      };
    } catch (error) {
      // A simulation that has been started would keep the process alive.
      await endpoints.close();
      throw error;
    }
  });
}
