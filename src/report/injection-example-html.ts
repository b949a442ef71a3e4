// One injection as HTML: each step from the error on, before and after side by side, with the words that changed.
import { toStepNumber } from '../records/steps.ts';
import { dash, formatCount } from './format.ts';
import { formulaText } from './formulas/formula-text.ts';
import type { InjectionExample } from './injection-summary.ts';
import { element, type Markup } from './markup.ts';
import { clipText } from './visible-text.ts';
import { htmlDiff } from './word-diff-html.ts';

const maxTextLength = 4_000;
const maxSteps = 12;

function text(content: string, kind: string): Markup {
  return element(
    'div',
    { class: `${kind} text`, dir: 'auto' },
    formulaText(clipText(content, maxTextLength).text),
  );
}

function pair({ before, after, step }: InjectionExample, at: number): Markup {
  const [old, now] = [before[at], after[at]];
  const changed = old === undefined || now === undefined ? now : htmlDiff(old, now, maxTextLength);
  return element(
    'li',
    { class: at === 0 ? 'gold' : null },
    element('span', { class: 'step-number' }, String(toStepNumber(step + at))),
    element(
      'div',
      { class: 'pair' },
      old === undefined ? element('div', {}, dash) : text(old, 'step'),
      changed === undefined
        ? element('div', {}, dash)
        : typeof changed === 'string'
          ? text(changed, 'step')
          : changed,
    ),
  );
}

export function injectionExampleHtml(example: InjectionExample, open: boolean): Markup {
  const { id, type, mode, problem, before, after, comment, explanation } = example;
  const steps = Math.max(before.length, after.length);
  const shown = Math.min(steps, maxSteps);
  const answers = `Final answer: ${example.answerBefore ?? dash} before, ${example.answerAfter ?? dash} after`;
  return element(
    'details',
    { class: 'example', open: open ? '' : null },
    element(
      'summary',
      {},
      element('span', { class: 'example-id', dir: 'auto' }, clipText(id, 120).text),
      element('span', { class: 'chip by' }, type),
      element('span', { class: 'chip' }, mode),
      element('span', { class: 'example-gold' }, `error in step ${toStepNumber(example.step)}`),
    ),
    text(problem, 'problem'),
    comment === null ? null : text(`A person asked for: ${comment}`, 'explanation'),
    element('p', { class: 'about' }, 'Left: the original. Right: the injected solution, with what changed.'),
    element(
      'ol',
      { class: 'steps' },
      Array.from({ length: shown }, (_, at) => pair(example, at)),
    ),
    shown === steps
      ? null
      : element('p', { class: 'cut' }, `${formatCount(steps - shown)} more steps are not shown`),
    element('p', { class: 'about', dir: 'auto' }, formulaText(clipText(answers, 400).text)),
    explanation === null ? null : text(explanation, 'explanation'),
  );
}
