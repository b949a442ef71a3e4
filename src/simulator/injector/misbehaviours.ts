// The ways in which a real model spoils an injection, one for each thing that a gate can check, done to a reply that
// would be right. For trying out gates; nothing here knows a gate.
import { boxesIn } from '../../mathverify/boxes.ts';
import { pick, type Rng } from '../../statistics/random.ts';
import type { InjectRequest } from './inject-request.ts';
import { declined, type InjectionReply, written } from './injection-reply.ts';
import {
  confessions,
  damages,
  decorations,
  foreignConfessions,
  orphanedCommands,
  otherLanguages,
  otherScripts,
  padding,
  stepLabels,
  stepTags,
  strayCharacters,
} from './misbehaviour-texts.ts';

export interface Spoiled {
  readonly request: InjectRequest;
  readonly reply: InjectionReply;
  readonly rng: Rng;
}

/** The text of the spoiled reply. */
export type Misbehaviour = (spoiled: Spoiled) => string;

type Step = InjectionReply['steps'][number];

/** The reply with its target step, or the step at `place`, rewritten. */
function withStep(reply: InjectionReply, change: (text: string) => string, place = 0): InjectionReply {
  const at = place < 0 ? reply.steps.length + place : place;
  const steps = reply.steps.map((step, index) =>
    index === at ? { ...step, text: change(step.text) } : step,
  );
  return { ...reply, steps };
}

function renumbered(steps: readonly Step[]): Step[] {
  const first = steps[0]?.step ?? 1;
  return steps.map(({ text }, at) => ({ step: first + at, text }));
}

/** Every step from the first on, as the request has them. */
function originalSteps({ steps }: InjectRequest): Step[] {
  return steps.map((text, at) => ({ step: at + 1, text }));
}

const formulasOf = (text: string): string => text.match(/\$[^$]+\$/g)?.join(', ') ?? text;

function unboxed(text: string): string {
  const box = boxesIn(text).findLast(({ closed }) => closed);
  return box === undefined ? text : text.replaceAll(`\\boxed{${box.content}}`, () => box.content);
}

