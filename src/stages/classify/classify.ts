// The classifier: labels the error of each solution with a type of the taxonomy and the problem's domain.
import { z } from 'zod';
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import type { Row } from '../../storage/rows.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap, type Observer } from '../define.ts';
import { option } from '../described-option.ts';
import { createNeedWatch, lookedAt } from '../looked-at.ts';
import { isUnusedInjection } from '../rejects.ts';
import { oneCriticCall, temperatureOption } from '../shared-options.ts';

const options = z.strictObject({
  all: option(z.boolean().optional(), 'label injected errors too'),
  temperature: temperatureOption('sampling temperature'),
});

function labelCounts(): Observer {
  const counts = new Map<string, number>();
  let injected = 0;
  const line = (): string =>
    [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return {
    add({ classification, error_source: source }) {
      const label = classification as { error_type: string | null; status: string } | undefined;
      const name = label === undefined ? 'untouched' : (label.error_type ?? label.status);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (label === undefined && source === 'injected') injected += 1;
    },
    line,
    summary() {
      const untouched = counts.get('untouched') ?? 0;
      if (counts.size > (untouched === 0 ? 0 : 1)) return [line()];
      const skipped = injected === 0 ? '' : `, ${formatCount(injected)} injected (--all labels these)`;
      return [`nothing to label: ${formatCounted(untouched, 'record')} passed unchanged${skipped}`];
    },
  };
}

/** Null: known to have no error, or made by inject without one. */
function hasKnownError({ error_steps: steps, ...record }: Row): boolean | null {
  if (Array.isArray(steps)) return steps.length > 0 || null;
  return isUnusedInjection(record) ? null : false;
}

export const classify = defineMap({
  name: 'classify',
  summary: 'label natural errors with the types of the taxonomy and the mathematical domain',
  about:
    'Adds classification: {error_type, domain, confidence, model} to solutions whose first wrong step is ' +
    'known. The types are those of inject, calculation_slip and other. Injected errors have a known type and ' +
    'are skipped unless --all is given. Records none of which says whether a step is wrong are an error. An unreadable reply gives null labels with status unparsed.',
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
    const known = createNeedWatch(
      hasKnownError,
      'classify: no record says which step is wrong (error_steps), so there is nothing to label: name a dataset with labelled errors, or injected errors with --all',
    );
    return {
      step: stageStep<Solution, Solution>(stage, concurrency),
      after: lookedAt([known]),
      observe: labelCounts,
    };
  },
});
