// `latebench judge`: whether the explanations of critics who named the right step give the annotated reason.
import type { Command } from '../command.ts';
import {
  adapterOption,
  endpointOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  runOption,
  seedOption,
} from '../options.ts';

export const judgeCommand: Command = {
  name: 'judge',
  summary: "let a model say whether critics' explanations give the annotated reason",
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench critic --protocol all_errors injected.jsonl | latebench judge > judged.jsonl',
    'latebench critic --keep-replies injected.jsonl | latebench judge --model gpt-4o > judged.jsonl',
    'latebench judge --endpoint sim judged.jsonl | latebench score',
  ],
  about:
    'Adds judge: {status, match: yes|partly|no, why, step} to each critique that names the first error and explains it, ' +
    'where the record says why that step is wrong (injection.explanation, the explanations of DeltaBench, ' +
    'meta.error_description). Critics of first_error explain nothing unless their replies were kept (--keep-replies). ' +
    'The judge sees the annotated reason; critics never do.',
  role: 'critic',
  options: [
    { name: 'critic', value: 'NAME', about: 'judge the critiques of this critic only', group: 'Work' },
    {
      name: 'temperature',
      value: 'T',
      about: "sampling temperature (what the model's family asks for, 0 for most)",
      group: 'Model',
    },
    seedOption,
    ...endpointOptions,
    adapterOption,
    ...keyOptions,
    limitOption,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/critics.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { judgeStage } = await import('../../critic/judge.ts');
    const { createJudgeCounts } = await import('../judge-counts.ts');
    const { roleEndpoint } = await import('../role-endpoint.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'critic');
      const critic = options.text('critic');
      const stage = judgeStage({
        endpoint: chat,
        critic,
        temperature: options.number('temperature', 0, 2),
        seed: options.whole('seed', 0) ?? 0,
      });
      const counts = createJudgeCounts(critic);
      return {
        steps: [stageStep(stage, config.concurrency)],
        limitAt: 'input',
        endpoints,
        endpoint: { role: 'critic', chat },
        divert: (row) => {
          counts.add(row);
          return false;
        },
        dryRun: dryRun !== undefined,
        detail: counts.line,
        summary: () => [...report(), counts.line()],
      };
    });
  },
};
