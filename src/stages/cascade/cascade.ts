// Cascade: a cheap critic first and a strong one for the rest, from stored critiques: cost against results.
import { z } from 'zod';
import { cascadeRules, costMeasures } from '../../records/cascade.ts';
import { headlines } from '../../records/comparison.ts';
import { joinedFiles } from '../compare/joined-files.ts';
import { defineReduce } from '../define.ts';
import { option } from '../described-option.ts';
import { formatOption, readingFields } from '../score/options.ts';
import { createRecordNotes } from '../score/record-notes.ts';
import { createUnlabelled } from '../score/unlabelled.ts';

const share = z.number().min(0).max(1);
const name = z.string().min(1).optional();
const price = (which: string) =>
  option(z.string().optional(), `USD per million tokens of the ${which} critic (that of its model)`, {
    value: 'in=X,out=Y',
    group: 'Limits',
  });

const options = z.strictObject({
  cheap: option(name, 'the cheap critic (of two critics, the one that uses fewer tokens)', {
    value: 'NAME',
    group: 'Selection',
  }),
  strong: option(name, 'the strong critic (the other one)', { value: 'NAME', group: 'Selection' }),
  rules: option(
    z.array(z.enum(cascadeRules)).default([...cascadeRules]),
    'which verdicts of the cheap critic may be accepted: errors, confident (by share of votes), errors-or-confident',
    { value: 'NAME' },
  ),
  maxLoss: option(
    z.number().min(0).max(100).optional(),
    'choose the cheapest point at most D points below the strong critic (0)',
    { value: 'D', idleWith: ['max-cost'] },
  ),
  maxCost: option(share.optional(), 'choose the best point at this share of the cost of the strong critic', {
    value: 'X',
  }),
  devShare: option(z.number().min(0.05).max(0.95).default(0.5), 'share of the problems to choose on', {
    value: 'X',
  }),
  cost: option(
    z.enum(costMeasures).optional(),
    'unit of cost (usd if prices are known, else tokens, else calls)',
    { value: 'WHAT' },
  ),
  cheapPrice: price('cheap'),
  strongPrice: price('strong'),
  headline: option(z.enum(headlines).default('f1'), 'metric to compare with cost', {
    value: 'FIGURE',
  }),
  parse: readingFields.parse,
  bootstrap: readingFields.bootstrap,
  format: formatOption,
  output: option(z.string().optional(), 'write a page with the chart and the tables to FILE (.html)', {
    value: 'FILE',
    group: 'Output',
    short: 'o',
  }),
  others: option(z.array(z.string()).default([]), 'files whose critics are joined by id to the records', {
    flag: false,
  }),
});

export const cascade = defineReduce({
  name: 'cascade',
  summary: 'evaluate a cheap critic followed by a strong one: cost against F1, without a call',
  usage: '[OPTIONS] [FILE [FILE…]]',
  about:
    'Records that both critics have judged (files as for `compare`) show what every rule would have given ' +
    'and cost. The point is chosen on a part of the problems and confirmed on the rest. `critic --then` runs ' +
    'a cascade.',
  examples: [
    'latebench cascade judged.jsonl --cheap arithmetic --strong gpt-4o/first_error',
    'latebench cascade mini-v8.jsonl large.jsonl --max-loss 1 -o cascade.html',
    'latebench cascade mini-v8.jsonl large.jsonl --max-cost 0.4 --format json | jq .chosen',
  ],
  docs: 'docs/metrics.md',
  writesPage: true,
  options,
  others: 'others',
  names: ({ others, ...named }) =>
    (['cheap', 'strong'] as const).flatMap((option) => {
      const name = named[option];
      return others.length > 0 || name === undefined ? [] : [{ option, of: 'critic', names: [name] }];
    }),
  async build(asked, { seed, sources, say }) {
    const [
      { createCascadeRecords },
      { planCascade },
      { cascadeHtml, cascadeText },
      { parsePrice },
      prices,
      join,
    ] = await Promise.all([
      import('../../metrics/cascade/collect.ts'),
      import('../../metrics/cascade/cascade.ts'),
      import('../../report/cascade-tables.ts'),
      import('../../endpoints/budget/price.ts'),
      import('../../endpoints/budget/price-table.ts'),
      joinedFiles(sources, asked.others),
    ]);
    const { headline: metric, rules, devShare, bootstrap, maxLoss = 0, maxCost } = asked;
    const priceOf = (text: string | undefined) => (text === undefined ? null : parsePrice(text));
    const records = createCascadeRecords({
      parse: asked.parse,
      prices: prices.listPrices,
      cheapPrice: priceOf(asked.cheapPrice),
      strongPrice: priceOf(asked.strongPrice),
      cheap: asked.cheap ?? null,
      strong: asked.strong ?? null,
    });
    const notes = createRecordNotes('cascade', say);
    const unlabelled = createUnlabelled('cascade', say);
    return {
      add(record) {
        const joined = join === undefined ? record : join.attach(record);
        notes.look(joined);
        unlabelled.look(record);
        records.add(joined);
      },
      async finish({ allRead }) {
        join?.check({ allowMissing: true, allRead });
        unlabelled.check();
        notes.tell();
        unlabelled.tell();
        const value = planCascade(records.result(), {
          ...{ metric, rules, devShare, bootstrap, seed },
          cost: asked.cost ?? null,
          choice: maxCost === undefined ? { max_loss: maxLoss / 100 } : { max_cost: maxCost },
        });
        const text = (style: Parameters<typeof cascadeText>[2]) => cascadeText(value, asked.format, style);
        const path = asked.output;
        if (path === undefined) return { value, text };
        const page = cascadeHtml(value, `${value.cheap}, then ${value.strong}`);
        return { value, text, file: { path, text: page, notice: `report: ${path}` } };
      },
    };
  },
});
