// The report of a run: a score, the facts of the run and a few examples as one self-contained HTML page.
import type { CriticScore, ScoreObject } from '../records/score.ts';
import { columnChart } from './bar-chart.ts';
import { criticCharts } from './critic-charts.ts';
import { criticSentence } from './critic-sentence.ts';
import { definitionList } from './definitions.ts';
import type { Example } from './example.ts';
import { exampleHtml } from './example-html.ts';
import { factList, type RunFacts } from './facts-html.ts';
import { htmlTable } from './html-table.ts';
import { type Child, element, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import { positionColumns } from './position-columns.ts';
import { type Chart, scoreCharts } from './score-charts.ts';
import { hasSimulation, headlineTables, skippedLine, unscorable } from './score-table.ts';
import { detailTables } from './score-tables.ts';
import { simulationNotice } from './simulation.ts';

export interface ReportInput {
  readonly title: string;
  readonly facts: RunFacts;
  readonly score: ScoreObject;
  /** Ten counts: first errors by tenth of the solution (see histogram.ts). */
  readonly positions?: readonly number[] | null;
  readonly examples?: readonly Example[];
}

function section(title: string, ...children: readonly Child[]): Markup {
  return element('section', {}, element('h2', {}, title), children);
}

function summary(critic: CriticScore): Markup {
  return element(
    'p',
    { class: 'summary' },
    element('strong', { dir: 'auto' }, critic.critic),
    ` ${criticSentence(critic)}`,
  );
}

function figure({ title, lead, svg }: Chart): Markup {
  return element(
    'figure',
    {},
    element('figcaption', {}, element('strong', {}, title), element('span', {}, lead)),
    svg,
  );
}

function positionChart(counts: readonly number[]): Chart {
  const title = 'Where the first errors are';
  return {
    title,
    lead: 'First errors by tenth of the solution.',
    svg: columnChart(positionColumns('chart-positions', title, counts)),
  };
}

/** The whole page as text; the same input gives the same bytes. */
export function scoreHtml({ title, facts, score, positions, examples = [] }: ReportInput): string {
  const charts = [
    ...scoreCharts(score),
    ...criticCharts(score),
    ...(positions == null ? [] : [positionChart(positions)]),
  ];
  const details = detailTables(score);
  const skipped = skippedLine(score);
  const cut = score.critics[0]?.deltabench.cut ?? score.baselines[0]?.deltabench.cut ?? 'first';
  return htmlPage(title, [
    element('header', {}, element('h1', { dir: 'auto' }, title)),
    ...(hasSimulation(score, Object.values(facts.models))
      ? [element('p', { class: 'notice', role: 'note' }, simulationNotice)]
      : []),
    factList(facts),
    section(
      'Result',
      score.critics.length === 0
        ? element('p', {}, unscorable(score) ?? 'No critic has judged these records.')
        : null,
      score.critics.map(summary),
      headlineTables(score).map(({ title, table }) => htmlTable(table, title)),
      skipped === null ? null : element('p', { class: 'note' }, skipped),
      score.warnings.map((warning) => element('p', { class: 'note' }, warning)),
    ),
    element('div', { class: 'charts' }, charts.map(figure)),
    ...(details.length === 0
      ? []
      : [
          section(
            'In detail',
            details.map(({ title, table }) => htmlTable(table, title)),
          ),
        ]),
    ...(examples.length === 0
      ? []
      : [
          section(
            'Examples',
            examples.map((example, at) => exampleHtml(example, at === 0)),
          ),
        ]),
    section('How the numbers are defined', definitionList(cut)),
  ]);
}
