// The prompts that ask for the index of the earliest wrong paragraph, in one user message. Both wordings are public
// protocols', to the letter, so that scores can be compared: ProcessBench's for mathematics, and the one that
// ProcessBench-style runs over DeltaBench use for any kind of problem.
import type { Wording } from '../records/protocols.ts';
import { type CriticPrompt, definePrompt, type Judged, shownSteps } from './prompt.ts';

const task =
  'Your task is to review and critique the solution paragraph by paragraph. Once you identify an error in a paragraph, return the index of the paragraph where the earliest error occurs. Otherwise, return the index of -1';
// The backslash is escaped: unescaped, "\b" is a backspace, and the model is asked for "oxed{}".
const replyForm = 'Please put your final answer (i.e., the index) in \\boxed{}.';

const solutionOf = ({ steps }: Judged): string => shownSteps.first_error(steps);

export const firstErrorPrompts: Readonly<Record<Wording, CriticPrompt>> = {
  maths: definePrompt('processbench-maths/1', (judged) =>
    [
      'The following is a math problem and a solution (split into paragraphs, enclosed with tags and indexed from 0):',
      '[Math Problem]',
      judged.problem,
      '[Solution]',
      solutionOf(judged),
      `${task} (which typically denotes "not found").`,
      replyForm,
    ].join('\n\n'),
  ),
  deltabench: definePrompt('processbench-deltabench/1', (judged) =>
    [
      'The following is a problem and a solution (split into paragraphs, enclosed with tags and indexed from 0):',
      `[Problem]\n${judged.problem}`,
      `[Solution]\n${solutionOf(judged)}`,
      `${task}.`,
      replyForm,
    ].join('\n\n'),
  ),
};
