// Definitions of the metrics of an evaluation, for readers of the report.
import { element, type Markup } from '../report/markup.ts';
import type { VoteSummary } from './vote-options.ts';

type Definition = readonly [term: string, meaning: string];

function definitions({ k, settings }: VoteSummary): Definition[] {
  const eta = settings.filter_rule === 'ceil' ? 'at least one, rounded up' : 'all at or above the percentile';
  return [
    [
      'Token confidence',
      'Minus the mean log-probability of the usable candidates of a token. Larger is more confident: when the other candidates are improbable, their logarithms lie far below 0. DeepConf, arXiv 2508.15260, eq. 2.',
    ],
    ['Average, tail', 'Mean token confidence of the whole trace (eq. 3) and of its last tokens (eq. 7).'],
    [
      'Lowest group, bottom 10%',
      'The least of the means of a sliding window (eq. 6), and the mean of the lowest tenth of them (eq. 5).',
    ],
    ['Pass@1', 'The first trace of a set; beside it the mean over the set, which has less noise.'],
    [
      `Cons@${k}`,
      `The answer that most traces give. Ties go to ${settings.answers === 'math' ? 'the answer with the smallest sample number' : 'the smallest answer'}.`,
    ],
    [`Measure@${k}`, 'The answer with the most confidence behind it: each trace votes with its weight.'],
    ['Measure+top-eta%', `The same among the most confident eta of the traces that have an answer (${eta}).`],
    ['Unweighted', 'The plain majority of the same filtered traces: what filtering does without weighing.'],
    [
      'Points over Cons',
      'Paired: the same sets, the mean over problems. The interval is a bootstrap over problems (10,000 resamples), because sets of one pool say nothing of other problems.',
    ],
    [
      'beats_cons',
      'yes: the interval lies above 0 and at least six problems differ; no: it lies at or below 0; else unclear. The verdict over all methods allows for choosing the best of them (Bonferroni).',
    ],
  ];
}

export function voteDefinitions(summary: VoteSummary): Markup {
  return element(
    'dl',
    { class: 'definitions' },
    definitions(summary).map(([term, meaning]) => [element('dt', {}, term), element('dd', {}, meaning)]),
  );
}
