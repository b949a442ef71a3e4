// What `latebench compare` does: the records of the first file stream past, the critiques of the others are joined.
import { LateBenchError } from '../errors.ts';
import { createComparison, type Headline } from '../metrics/comparison.ts';
import { peoplesLabels } from '../pipeline/annotations.ts';
import { loadCritiques } from '../pipeline/join-critiques.ts';
import type { ComparisonObject } from '../records/comparison.ts';
import type { Cut, DeltaGold, Parse } from '../records/score.ts';
import { comparisonTables } from '../report/comparison-tables.ts';
import { csvTable } from '../report/csv-table.ts';
import { severalTables } from '../report/several-tables.ts';
import { readInput } from '../storage/input.ts';
import type { Call } from './command.ts';
import { consume } from './consume.ts';
import { commaList } from './score-options.ts';

function format(comparison: ComparisonObject, how: string, colour: boolean): string {
  if (how === 'json') return `${JSON.stringify(comparison, null, 2)}\n`;
  const tables = comparisonTables(comparison);
  if (how === 'csv') return csvTable((tables.find(({ title }) => title === 'Pairs') ?? tables[0]!).table);
  return severalTables(tables, { form: how === 'md' ? 'md' : 'text', colour });
}

/** The critics at the beginning of a file, so that those of another with the same name can be told apart. */
async function criticsIn(path: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const rows of readInput(path, { onBad: () => {} })) {
    for (const { critiques } of rows as readonly { critiques?: unknown }[]) {
      if (!Array.isArray(critiques)) continue;
      for (const { critic } of critiques as { critic?: unknown }[])
        if (typeof critic === 'string') names.add(critic);
    }
    break;
  }
  return names;
}

export async function compareCritics(call: Call): Promise<number> {
  const { options, stdout } = call;
  const [first, ...others] = options.positionals;
  const inFiles = await Promise.all(options.positionals.filter((path) => path !== '-').map(criticsIn));
  const isShared = (critic: string) => inFiles.filter((names) => names.has(critic)).length > 1;
  const join =
    others.length === 0
      ? undefined
      : await loadCritiques(others, {
          rename: (critic, path) => (isShared(critic) ? `${critic} (${path})` : critic),
        });
  const labels = await peoplesLabels(options.list('annotations'));
  const comparison = createComparison({
    parse: options.text('parse') as Parse,
    cut: options.text('cut') as Cut,
    deltaGold: options.text('delta-gold') as DeltaGold,
    seed: options.whole('seed', 0) ?? 0,
    bootstrap: options.whole('bootstrap', 0) ?? 1000,
    headline: (options.text('headline') as Headline | undefined) ?? null,
    critics: commaList(options, 'critics'),
  });
  const reading: Call = { ...call, options: { ...options, positionals: first === undefined ? [] : [first] } };
  return consume(
    reading,
    (record) => {
      const joined = join === undefined ? record : join.attach(record);
      comparison.add(joined, labels.get(record.id));
    },
    async () => {
      join?.check({ allowMissing: true, allRead: options.whole('limit', 0) === undefined });
      const found = comparison.result();
      if (found.pairs.length === 0 && found.against_people.length === 0) {
        const names = found.critics.map(({ critic }) => critic).join(', ') || 'none';
        throw new LateBenchError(
          'LB_USAGE',
          `no record was judged by two critics (found: ${names}): give a second file, or judge the records again with another critic`,
        );
      }
      const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
      stdout.write(format(found, options.text('format') ?? 'table', colour));
    },
  );
}
