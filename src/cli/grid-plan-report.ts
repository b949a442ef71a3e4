// A planned grid in words: its cells, the calls that they share, tokens and price.
import { pricesWith } from '../endpoints/budget/price-table.ts';
import { endpointLines } from '../executor/dry-run-report.ts';
import type { GridPlan } from '../pipeline/grid/plan-grid.ts';
import { headlineTitle } from '../report/comparison-tables.ts';
import { formatCount, formatCounted, formatPercent } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { wrappedSentence } from '../report/wrap-columns.ts';

/** `price`: USD per million tokens as the user gave them, `in=X,out=Y`. */
export function gridPlanText(plan: GridPlan, price: string | undefined, style: TextStyle): string {
  const { definition, settings, records, naive, shared, counted, rungs } = plan;
  const { cells, reference, development, headline } = settings;
  const varied = Object.entries(definition.grid.vary)
    .map(([name, values]) => `${formatCounted(values.length, 'value')} of ${name}`)
    .join(', ');
  const prices = pricesWith(price);
  const saved = naive === 0 ? '' : ` (${formatPercent(1 - shared / naive)} less)`;
  let left = cells.length;
  const halving = rungs.map(({ upTo, kept }, at) => {
    const before = left;
    left = kept;
    return `Rung ${at + 1}: ${formatCounted(before, 'cell')} judge ${formatPercent(upTo)} of the problems; ${formatCount(kept)} continue, and the reference.`;
  });
  const most = halving.length > 0 ? ' at most, before cells are eliminated' : '';
  const models = counted.filter(({ calls }) => calls > 0);
  return [
    `${definition.name}: ${definition.about}`,
    `${formatCounted(cells.length, 'cell')} (${varied}) over ${formatCounted(records, 'record')}.`,
    `Calls: ${formatCount(shared)}${most}; ${formatCount(naive)} if each cell were run alone${saved}.`,
    `Reference: ${reference}. The best cell by ${headlineTitle(headline)} is chosen on ${formatPercent(development)} of the problems and tested on the others.`,
    ...halving,
    ...models.flatMap((dryRun) => endpointLines(dryRun, prices, dryRun.endpoint.model, false)),
    ...(models.length === 0 ? ['No cell calls a model; nothing would be spent.'] : []),
  ]
    .flatMap((line) => wrappedSentence(line, style.columns))
    .map((line) => `${line}\n`)
    .join('');
}
