// The end of a run on a terminal: the answer first, in a sentence and a small table; everything else is in the report.

import { arithmeticName } from '../records/critic-names.ts';
import type { CriticScore, ScoreObject } from '../records/score.ts';
import { criticSentence } from './critic-sentence.ts';
import { formatCount, formatPercent } from './format.ts';
import { hasSimulation, headlineTables, skippedLine, unscorable } from './score-table.ts';
import { simulationNotice } from './simulation.ts';
import type { TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';
import { visibleLine } from './visible-text.ts';
import { wrapped } from './wrap-columns.ts';

const mostCritics = 6;

type Scored = Pick<CriticScore, 'processbench'>;

function byF1(left: Scored, right: Scored): number {
  return (right.processbench.f1 ?? -1) - (left.processbench.f1 ?? -1);
}

/** The one critic that is the same in a simulation: no model, no endpoint. */
function arithmeticLine({ baselines }: ScoreObject): string[] {
  const { processbench } = baselines.find(({ critic }) => critic === arithmeticName) ?? {};
  if (processbench == null) return [];
  const { error_acc: errors, correct_acc: correct } = processbench;
  return [
    `Arithmetic alone, not simulated: ${formatPercent(errors)} named exactly, ${formatPercent(correct)} passed.`,
  ];
}

export interface RunSummaryOptions {
  /** The models of the run. */
  readonly models: readonly string[];
  readonly style: TextStyle;
}

/** At most 18 lines. */
export function runSummary(score: ScoreObject, { models, style }: RunSummaryOptions): string {
  const { columns } = style;
  const critics = score.critics.toSorted(byF1);
  const [best] = critics;
  const said =
    best === undefined
      ? (unscorable(score) ?? 'No critic has judged these records.')
      : critics.every(({ n, n_failed: failed }) => failed === n)
        ? 'Every call of the critics failed: these numbers say nothing about them.'
        : `${best.critic} ${criticSentence(best)}`;
  const shown = critics.slice(0, mostCritics);
  const brief: ScoreObject = {
    ...score,
    critics: shown,
    baselines: score.baselines.toSorted(byF1).slice(0, 1),
  };
  const skipped = skippedLine(score);
  const more = critics.length - shown.length;
  const notes = [
    ...(more > 0 ? [`${formatCount(more)} more critics are in the report.`] : []),
    ...(skipped === null ? [] : wrapped(skipped, columns)),
    ...(score.warnings.length === 0 ? [] : wrapped(`Note: ${score.warnings[0]}`, columns).slice(0, 3)),
  ];
  const arithmetic = arithmeticLine(score);
  const [first] = headlineTables(brief);
  return [
    ...wrapped(visibleLine(said), columns).slice(0, 5),
    ...(hasSimulation(score, models) ? [simulationNotice] : []),
    // In place of the blank line: npm start fits a terminal of 24 lines.
    ...(arithmetic.length > 0 ? arithmetic : ['']),
    ...(best === undefined || first === undefined ? [] : [textTable(first.table, style)]),
    ...notes,
  ].join('\n');
}
