// Math-Shepherd (arXiv 2312.08935): {input, label, task}. `input` is the problem and its steps, each ended by `ки`;
// `label` is the same text with + or - in the places of the tags. The labels were made by rollouts, not by people.
import { badRow, restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { hasTexts, requiredText, textField } from './row-fields.ts';
import { errorsBySign } from './step-labels.ts';

const tag = /[ \t]*ки[ \t]*\??/;
const mark = /^\s*(?:ки\s*)?([+-])(?=\s|$)/;

/** The steps with the sign after each of them, in the order of the text. */
function signsOf(pieces: readonly string[], label: string): string[] {
  let at = 0;
  return pieces.map((piece, index) => {
    const found = label.indexOf(piece, at);
    const sign = found === -1 ? undefined : mark.exec(label.slice(found + piece.length))?.[1];
    if (sign === undefined) throw badRow(`label has no + or - after step ${index + 1} of input`);
    at = found + piece.length;
    return sign;
  });
}

function finalAnswer(step: string): string | null {
  const stated = /(?:the answer is:?|####)\s*(.+?)\s*$/i.exec(step)?.[1];
  return stated ?? null;
}

export const mathShepherd = datasetAdapter({
  name: 'math-shepherd',
  about: 'Math-Shepherd rows: problem and steps in one text, tagged, with + and - in the label',
  recognises: (row) => hasTexts(row, 'input', 'label') && row.input.includes('ки'),
  parts(row) {
    const pieces = requiredText(row, 'input')
      .split(tag)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
    const signs = signsOf(pieces, requiredText(row, 'label'));
    const begin = /(?:^|\s)(?=Step\s*1\s*:)/.exec(pieces[0] ?? '');
    const problem = begin === null ? '' : pieces[0]!.slice(0, begin.index).trim();
    if (problem === '') throw badRow('input has no problem before "Step 1:"');
    const steps = [pieces[0]!.slice(begin!.index).trim(), ...pieces.slice(1)];
    return {
      task: 'math',
      subject: textField(row, 'task'),
      problem,
      steps,
      finalAnswer: finalAnswer(steps.at(-1)!),
      errorSteps: errorsBySign(signs, steps.length, 'label'),
      meta: restOf(row, ['id', 'input', 'label', 'task']),
    };
  },
});
