// The report of an evaluation: one self-contained HTML page.
import { factList } from '../report/facts-html.ts';
import { formatCount, formatCounted, formatPercent } from '../report/format.ts';
import { htmlTable } from '../report/html-table.ts';
import { type Child, element, type Markup } from '../report/markup.ts';
import { htmlPage } from '../report/page.ts';
import { simulationNotice } from '../report/simulation.ts';
import type { Table } from '../report/table.ts';
import { toolVersion } from '../version.ts';
import { confidenceTable } from './confidence-table.ts';
import type { ProblemResult } from './evaluation-types.ts';
import { verdictLabel } from './labels.ts';
import { consName } from './methods.ts';
import { onlineTable, onlineVotesTable } from './online-table.ts';
import { problemTable } from './problem-table.ts';
import type { DistributionFigures } from './score-distribution.ts';
import { voteDefinitions } from './vote-definitions.ts';
import {
  accuracyOverEta,
  accuracyOverK,
  confidenceAlongTrace,
  figureHtml,
  rightAgainstWrong,
} from './vote-figures.ts';
import type { VoteSummary } from './vote-options.ts';
import { voteTable } from './vote-table.ts';

export interface VoteReport {
  readonly summary: VoteSummary;
  /** All problems, or the first of very many. */
  readonly results: readonly ProblemResult[];
  readonly distributions: ReadonlyMap<string, DistributionFigures>;
}

/** The same input gives the same bytes. */
export function voteHtml({ summary, results, distributions }: VoteReport): string {
  const title = `Confidence and voting: ${summary.model ?? 'imported traces'}`;
  const { notes: _, ...table } = voteTable(summary);
  const figures = [
    accuracyOverK(summary),
    accuracyOverEta(summary),
    ...[...distributions].map(([metric, distribution]) => rightAgainstWrong(metric, distribution)),
    confidenceAlongTrace(summary),
  ].filter((figure) => figure !== null);
  return htmlPage(title, [
    element('header', {}, element('h1', { dir: 'auto' }, title)),
    ...(summary.simulated ? [element('p', { class: 'notice', role: 'note' }, simulationNotice)] : []),
    factList(factsOf(summary)),
    section(
      'Result',
      element('p', { class: 'summary' }, verdictLabel(summary)),
      htmlTable(table, 'Accuracy over all problems and sets'),
    ),
    element('div', { class: 'charts' }, figures.map(figureHtml)),
    section(
      'Is confidence worth listening to?',
      htmlTable(confidenceTable(summary), 'Confidence of the traces'),
      htmlTable(candidateTable(summary), 'Usable candidates of a token'),
    ),
    ...(summary.online === null
      ? []
      : [
          section(
            'Early stopping, replayed',
            htmlTable(onlineTable(summary.online, summary.accuracy[consName] ?? null), 'Online DeepConf'),
            htmlTable(onlineVotesTable(summary.online), 'Votes of the traces that are left'),
          ),
        ]),
    section('Problem by problem', htmlTable(problemTable(summary, results), 'Problems')),
    section('How the numbers are defined', voteDefinitions(summary)),
  ]);
}

function section(title: string, ...children: readonly Child[]): Markup {
  return element('section', {}, element('h2', {}, title), children);
}

function factsOf(summary: VoteSummary) {
  const { model, settings, seed, repeat, k, problems, traces, answers_read_again: again } = summary;
  return {
    models: model === null ? {} : { logprob: model },
    seed,
    versions: { latebench: toolVersion, node: process.version },
    more: {
      'Working sets': `${formatCount(repeat)} of ${formatCount(k)} traces a problem`,
      Pool: `${formatCounted(problems, 'problem')}, ${formatCounted(traces, 'trace')}`,
      Window: `${settings.window}, tail ${settings.tail}`,
      Groups: `${settings.edge} windows, bottom count ${settings.bottom_count}`,
      'Missing and sentinels': `${settings.missing}, ${settings.sentinel}`,
      Answers: `${settings.answers}${settings.fallback ? '' : ', boxed only'}${settings.drop_truncated ? ', cut-off traces dropped' : ''}${again === undefined ? '' : `, read again by rule ${again.rule} (${formatCount(again.changed)} changed)`}`,
    },
  };
}

function candidateTable({ tokens }: VoteSummary): Table {
  const percent = (value: unknown): string => formatPercent(Number(value));
  return {
    columns: [
      { key: 'usable', title: 'usable', align: 'right' },
      { key: 'count', title: 'tokens', align: 'right', format: (value) => formatCount(Number(value)) },
      { key: 'share', title: 'share', align: 'right', format: percent },
    ],
    rows: tokens.n_valid
      .map((count, usable) => ({ usable, count, share: tokens.tokens === 0 ? null : count / tokens.tokens }))
      .filter(({ count }) => count > 0),
    notes: [`Of ${formatCount(tokens.tokens)} tokens: the first traces of each problem.`],
  };
}
