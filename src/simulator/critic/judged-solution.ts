// Finds the solution in a critic's prompt: tagged paragraphs (numbered from 0) or "Section N:" blocks (from 1). It
// reads text and knows no prompt by heart.

export interface NumberedStep {
  /** As the prompt counts. */
  readonly number: number;
  readonly text: string;
}

export function readJudgedSolution(prompt: string): NumberedStep[] {
  const tagged = taggedSteps(prompt);
  return tagged.length > 0 ? tagged : headedSteps(prompt);
}

const openTag = /<(paragraph|section|step)_(\d{1,6})>/g;

function taggedSteps(prompt: string): NumberedStep[] {
  const steps: NumberedStep[] = [];
  let end = 0;
  for (const match of prompt.matchAll(openTag)) {
    if (match.index < end) continue;
    const start = match.index + match[0].length;
    const close = prompt.indexOf(`</${match[1]}_${match[2]}>`, start);
    if (close === -1) break;
    steps.push({ number: Number(match[2]), text: prompt.slice(start, close).trim() });
    end = close;
  }
  return longestRun(steps);
}

const heading = /^[ \t]*(?:section|step)[ \t]*(\d{1,6})[ \t]*[:.][ \t]*/gim;

function headedSteps(prompt: string): NumberedStep[] {
  const matches = [...prompt.matchAll(heading)];
  const blocks = matches.map((match, at) => ({
    number: Number(match[1]),
    text: prompt.slice(match.index + match[0].length, matches[at + 1]?.index ?? prompt.length).trim(),
  }));
  const steps = longestRun(blocks);
  const last = steps.at(-1);
  return last === undefined
    ? []
    : [...steps.slice(0, -1), { ...last, text: withoutInstructions(last.text, steps) }];
}

/** Nothing marks the end of the last block: what the prompt says after it is not part of the solution. */
function withoutInstructions(text: string, steps: readonly NumberedStep[]): string {
  const paragraphs = text.split('\n\n');
  const isParted = steps.slice(0, -1).some((step) => step.text.includes('\n\n'));
  const end = isParted
    ? paragraphs.findIndex((part, at) => at > 0 && /\bsections?\b|conclusion:/i.test(part))
    : 1;
  return paragraphs.slice(0, end === -1 ? undefined : end).join('\n\n');
}

/** The longest run of consecutive numbers: a prompt may hold a short worked example beside the solution. */
function longestRun(steps: readonly NumberedStep[]): NumberedStep[] {
  const runs: NumberedStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.at(-1)?.number === step.number - 1) run.push(step);
    else runs.push([step]);
  }
  return runs.reduce((best, run) => (run.length >= best.length ? run : best), []);
}
