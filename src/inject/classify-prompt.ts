// The question of which kind an error is, and in which domain of mathematics. It shows the step that is known to be
// wrong: this is about labels for errors, not about finding them.
import type { ChatMessage } from '../endpoints/chat.ts';
import { sha256Hex } from '../records/identity.ts';
import { toStepNumber } from '../records/steps.ts';
import { errorTypes, mathDomains, otherErrorLabels } from '../records/taxonomy.ts';

export interface ErrorToClassify {
  readonly problem: string;
  readonly steps: readonly string[];
  /** The first wrong step, 0-based. */
  readonly step: number;
  /** What a person wrote about it, where there is such a note. */
  readonly note: string | null;
}

export const classifyPromptVersion = 'classify/1';

const labels = [
  ...errorTypes.map(
    ({ key, definition, example }) => `- ${key}: ${definition} (for example, a step that ${example})`,
  ),
  ...otherErrorLabels.map(({ key, definition }) => `- ${key}: ${definition}`),
];

const question = `You are given a mathematical problem and a solution whose first wrong step is known. Say what kind of error that step makes, and to which domain of mathematics the problem belongs.

Kinds of errors:
${labels.join('\n')}

Domains: ${[...mathDomains, 'other'].join(', ')}

Reply with one JSON object and nothing else; the confidence is your probability, from 0 to 1, that the kind is right:
{"error_type": "<kind>", "domain": "<domain>", "confidence": <number>}`;

export const classifyPromptHash = sha256Hex(question).slice(0, 16);

/** What follows the wrong step says nothing about its kind, and long tails cost. */
const stepsAfter = 1;

export function classifyMessages({ problem, steps, step, note }: ErrorToClassify): ChatMessage[] {
  const shown = steps
    .slice(0, step + 1 + stepsAfter)
    .map((text, at) => `<step_${toStepNumber(at)}>\n${text}\n</step_${toStepNumber(at)}>`);
  const parts = [
    question,
    `[Problem]\n${problem}`,
    `[Solution]\n${shown.join('\n')}`,
    `First wrong step: ${toStepNumber(step)}`,
    ...(note === null ? [] : [`A reader's note on it: ${note}`]),
  ];
  return [{ role: 'user', content: parts.join('\n\n') }];
}
