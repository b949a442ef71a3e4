// What a build would read, choose and call: the sources are read, nothing is called and nothing is written.
import { countParts, plannedCalls } from '../../publish/estimate.ts';
import { loadSpec } from '../../publish/load-spec.ts';
import { prepareBuild } from '../../publish/prepare.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import type { JobContext } from '../define-job.ts';
import { baseFolder } from './base-folder.ts';
import { buildCalls } from './calls.ts';
import { funnelText, partsText } from './funnel-text.ts';
import type { DatasetRequest } from './run.ts';
import { specInputs } from './spec-inputs.ts';

/** Throws where a role that would be called has no endpoint. */
export async function estimateDataset(
  { spec: file, folder, rebalance, base }: Omit<DatasetRequest, 'strict'>,
  context: JobContext,
): Promise<readonly string[]> {
  const { policy, stopReading, say } = context;
  const loaded = await loadSpec(file);
  const { spec } = loaded;
  const tell = (line: string): void => say(`latebench dataset build: ${line}`);
  const prepared = await prepareBuild(loaded, {
    policy,
    stopReading,
    say: tell,
    remote: specInputs(context),
    dataset: folder,
    rebalance,
    base: await baseFolder(base, context),
    dry: true,
  });
  policy.finish();
  const parts = countParts(prepared);
  const planned = plannedCalls(spec, parts);
  const critics = spec.critics.map(({ name, protocol, votes }) => `${name ?? protocol} (votes: ${votes})`);
  const calls = buildCalls(loaded, folder, context);
  try {
    const byRole = (['inject', 'critic'] as const).flatMap((role) => {
      const own = planned.filter((one) => one.role === role);
      if (own.length === 0) return [];
      const sum = own.reduce((total, one) => total + one.calls, 0);
      const each = own.map((one) => `${one.purpose} ${formatCount(one.calls)}`).join(', ');
      return [`  ${role}: ${calls.configured(role).model}, at most ${formatCounted(sum, 'call')} (${each})`];
    });
    const all = planned.reduce((total, one) => total + one.calls, 0);
    return [
      ...funnelText(prepared.funnel),
      `${spec.name} ${spec.version}: ${formatCounted(prepared.chosen.partOf.size, 'record')} (${partsText(parts.all)}) before the gate and the balance`,
      `  critics: ${critics.length === 0 ? 'none' : critics.join(', ')}`,
      ...byRole,
      `dry run: ${formatCounted(all, 'call')} at most, those with stored replies included; nothing written`,
    ];
  } finally {
    await calls.close();
  }
}
