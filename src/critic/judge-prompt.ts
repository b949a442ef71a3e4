// The question whether an explanation gives the annotated reason of an error. It shows that reason: it goes to a judge of
// explanations and never to a critic.
import type { ChatMessage } from '../endpoints/chat.ts';
import { sha256Hex } from '../records/identity.ts';
import { toStepNumber } from '../records/steps.ts';
import type { Judged } from './prompt.ts';

export interface Reasons extends Judged {
  /** The wrong step, 0-based. */
  readonly step: number;
  /** As it was annotated. */
  readonly annotated: string;
  /** As the critic gives it. */
  readonly explanation: string;
}

export const judgePromptVersion = 'judge/1';

const question = `A step of a mathematical solution is known to be wrong. Below stand the reason that annotators gave and the explanation of a critic who named the same step. Say whether the critic found the same mistake.

- "yes": the explanation names the mistake of the annotated reason, in whatever words.
- "partly": it points at the right place or a consequence of the mistake, but not at the mistake itself, or it mixes it with false claims.
- "no": it gives another reason, or none.

Length, style and confidence do not count. Reply with one JSON object and nothing else:
{"why": "<one sentence>", "match": "yes" or "partly" or "no"}`;

export const judgePromptHash = sha256Hex(question);

export function judgeMessages({ problem, steps, step, annotated, explanation }: Reasons): ChatMessage[] {
  const shown = steps
    .slice(0, step + 1)
    .map((text, at) => `<step_${toStepNumber(at)}>\n${text}\n</step_${toStepNumber(at)}>`);
  const parts = [
    question,
    `[Problem]\n${problem}`,
    `[Solution up to the wrong step]\n${shown.join('\n')}`,
    `Wrong step: ${toStepNumber(step)}`,
    `<annotated_reason>\n${annotated}\n</annotated_reason>`,
    `<explanation>\n${explanation}\n</explanation>`,
  ];
  return [{ role: 'user', content: parts.join('\n\n') }];
}
