// `latebench critic`: asks a model for the first error, or all errors, of each solution.

import type { Protocol } from '../../records/protocols.ts';
import type { Command } from '../command.ts';
import {
  adapterOption,
  endpointOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  protocolOption,
  runOption,
  seedOption,
} from '../options.ts';

export const criticCommand: Command = {
  name: 'critic',
  summary: 'let a model look for the first error, or all errors, of each solution',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'cat problems.jsonl | latebench-inject | latebench-critic --votes 8 > judged.jsonl',
    'latebench critic --protocol all_errors --model gpt-4o-mini records.jsonl | latebench score',
    'latebench critic --endpoint sim records.jsonl > judged.jsonl',
  ],
  about:
    'The critic sees the problem and the steps and nothing else of a record. Each critic adds one entry to ' +
    '`critiques`; running the same name again replaces its entry. A reply that cannot be read is `unparsed`, a call ' +
    'that finally failed is `failed`; neither is ever "no error".',
  role: 'critic',
  options: [
    protocolOption,
    {
      name: 'votes',
      value: 'N',
      default: '1',
      about: 'samples a solution; the majority decides',
      group: 'Work',
    },
    {
      name: 'combine',
      value: 'HOW',
      choices: ['majority', 'union', 'intersection'],
      default: 'majority',
      about: 'how votes of all_errors become one list',
      group: 'Work',
    },
    {
      name: 'temperature',
      value: 'T',
      about: 'sampling temperature (0 with one vote, 0.7 with several)',
      group: 'Model',
    },
    { name: 'max-tokens', value: 'N', about: 'longest reply', group: 'Model' },
    {
      name: 'name',
      value: 'NAME',
      about: "the critic's name in the records (<model>/<protocol>[/v<votes>])",
      group: 'Work',
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
  docs: 'docs/cli.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { criticStage } = await import('../../critic/critic.ts');
    const { roleEndpoint } = await import('../role-endpoint.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'critic');
      const stage = criticStage({
        endpoint: chat,
        protocol: options.text('protocol') as Protocol,
        votes: options.whole('votes', 1) ?? 1,
        combine: options.text('combine') as 'majority' | 'union' | 'intersection',
        temperature: options.number('temperature', 0, 2),
        maxTokens: options.whole('max-tokens', 1),
        name: options.text('name'),
        seed: options.whole('seed', 0) ?? 0,
      });
      return {
        steps: [stageStep(stage, config.concurrency)],
        limitAt: 'input',
        endpoints,
        endpoint: { role: 'critic', chat },
        dryRun: dryRun !== undefined,
        summary: report,
      };
    });
  },
};
