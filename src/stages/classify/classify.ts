// The classifier: labels the error of each solution with a type of the taxonomy and the problem's domain.
import { z } from 'zod';
import type { Solution } from '../../records/solution.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap, type Observer } from '../define.ts';
import { option } from '../described-option.ts';
import { oneCriticCall, temperatureOption } from '../shared-options.ts';

const options = z.strictObject({
  all: option(z.boolean().optional(), 'label injected errors too'),
  temperature: temperatureOption('sampling temperature'),
});

function labelCounts(): Observer {
  const counts = new Map<string, number>();
  const line = (): string =>
    [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return {
    add({ classification }) {
      const label = classification as { error_type: string | null; status: string } | undefined;
      const name = label === undefined ? 'untouched' : (label.error_type ?? label.status);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    line,
    summary: () => [line()],
  };
}

export const classify = defineMap({
  name: 'classify',
  summary: 'label natural errors with the types of the taxonomy and the mathematical domain',
  about:
    'Adds classification: {error_type, domain, confidence, model} to solutions whose first wrong step is ' +
    'known. The types are those of inject, calculation_slip and other. Injected errors have a known type and ' +
    'are skipped unless --all is given. An unreadable reply gives null labels with status unparsed.',
  examples: [
    'latebench classify natural.jsonl > labelled.jsonl',
    'latebench classify --all injected.jsonl | latebench score --by classification.error_type',
    'latebench classify --endpoint sim natural.jsonl > labelled.jsonl',
  ],
  docs: 'docs/injection.md',
  options,
  ...oneCriticCall,
  async build(asked, { seed, concurrency, endpoint }) {
    const { classifyStage } = await import('../../inject/classify.ts');
    const stage = classifyStage({ ...asked, endpoint: await endpoint('critic'), seed });
    return { step: stageStep<Solution, Solution>(stage, concurrency), observe: labelCounts };
  },
});
