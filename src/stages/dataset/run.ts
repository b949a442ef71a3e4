// Runs a build with what the executor hands to it, and says what came of it.
import { spentText } from '../../endpoints/spent-text.ts';
import { type BuiltDataset, buildVersion } from '../../publish/build.ts';
import { loadSpec } from '../../publish/load-spec.ts';
import { surfaceSentence } from '../../publish/quality-text.ts';
import { formatCounted } from '../../report/format.ts';
import { simulationNotice } from '../../report/simulation.ts';
import type { Done, JobContext } from '../define-job.ts';
import { baseFolder } from './base-folder.ts';
import { buildCalls } from './calls.ts';
import { funnelText, partsText } from './funnel-text.ts';
import { specInputs } from './spec-inputs.ts';

function summary({ manifest, statistics, funnel, quality }: BuiltDataset, folder: string): string {
  const { parts, records } = statistics;
  return [
    ...(manifest.simulated ? [simulationNotice] : []),
    ...funnelText(funnel),
    `${manifest.name} ${manifest.version}: ${formatCounted(records, 'record')} (${partsText(parts)}) in ${folder}`,
    `  content ${manifest.content_sha256}`,
    `  ${surfaceSentence(quality.surface)}`,
    '',
  ].join('\n');
}

export interface DatasetRequest {
  readonly spec: string;
  readonly folder: string;
  readonly strict: boolean;
  readonly rebalance: boolean;
  readonly base?: string | undefined;
}

export async function runDataset(
  { spec, folder, strict, rebalance, base }: DatasetRequest,
  context: JobContext,
): Promise<Done> {
  const { policy, stopReading, say, warn } = context;
  const loaded = await loadSpec(spec);
  const calls = buildCalls(loaded, folder, context);
  try {
    const { concurrency, endpoint, runPlan } = calls;
    const built = await buildVersion(loaded, {
      ...{ folder, rebalance, policy, stopReading, concurrency, endpoint, runPlan },
      say: (line) => say(`latebench dataset build: ${line}`),
      base: await baseFolder(base, context),
      remote: specInputs(context),
    });
    if (built === null) {
      // What ended it says how it is resumed.
      say('stopped early: no version was written; the journals keep its replies');
      return { value: null, stopped: true };
    }
    const written = formatCounted(built.statistics.records, 'record');
    say(`dataset: ${written}; ${spentText(calls.counters.total())}`);
    const { surface } = built.quality;
    const passes = surface?.verdict === 'passes';
    if (!passes) {
      const what = surface === null ? 'has too few records to judge' : 'does not pass';
      warn(`the surface classifier ${what}; see quality/report.md`);
    }
    const done = built;
    return { value: done, text: () => summary(done, folder), partial: strict && !passes };
  } finally {
    await calls.close();
  }
}
