// What `latebench inject` does around its stages: who reads what was written, where accepted, rejected and failed
// records go, their counts, and the report.
import { type InjectOptions, injectStage } from '../inject/inject.ts';
import { createVerifier } from '../inject/verify.ts';
import { difficultyStage } from '../pipeline/difficulty.ts';
import { createInjectionCollector } from '../pipeline/injection-collector.ts';
import { injectionReport } from '../pipeline/injection-report.ts';
import type { Endpoints } from '../pipeline/open-endpoint.ts';
import type { Solution } from '../records/solution.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import { type StageStep, stageStep } from '../stream/step.ts';
import type { Call } from './command.ts';
import { runFilter } from './filter-run.ts';
import { createInjectCounts } from './inject-counts.ts';
import { injectOptions } from './inject-options.ts';
import { openWishes } from './manual-file.ts';
import { readerConfig } from './reader-endpoint.ts';
import { roleEndpoint } from './role-endpoint.ts';

async function verifierOf(call: Call, endpoints: Endpoints): Promise<InjectOptions['verifier']> {
  const votes = call.options.whole('verify-votes', 0) ?? 0;
  if (votes === 0) return undefined;
  const endpoint = await endpoints.open(readerConfig(call, call.options.text('verify-model')));
  return createVerifier({ endpoint, votes });
}

/** Each of the models looks at each accepted injection as often as is asked for. */
async function difficultySteps(call: Call, endpoints: Endpoints, seed: number): Promise<StageStep[]> {
  const votes = call.options.whole('difficulty-votes', 0) ?? 0;
  if (votes === 0) return [];
  const names = call.options.text('difficulty-models')?.split(',') ?? [undefined];
  const configs = names.map((name) => readerConfig(call, name?.trim()));
  const critics = await Promise.all(configs.map((config) => endpoints.open(config)));
  const concurrency = Math.max(...configs.map((config) => config.concurrency));
  return [stageStep(difficultyStage({ endpoints: critics, votes, seed }), concurrency)];
}

export function runInject(call: Call): Promise<number> {
  const { options } = call;
  const keep = options.flag('keep-rejected');
  const rejectsPath = options.text('rejects');
  const reportPath = options.text('report-file');
  const manualPath = options.text('manual');
  const seed = options.whole('seed', 0) ?? 0;
  return runFilter(call, async () => {
    const choices = injectOptions(options);
    const wishes = manualPath === undefined ? undefined : await openWishes(manualPath, call);
    const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'inject');
    let fresh: () => StageStep[];
    let steps: StageStep[];
    try {
      const verifier = await verifierOf(call, endpoints);
      const later = await difficultySteps(call, endpoints, seed);
      fresh = () => [
        stageStep(injectStage({ ...choices, endpoint: chat, seed, verifier, wishes }), config.concurrency),
        ...later,
      ];
      steps = fresh();
    } catch (error) {
      // A simulation that has been started would keep the process alive.
      await endpoints.close();
      throw error;
    }
    const rejects: Sink | undefined = rejectsPath === undefined ? undefined : await openOutput(rejectsPath);
    const counts = createInjectCounts();
    const collector = reportPath === undefined ? undefined : createInjectionCollector();
    const unmet = new Set(wishes?.keys());
    const divert = (row: Row): boolean | Promise<boolean> => {
      const record = row as Solution;
      counts.add(record);
      collector?.add(record);
      unmet.delete(record.id);
      const status = record.injection?.status;
      if (status !== 'rejected' && status !== 'failed') return false;
      const more = rejects?.write(row);
      return more === undefined ? !keep : more.then(() => !keep);
    };
    return {
      steps,
      fresh,
      limitAt: 'input',
      endpoints,
      endpoint: { role: 'inject', chat },
      divert,
      dryRun: dryRun !== undefined,
      detail: counts.line,
      summary: () => [
        ...report(),
        ...counts.summary(),
        ...(unmet.size === 0 ? [] : [`manual: no record for ${unmet.size} of the comments`]),
        ...(reportPath === undefined ? [] : [`report: ${reportPath}`]),
      ],
      close: async () => {
        await rejects?.close();
        if (reportPath === undefined || collector === undefined) return;
        await writeFileAtomic(reportPath, injectionReport(collector, { title: 'Injection report', seed }));
      },
    };
  });
}
