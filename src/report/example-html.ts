// An example as HTML: the problem, each critic's verdict, the steps with the first error and the named steps marked.
// All texts come from data and models: their formulas are set, and they are cut where they are very long.
import { toStepNumber } from '../records/steps.ts';
import type { Example, ExamplePrediction } from './example.ts';
import { formatCount } from './format.ts';
import { formulaText } from './formulas/formula-text.ts';
import { element, type Markup } from './markup.ts';
import { outcomeOf, sayFirstError } from './verdict.ts';
import { clipText } from './visible-text.ts';
import { htmlDiff } from './word-diff-html.ts';

const maxTextLength = 4_000;
const maxSteps = 200;

/** A text in the direction of its first letter, isolated from its surroundings. */
function text(content: string, kind: string): Markup {
  const { text: shown, left } = clipText(content, maxTextLength);
  return element(
    'div',
    { class: `${kind} text`, dir: 'auto' },
    formulaText(shown),
    left === 0 ? null : element('span', { class: 'cut' }, ` … ${formatCount(left)} more characters`),
  );
}

/** A word on a coloured ground; `kind` is one of our own words and picks the colour. */
function chip(kind: string, content = kind): Markup {
  return element('span', { class: `chip ${kind.replace(' ', '-')}` }, content);
}

function verdict(prediction: ExamplePrediction, gold: number | null): Markup {
  const { critic, status, first_error: named, explanation } = prediction;
  const outcome = outcomeOf(gold, named);
  const reported =
    status === 'failed' ? 'the call failed' : named === null ? 'not readable' : sayFirstError(named);
  return element(
    'li',
    {},
    element('span', { class: 'critic', dir: 'auto' }, critic),
    chip(outcome),
    element('span', { class: 'said' }, reported),
    explanation === null ? null : text(explanation, 'explanation'),
  );
}

function isMarked(example: Example, index: number): boolean {
  return example.gold === index || example.predictions.some(({ first_error }) => first_error === index);
}

function step(example: Example, content: string, index: number): Markup {
  const isGold = example.gold === index;
  const namedBy = example.predictions.filter((prediction) => prediction.first_error === index);
  const original = isGold ? example.original_step : null;
  return element(
    'li',
    { class: isGold ? 'gold' : isMarked(example, index) ? 'named' : null },
    element('span', { class: 'step-number' }, String(toStepNumber(index))),
    element(
      'div',
      {},
      isMarked(example, index)
        ? element(
            'p',
            { class: 'marks' },
            isGold ? chip('first error') : null,
            namedBy.map(({ critic }) => chip('by', `named by ${critic}`)),
          )
        : null,
      text(content, 'step'),
      original === null || original === content
        ? null
        : element(
            'div',
            { class: 'change' },
            element('p', { class: 'change-title' }, 'Change to the original step'),
            htmlDiff(original, content, maxTextLength),
          ),
      isGold && example.explanation !== null ? text(example.explanation, 'explanation') : null,
    ),
  );
}

function sayGold(gold: number | null, steps: number): string {
  const known = gold === null ? 'not labelled' : gold === -1 ? 'correct solution' : sayFirstError(gold);
  return `${known}, ${formatCount(steps)} ${steps === 1 ? 'step' : 'steps'}`;
}

/** A section that opens and closes; `open` says how it begins. */
export function exampleHtml(example: Example, open: boolean): Markup {
  const steps = example.steps
    .map((content, index) => ({ content, index }))
    .filter(({ index }) => index < maxSteps || isMarked(example, index));
  const left = example.steps.length - steps.length;
  // With several critics one word would not say whose it is.
  const only = example.predictions.length === 1 ? example.predictions[0] : undefined;
  return element(
    'details',
    { class: 'example', open: open ? '' : null },
    element(
      'summary',
      {},
      element('span', { class: 'example-id', dir: 'auto' }, clipText(example.id, 120).text),
      only === undefined ? null : chip(outcomeOf(example.gold, only.first_error)),
      element('span', { class: 'example-gold' }, sayGold(example.gold, example.steps.length)),
    ),
    example.about.length === 0
      ? null
      : element('p', { class: 'about' }, clipText(example.about.join(' · '), 300).text),
    text(example.problem, 'problem'),
    example.predictions.length === 0
      ? null
      : element(
          'ul',
          { class: 'verdicts' },
          example.predictions.map((prediction) => verdict(prediction, example.gold)),
        ),
    element(
      'ol',
      { class: 'steps' },
      steps.map(({ content, index }) => step(example, content, index)),
    ),
    left === 0 ? null : element('p', { class: 'cut' }, `${formatCount(left)} more steps are not shown`),
  );
}
