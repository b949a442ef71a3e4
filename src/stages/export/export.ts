// Export: records become rows of another project's layout.
import { z } from 'zod';
import { exportFormats } from '../../datasets/export/export.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';

const options = z.strictObject({
  format: option(z.enum(exportFormats.map(({ name }) => name)), 'layout of the rows', {
    value: 'NAME',
    group: 'Output',
  }),
  gate: option(
    z.enum(['strict', 'off']).default('strict'),
    'drop accepted injections that fail the gate on their present steps, or export them',
    { value: 'HOW' },
  ),
});

export const exportRows = defineMap({
  name: 'export',
  summary: 'write records in the layout of another benchmark, trainer or evaluation tool',
  usage: '--format NAME [OPTIONS] [FILE…]',
  about:
    'Formats: processbench, deltabench, latebench (the original schema), inspect, evalscope; for training ' +
    'prm800k, sft-critic (chats), trl-stepwise, verl, openrlhf-prm and preference (right step against wrong ' +
    'step). All but latebench need a label: a record without one is dropped and counted. The gate checks ' +
    'injections again, so that a step that was edited since is not exported unchecked.',
  examples: [
    'latebench export --format processbench records.jsonl > mine.jsonl',
    'latebench filter --late records.jsonl | latebench export --format sft-critic -o train.jsonl.gz',
    'latebench export --format latebench records.jsonl | jq -s . > unified.json',
  ],
  docs: 'docs/datasets.md',
  options,
  ports: { in: 'records', main: 'layout' },
  seeded: false,
  discardsCritiques: ({ format }) => format !== 'latebench',
  async build({ format, gate }) {
    const { exportFormatNamed, exportStage } = await import('../../datasets/export/export.ts');
    const { firstErrorPrompts } = await import('../../critic/prompt-first-error.ts');
    const prompt = firstErrorPrompts.maths.messages;
    const stage = exportStage(exportFormatNamed(format), {
      prompt: (judged) =>
        prompt(judged)
          .map(({ content }) => content)
          .join('\n\n'),
    });
    if (gate === 'off') return { step: stageStep(stage) };
    const { gateRefusal } = await import('../../inject/gated-record.ts');
    const { drop } = await import('../../stream/stage.ts');
    const checked: typeof stage = {
      ...stage,
      run(record, run) {
        const refusal = gateRefusal(record);
        return refusal === null ? stage.run(record, run) : [drop(refusal)];
      },
    };
    return { step: stageStep(checked) };
  },
});