export const misbehaviours = {
  prose: () => 'I changed one step as you asked; the solution now ends with another answer.',
  'not-json': ({ reply }) =>
    [
      `target_step: ${reply.target_step}`,
      'steps:',
      ...reply.steps.map(({ step, text }) => `  - step: ${step}\n    text: ${text}`),
      `final_answer: ${reply.final_answer}`,
    ].join('\n'),
  'cut-off': ({ reply }) => written(reply).slice(0, -60),
  'missing-field': ({ reply }) => JSON.stringify({ ...reply, final_answer: undefined }),
  'empty-step': ({ reply }) => written(withStep(reply, () => '  ')),
  misnumbered: ({ reply }) =>
    written({
      ...reply,
      steps: reply.steps.map(({ step, text }, at) => ({ step: step + 2 * at + 1, text })),
    }),
  // The error goes into a step before the region, everything else as it was.
  'wrong-region': ({ request, reply }) => {
    const target = Math.max(1, request.from - 1);
    const between = originalSteps(request).slice(target - 1, reply.target_step - 1);
    const steps = [...between, ...reply.steps];
    const first = { step: target, text: `${steps[0]?.text ?? ''} Hence this part counts twice.` };
    return written({
      ...reply,
      target_step: target,
      error_steps: [target],
      steps: [first, ...steps.slice(1)],
    });
  },
  // Names one step and marks another.
  'other-step': ({ request, reply }) => {
    const { target_step } = reply;
    const other =
      target_step > request.from ? target_step - 1 : Math.min(target_step + 1, request.steps.length);
    return written({ ...reply, target_step: other === target_step ? target_step - 1 : other });
  },
  'touched-prefix': ({ request, reply }) => {
    const before = originalSteps(request).slice(0, reply.target_step - 1);
    const touched = before.map((step, at) => (at === 0 ? { ...step, text: `${step.text} Clearly.` } : step));
    return written({ ...reply, steps: [...touched, ...reply.steps] });
  },
  'two-errors': ({ reply }) => written({ ...reply, error_steps: [reply.target_step, reply.target_step + 1] }),
  'no-error-marked': ({ reply }) => written({ ...reply, error_steps: [] }),
  'more-steps': ({ reply }) => {
    const last = reply.steps.at(-1)!;
    const more = Array.from({ length: 4 }, () => ({ step: 0, text: 'We keep this in mind.' }));
    return written({ ...reply, steps: renumbered([...reply.steps.slice(0, -1), ...more, last]) });
  },
  unchanged: ({ request, reply }) => {
    const original = request.steps[reply.target_step - 1] ?? '';
    return written(withStep(reply, () => original.replaceAll(' ', '  ').replace(/\.$/, '')));
  },
  'same-answer': ({ request, reply }) => {
    const answer = request.referenceAnswer ?? '0';
    const last = (text: string): string => text.replaceAll(reply.final_answer, () => answer);
    return written({ ...withStep(reply, last, -1), final_answer: ` ${answer} ` });
  },
  'unstated-answer': ({ reply }) => written({ ...reply, final_answer: '987654321' }),
  inconsistent: ({ request, reply }) => {
    if (reply.steps.length > 1)
      return written(withStep(reply, (text) => `We have $3 \\cdot 5 = 16$. ${text}`, -1));
    // The error is in the last step: a further one is needed to hold the second error.
    const { target_step, steps } = reply;
    const more = { step: target_step + 1, text: `We have $3 \\cdot 5 = 16$. ${steps[0]!.text}` };
    return written({ ...reply, steps: [...steps, more].slice(0, request.steps.length + 1) });
  },
  leak: ({ reply, rng }) => written(withStep(reply, (text) => `${text} ${pick(rng, confessions)}`)),
  'late-leak': ({ reply, rng }) =>
    written(withStep(reply, (text) => `${pick(rng, confessions)} ${text}`, -1)),
  'doubled-escapes': ({ reply }) => {
    const steps = reply.steps.map(({ step, text }) => ({ step, text: text.replaceAll('\\', '\\\\') }));
    const first = { step: reply.target_step, text: `${steps[0]?.text ?? ''} Thus $1 \\\\cdot 1 = 1$.` };
    return written({ ...reply, steps: [first, ...steps.slice(1)] });
  },
  'broken-latex': ({ reply, rng }) => written(withStep(reply, pick(rng, damages))),
  lengthy: ({ reply }) =>
    written(withStep(reply, (text) => `${padding} ${padding} ${padding} ${padding} ${text}`)),
  decorated: ({ reply, rng }) => written(withStep(reply, pick(rng, decorations))),
  repeated: ({ reply }) => written(reply),
  'other-script': ({ reply, rng }) => written(withStep(reply, (text) => `${pick(rng, otherScripts)}${text}`)),
  'other-language': ({ reply, rng }) =>
    written(withStep(reply, (text) => pick(rng, otherLanguages)(formulasOf(text)))),
  'step-tag': ({ reply, rng }) =>
    written(withStep(reply, (text) => pick(rng, stepTags)(text, reply.target_step))),
  'step-label': ({ reply, rng }) =>
    written(withStep(reply, (text) => pick(rng, stepLabels)(text, reply.target_step))),
  'orphaned-command': ({ reply, rng }) =>
    written(withStep(reply, (text) => `${text} Here ${pick(rng, orphanedCommands)} holds.`)),
  'control-character': ({ reply, rng }) =>
    written(withStep(reply, (text) => `${text}${pick(rng, strayCharacters)}`)),
  'foreign-confession': ({ reply, rng }) =>
    written(withStep(reply, (text) => `${text} ${pick(rng, foreignConfessions)}`)),
  'dropped-last-step': ({ reply }) =>
    written(
      withStep(
        { ...reply, steps: reply.steps.length > 1 ? reply.steps.slice(0, -1) : reply.steps },
        (text) => unboxed(`${text} This makes ${reply.final_answer}.`),
        -1,
      ),
    ),
  'lost-box': ({ reply }) => written(withStep(reply, unboxed, -1)),
  // The old step with a result that is wrong by no rule.
  'arithmetic-slip': ({ request, reply }) => {
    const old = request.steps[reply.target_step - 1] ?? '';
    const result = [...old.matchAll(/[+*·×-]\s*(?:\\cdot\s*|\\times\s*)?\d+\s*=\s*(\d+)(?![\d.,^/])/g)].at(
      -1,
    );
    if (result === undefined) return declined('the step has no result to miscalculate');
    const end = result.index + result[0].length;
    const wrong = Number(result[1]) * 10 + 70_007;
    return written(
      withStep(reply, () => `${old.slice(0, end - result[1]!.length)}${wrong}${old.slice(end)}`),
    );
  },
  // The steps that follow are the old ones, as if nothing had happened; only the answer is the new one.
  undone: ({ request, reply }) => {
    const last = reply.steps.length - 1;
    const old = request.steps.slice(reply.target_step);
    const value = [...(request.steps[reply.target_step - 1] ?? '').matchAll(/=\s*(\d{2,})/g)].at(-1)?.[1];
    const earlier = [
      request.problem,
      ...request.steps.slice(0, reply.target_step - 1),
      reply.steps[0]?.text,
    ].join(' ');
    if (
      last < 2 ||
      value === undefined ||
      earlier.includes(value) ||
      !old.slice(0, -1).join(' ').includes(value)
    )
      return declined('no later step has the old value');
    const steps = reply.steps.map((step, at) =>
      at === 0 || at === last ? step : { ...step, text: old[at - 1] ?? step.text },
    );
    return written({ ...reply, steps });
  },
} satisfies Record<string, Misbehaviour>;
