// The ProcessBench prompt for maths: one user message that asks for the index of the earliest wrong paragraph.
// The wording is the public protocol's, to the letter, so that scores can be compared with published ones.
import { definePrompt, type Judged } from './prompt.ts';

export const firstErrorPrompt = definePrompt('processbench-maths/1', ({ problem, steps }: Judged) =>
  [
    'The following is a math problem and a solution (split into paragraphs, enclosed with tags and indexed from 0):',
    '[Math Problem]',
    problem,
    '[Solution]',
    ...steps.map((step, index) => `<paragraph_${index}>\n${step}\n</paragraph_${index}>`),
    'Your task is to review and critique the solution paragraph by paragraph. Once you identify an error in a paragraph, return the index of the paragraph where the earliest error occurs. Otherwise, return the index of -1 (which typically denotes "not found").',
    // The backslash is escaped: unescaped, "\b" is a backspace, and the model is asked for "oxed{}".
    'Please put your final answer (i.e., the index) in \\boxed{}.',
  ].join('\n\n'),
);
