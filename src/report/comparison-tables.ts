// A comparison of critics as tables: who ranks where, each pair with its tests, and who agrees with whom.
import type { ComparisonObject, PairComparison, RatersAgreement } from '../records/comparison.ts';
import { dash, formatCounted, formatPercent, formatPoints } from './format.ts';
import { countColumn } from './score-figures.ts';
import type { TitledTable } from './score-tables.ts';
import { simulationNotice, tookSimulation } from './simulation.ts';
import type { CellValue, Column, Table } from './table.ts';

/** Which tests a comparison uses, for every page that shows one. */
export const comparisonTests =
  'a − b and its interval: paired bootstrap over problems, in percentage points. Detectable: the smallest true difference that as many problems would show in 80 of 100 studies. McNemar: exact, on exact answers.';

const titles: Readonly<Record<string, string>> = {
  f1: 'F1',
  deltabench_micro_f1: 'step F1',
  error_acc: 'error acc',
  exact: 'exact',
};

function number(key: string, title: string, format: (value: number) => string): Column {
  return { key, title, align: 'right', format: (value) => format(Number(value)) };
}

export function headlineTitle(headline: string): string {
  return titles[headline] ?? headline;
}

/** When critics are of one group. */
export function tiedNote(headline: string): string {
  return `Critics in the same group do not differ significantly from its best in ${headlineTitle(headline)}: the interval of the difference contains 0, or p (Holm) is 0.05 or more.`;
}

export function formatP(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

const plain = (value: number) => value.toFixed(3).replace('-', '−');

function ranking({ critics, tied, headline, pairs }: ComparisonObject): Table {
  return {
    columns: [
      { key: 'group', title: 'group', align: 'right' },
      { key: 'critic', title: 'critic', wraps: true },
      countColumn('n', 'n'),
      number('headline', headlineTitle(headline), formatPercent),
    ],
    rows: critics.map(({ critic, n, headline: value }) => ({
      group: tied.findIndex((group) => group.includes(critic)) + 1,
      critic,
      n,
      headline: value,
    })),
    notes: [pairs.length === 0 ? 'No record was judged by two critics.' : tiedNote(headline)],
  };
}

export function verdict({ a, b, differs, figures }: PairComparison, headline: string): string {
  if (differs === null) return dash;
  if (!differs) return 'tied';
  return `${(figures[headline]!.difference ?? 0) > 0 ? a : b} is better`;
}

function pairTable({ pairs, headline }: ComparisonObject): Table {
  const title = headlineTitle(headline);
  return {
    columns: [
      { key: 'a', title: 'a', wraps: true },
      { key: 'b', title: 'b', wraps: true },
      countColumn('n', 'n'),
      number('value_a', `${title}\na`, formatPercent),
      number('value_b', `${title}\nb`, formatPercent),
      number('difference', 'a − b', formatPoints),
      { key: 'interval', title: '95%\ninterval', align: 'right', audience: 'people' },
      { key: 'low', title: 'low', audience: 'programs' },
      { key: 'high', title: 'high', audience: 'programs' },
      number('p_adjusted', 'p\n(Holm)', formatP),
      number('minimum_detectable', 'detect-\nable', formatPoints),
      countColumn('only_a', 'only a\nright'),
      countColumn('only_b', 'only b\nright'),
      number('mcnemar_p', 'McNemar\np', formatP),
      number('kappa', 'kappa', plain),
      { key: 'verdict', title: 'verdict', wraps: true },
    ],
    rows: pairs.map((pair) => {
      const figure = pair.figures[headline]!;
      return {
        ...{ a: pair.a, b: pair.b, n: pair.n, value_a: figure.a, value_b: figure.b },
        difference: figure.difference,
        interval: figure.interval === null ? null : figure.interval.map(formatPoints).join(' to '),
        low: figure.interval?.[0] ?? null,
        high: figure.interval?.[1] ?? null,
        p_adjusted: pair.p_adjusted,
        minimum_detectable: figure.minimum_detectable,
        ...{ only_a: pair.mcnemar.only_a, only_b: pair.mcnemar.only_b, mcnemar_p: pair.mcnemar.p },
        ...{ kappa: pair.kappa, verdict: verdict(pair, headline) },
      };
    }),
    notes: [comparisonTests],
  };
}

function agreementRow(who: string, found: RatersAgreement): Record<string, CellValue> {
  return {
    who,
    raters: found.raters.length,
    n: found.n,
    any_error: found.any_error.alpha_nominal,
    first_error: found.first_error.alpha_nominal,
    n_positions: found.first_error.n_positions,
    ordinal: found.first_error.alpha_ordinal,
    interval: found.first_error.alpha_interval,
  };
}

function agreementTable({ agreement }: ComparisonObject): Table | null {
  const rows = [
    ['critics', agreement.critics],
    ['people', agreement.people],
    ['critics and people', agreement.all],
  ] as const;
  const shown = rows.flatMap(([who, found]) => (found === null ? [] : [agreementRow(who, found)]));
  if (shown.length === 0) return null;
  return {
    columns: [
      { key: 'who', title: 'among' },
      countColumn('raters', 'raters'),
      countColumn('n', 'n'),
      number('any_error', 'any error\nalpha', plain),
      number('first_error', 'first error\nalpha', plain),
      countColumn('n_positions', 'n of\npositions'),
      number('ordinal', 'position\nordinal', plain),
      number('interval', 'position\ninterval', plain),
    ],
    rows: shown,
    notes: [
      "Krippendorff's alpha: 1 is full agreement, 0 is chance. Positions: of those who name a step, on the records where two do.",
    ],
  };
}

function peopleTable({ against_people }: ComparisonObject): Table | null {
  if (against_people.length === 0) return null;
  return {
    columns: [
      { key: 'critic', title: 'critic', wraps: true },
      { key: 'person', title: 'person', wraps: true },
      countColumn('n', 'n'),
      number('any_error', 'any error\nkappa', plain),
      number('first_error', 'first error\nkappa', plain),
    ],
    rows: against_people,
  };
}

export function comparisonTables(comparison: ComparisonObject): readonly TitledTable[] {
  const { critics, models, warnings, records } = comparison;
  const first = ranking(comparison);
  const notes = [
    ...(first.notes ?? []),
    ...warnings.map((warning) => `Note: ${warning}.`),
    ...(tookSimulation(
      critics.map(({ critic }) => critic),
      models,
    )
      ? [simulationNotice]
      : []),
  ];
  const tables: readonly (readonly [string, Table | null])[] = [
    [`Critics on ${formatCounted(records, 'record')}`, { ...first, notes }],
    ['Pairs', comparison.pairs.length === 0 ? null : pairTable(comparison)],
    ['Agreement', agreementTable(comparison)],
    ['Critics against people', peopleTable(comparison)],
  ];
  return tables.flatMap(([title, table]) => (table === null ? [] : [{ title, table }]));
}
