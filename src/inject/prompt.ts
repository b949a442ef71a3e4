// The injection prompt: a correct solution in tagged steps, the steps that may be changed, the kind of error, and the
// requested JSON. Versioned; its hash is in the manifest.
import type { ChatMessage } from '../endpoints/chat.ts';
import { sha256Hex } from '../records/identity.ts';
import { toStepNumber } from '../records/steps.ts';
import type { ErrorType } from '../records/taxonomy.ts';
import { deepSteps } from './depth.ts';
import type { Region } from './region.ts';

export interface InjectTask {
  readonly problem: string;
  readonly steps: readonly string[];
  readonly answer: string | null;
  readonly region: Region;
  readonly errorType: ErrorType;
  /** A person's request for the error; it goes before the error type. */
  readonly comment: string | null;
  /** Why earlier attempts were turned down. */
  readonly reasons: readonly string[];
}

export const promptVersion = 'inject/2';

/** The object that a reply is to be. */
export const injectForm = `{"target_step": <number of the changed step>, "error_steps": [<number of every step that holds an error of its own>], "steps": [{"step": <number>, "text": "<the target step, rewritten>"}, {"step": <next number>, "text": "<each following step>"}, …], "final_answer": "<the new answer>", "explanation": "<what is wrong in the target step and why, for those who check the graders>"}`;

const instructions = `You prepare test material for graders of mathematical solutions. You are given a problem and a correct solution, step by step. Rewrite the solution so that exactly one step contains a reasoning error and the solution ends with a wrong answer.

Rules:
- Choose one target step among the allowed steps, preferably one that needs real understanding. Every step before it stays as it is.
- The error is one of reasoning, of the kind asked for, and not a slip of arithmetic. The changed step must really be wrong, and a careful reader should have to think to see it.
- Rewrite every step after the target so that it follows correctly from the changed one. There is no second error, and there are as many steps as before.
- The final answer must differ from the reference answer, and the last step must state it in the same form as before.
- Keep the tone, the length, the layout and the notation of the original. Write with confidence; never hint, in any step, that something was changed, doubtful or wrong.

Reply with one JSON object and nothing else. In JSON, each backslash of LaTeX is written twice.
${injectForm}
"steps" holds the target step and all steps after it, without tags. If no allowed step can carry such an error, reply {"target_step": null, "reason": "<why>"}.`;

export const promptHash = sha256Hex(instructions).slice(0, 16);

function regionText({ steps, region }: InjectTask): string {
  const { from, to } = region;
  if (from === to) return `Allowed steps: ${toStepNumber(from)}`;
  const deep = deepSteps(steps, region).map(toStepNumber);
  const hint =
    deep.length === 0 ? '' : `\nSteps among them that seem to need most understanding: ${deep.join(', ')}`;
  return `Allowed steps: ${toStepNumber(from)} to ${toStepNumber(to)}${hint}`;
}

export function injectMessages(task: InjectTask): ChatMessage[] {
  const { problem, steps, answer, errorType, comment, reasons } = task;
  const tagged = steps.map((step, index) => {
    const number = toStepNumber(index);
    return `<step_${number}>\n${step}\n</step_${number}>`;
  });
  const parts = [
    instructions,
    `[Problem]\n${problem}`,
    `[Correct solution]\n${tagged.join('\n')}`,
    answer === null ? 'Reference answer: the one the solution reaches' : `Reference answer: ${answer}`,
    regionText(task),
    `Error type: ${errorType.key} (${errorType.name}: ${errorType.definition}; for example, a step that ${errorType.example})`,
  ];
  if (comment !== null) {
    parts.push(
      `A reviewer asks for this error; follow the request even where it departs from the error type:\n${comment}`,
    );
  }
  if (reasons.length > 0) {
    parts.push(`Earlier attempts were turned down:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`);
  }
  return [{ role: 'user', content: parts.join('\n\n') }];
}
