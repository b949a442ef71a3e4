// The report of an injection: yield, checks, places, lengths, leaks and examples as one self-contained HTML page.
import { factList, type RunFacts } from './facts-html.ts';
import { formatCount, formatCounted, formatPercent } from './format.ts';
import { htmlTable } from './html-table.ts';
import { injectionCharts } from './injection-charts.ts';
import { injectionExampleHtml } from './injection-example-html.ts';
import type { IndependentVerification, InjectionSummary } from './injection-summary.ts';
import { checkTable, independentTable, leakTable, typeTable } from './injection-tables.ts';
import { type Child, element, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import { isSimulated, simulationNotice } from './simulation.ts';

export interface InjectionReport {
  readonly title: string;
  readonly facts: Omit<RunFacts, 'models'>;
  readonly summary: InjectionSummary;
}

function section(title: string, ...children: readonly Child[]): Markup {
  return element('section', {}, element('h2', {}, title), children);
}

const paragraph = (text: string, kind: string | null = null): Markup => element('p', { class: kind }, text);

function headline({ counts }: InjectionSummary): Markup {
  const tried = counts.accepted + counts.rejected + counts.failed;
  const share = tried === 0 ? null : counts.accepted / tried;
  return paragraph(
    `${formatCount(counts.accepted)} of ${formatCount(tried)} solutions got an error that passed (${formatPercent(share)}); ` +
      `${formatCounted(counts.rejected, 'was', 'were')} rejected, ${formatCount(counts.failed)} failed, ${formatCount(counts.clean)} stay as clean controls, ` +
      `${formatCount(counts.untouched)} had an error already.`,
    'summary',
  );
}

function verificationText({ verification }: InjectionSummary): string {
  if (verification === null) return 'No second model was asked.';
  const { records, verified, votes } = verification;
  const reported = `changed step ${formatCount(votes.changed)}, original step ${formatCount(votes.original)}, both ${formatCount(votes.both)}, neither ${formatCount(votes.neither)}, not readable ${formatCount(votes.unreadable)}`;
  return `A second model, not told which of two versions was the changed one, agreed that the changed step is wrong in ${formatCount(verified)} of ${formatCount(records)} injections. Its votes: ${reported}.`;
}

function difficultyText({ difficulty }: InjectionSummary): string {
  if (difficulty === null) return 'No blind critic was asked.';
  const { records, mean, byAll, bySome, byNone } = difficulty;
  return `Blind critics judged ${formatCount(records)} injections: ${formatCount(byAll)} found by every critic, ${formatCount(bySome)} by some, ${formatCount(byNone)} by none. Mean difficulty ${formatPercent(mean)} (share of critics that do not name the step).`;
}

function consistencyText({
  records,
  consistent,
}: NonNullable<IndependentVerification['restConsistent']>): string {
  return `The steps after the error follow from it, as far as the gate can check, in ${formatCount(consistent)} of ${formatCount(records)} accepted injections.`;
}

function leakText({ leaks, counts }: InjectionSummary): string {
  const phrases = leaks.phrases.map(({ phrase, count }) => `“${phrase}” ${formatCount(count)}`).join(', ');
  return leaks.records === 0
    ? `None of the ${formatCount(counts.accepted)} accepted injections has a give-away phrase that its original does not have.`
    : `${formatCount(leaks.records)} of ${formatCount(counts.accepted)} accepted injections have a give-away phrase: ${phrases}.`;
}

export function injectionHtml({ title, facts, summary }: InjectionReport): string {
  const { models, modes, examples, leaks, independent } = summary;
  const simulated = Object.values(models).some(isSimulated);
  const tables = [htmlTable(typeTable(summary), 'Yield by error type')];
  if (summary.checks.length > 0) tables.push(htmlTable(checkTable(summary), 'What the gate turned down'));
  return htmlPage(title, [
    element('h1', {}, title),
    ...(simulated ? [paragraph(simulationNotice, 'notice')] : []),
    headline(summary),
    factList({
      ...facts,
      models,
      more: {
        ...facts.more,
        Mode: `general ${formatCount(modes.general)}, manual ${formatCount(modes.manual)}`,
      },
    }),
    injectionCharts(summary),
    section('Yield', tables),
    section(
      'Independent verification',
      paragraph(verificationText(summary)),
      paragraph(difficultyText(summary)),
      independent === null
        ? null
        : htmlTable(independentTable(independent), 'What others than the injector say'),
      independent?.restConsistent == null ? null : paragraph(consistencyText(independent.restConsistent)),
    ),
    section(
      'Leaks',
      paragraph(leakText(summary)),
      leaks.words.length === 0 ? null : htmlTable(leakTable(summary), 'Words that came with the errors'),
    ),
    ...(examples.length === 0
      ? []
      : [
          section(
            'Examples',
            examples.map((example, at) => injectionExampleHtml(example, at === 0)),
          ),
        ]),
  ]);
}
