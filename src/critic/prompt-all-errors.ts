// The DeltaBench-style prompt, in our own words: sections numbered from 1, and every wrong one is asked for, with
// a reason and a confidence. The reply form is DeltaBench's, so its outputs and ours can be read alike.
import { definePrompt, type Judged, shownSteps } from './prompt.ts';

const task = `You check the reasoning of solutions to mathematical problems. Below stand a problem and a solution that is cut into numbered sections. Find every section that contains an error of its own.

How to judge:
- Read the sections in order and judge each one by itself: its calculations, its logic, the facts and theorems it uses, and whether it does what the problem asks.
- An error counts even if a later section notices it or repairs it. Name the section where it was made.
- A section that only carries on correctly from an earlier mistake is not a new error. Name it only if it adds a mistake of its own.
- Style, wording, length and a roundabout method are not errors.
- Do not assume that there is an error, and do not name a section that you cannot fault.`;

const replyForm = `Work through the sections first. Then finish with your verdict in exactly this form, and write nothing after it.

If no section contains an error:
Conclusion: no error

Otherwise (repeat the last three lines for each section that contains an error):
Conclusion: yes
Error Section Number: <number of the section>
Explanation: <what is wrong in it>
Confidence: <how sure you are that it is wrong, from 0 to 1>`;

export const allErrorsPrompt = definePrompt('sections/1', ({ problem, steps }: Judged) =>
  [task, 'Problem:', problem, 'Solution:', shownSteps.all_errors(steps), replyForm].join('\n\n'),
);
