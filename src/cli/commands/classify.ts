// `latebench classify`: labels the error of each solution with a kind of the taxonomy and the problem's domain.
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

export const classifyCommand: Command = {
  name: 'classify',
  summary: 'label natural errors with the types of the taxonomy and the mathematical domain',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench classify natural.jsonl > labelled.jsonl',
    'latebench classify --all injected.jsonl | latebench score --by classification.error_type',
    'latebench classify --endpoint sim natural.jsonl > labelled.jsonl',
  ],
  about:
    'Adds classification: {error_type, domain, confidence, model} to solutions whose first wrong step is known. Beside ' +
    'the types that inject knows there are calculation_slip and other. Injected errors, whose type is known, are left ' +
    'alone unless --all. A reply that cannot be read leaves null labels with status unparsed.',
  role: 'critic',
  options: [
    { name: 'all', about: 'label injected errors too', group: 'Work' },
    { name: 'temperature', value: 'T', about: 'sampling temperature', group: 'Model' },
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
  docs: 'docs/injection.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { classifyStage } = await import('../../inject/classify.ts');
    const { roleEndpoint } = await import('../role-endpoint.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const { endpoints, chat, config } = await roleEndpoint(call, 'critic');
      const counts = new Map<string, number>();
      const stage = classifyStage({
        endpoint: chat,
        all: options.flag('all'),
        temperature: options.number('temperature', 0, 2),
        seed: options.whole('seed', 0) ?? 0,
      });
      const line = (): string =>
        [...counts]
          .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
          .map(([name, count]) => `${name} ${count}`)
          .join(', ');
      return {
        steps: [stageStep(stage, config.concurrency)],
        limitAt: 'input',
        endpoints,
        endpoint: { role: 'critic', chat },
        divert: ({ classification }) => {
          const label = classification as { error_type: string | null; status: string } | undefined;
          const name = label === undefined ? 'untouched' : (label.error_type ?? label.status);
          counts.set(name, (counts.get(name) ?? 0) + 1);
          return false;
        },
        detail: line,
        summary: () => [line()],
      };
    });
  },
};
