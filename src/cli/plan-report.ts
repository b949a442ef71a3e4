// A plan in words: the stages with what each is to do, the models, and how many calls it can come to at most.

import { type EndpointConfig, endpointConfig } from '../config/endpoint-config.ts';
import type { Config } from '../config/resolve.ts';
import type { Role } from '../config/setting-table.ts';
import { publicUrl } from '../endpoints/redact.ts';
import type { PipelinePlan } from '../pipeline/plan.ts';
import type { RecordPipeline } from '../pipeline/schema.ts';
import { formatCount, formatCounted } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { textTable } from '../report/text-table.ts';
import { wrappedSentence } from '../report/wrap-columns.ts';

function sourceText({ source }: RecordPipeline): string {
  const files = (source.files ?? []).join(', ');
  const { synthetic } = source;
  const generated = synthetic === undefined ? '' : `${formatCount(synthetic.count)} synthetic problems`;
  return [files, generated].filter((part) => part !== '').join(' and ') || 'nothing';
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

function where({ baseUrl, model }: EndpointConfig): string {
  return `${model} at ${baseUrl === 'sim' ? 'the embedded simulation' : publicUrl(baseUrl)}`;
}

/** Throws where a role that is called has no endpoint: that is known before the first call. */
export function planText(
  definition: RecordPipeline,
  plan: PipelinePlan,
  { config, style }: { readonly config: Config; readonly style: TextStyle },
): string {
  const totals = new Map<Role, number>();
  for (const { calls } of plan.stages) {
    for (const [role, max] of Object.entries(calls ?? {}))
      totals.set(role as Role, (totals.get(role as Role) ?? 0) + max);
  }
  const rows = plan.stages.map(({ place, use, with: options, calls }) => ({
    place,
    stage: use,
    options: optionsText(options),
    calls: calls === null ? 'kept' : Object.values(calls).reduce((sum, max) => sum + max, 0),
  }));
  const columns = [
    { key: 'place', title: '#', align: 'right' },
    { key: 'stage', title: 'stage' },
    { key: 'calls', title: 'calls at most', align: 'right' },
    { key: 'options', title: 'options', wraps: true },
  ] as const;
  const { budget, schedule } = definition;
  const said = (sentence: string): string => wrappedSentence(sentence, style.columns).join('\n');
  const lines = [
    said(`${definition.name}: ${definition.about}`),
    '',
    said(
      `Source: ${sourceText(definition)}: ${formatCounted(plan.read, 'record')}, of which ${formatCount(plan.reaching)} reach the first call`,
    ),
    '',
    textTable({ columns, rows }, style).trimEnd(),
    '',
    ...[...totals].map(([role, max]) =>
      said(
        `${role}: ${where(endpointConfig(config, role))}, ${formatCounted(max, 'call')} at most; stored replies included`,
      ),
    ),
    ...(budget === undefined ? [] : [said(`Budget: ${optionsText(budget)}`)]),
    ...(schedule === undefined ? [] : [said(`Schedule: ${optionsText(schedule)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}
