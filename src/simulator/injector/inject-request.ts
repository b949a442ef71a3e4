// Reads an injection prompt: the numbered steps, the problem, the region, the kind of error, the reference answer.
// It reads text by its tags and labels and knows no prompt by heart.

export interface InjectRequest {
  readonly problem: string;
  readonly steps: readonly string[];
  /** 1-based, both included. */
  readonly from: number;
  readonly to: number;
  readonly errorType: string | null;
  readonly referenceAnswer: string | null;
}

/** Null where no numbered solution can be read. */
export function readInjectRequest(prompt: string): InjectRequest | null {
  const steps: string[] = [];
  for (let start = prompt.indexOf('<step_1>'); start !== -1; ) {
    const number = steps.length + 1;
    const begin = start + `<step_${number}>`.length;
    const end = prompt.indexOf(`</step_${number}>`, begin);
    if (end === -1) return null;
    steps.push(prompt.slice(begin, end).trim());
    start = prompt.indexOf(`<step_${number + 1}>`, end);
  }
  if (steps.length === 0) return null;
  const allowed = /^Allowed steps: *(\d{1,6})(?: to (\d{1,6}))?/im.exec(prompt);
  const from = Number(allowed?.[1] ?? 1);
  const to = Number(allowed?.[2] ?? allowed?.[1] ?? steps.length);
  return {
    problem: between(prompt, '[Problem]', '[Correct solution]'),
    steps,
    from: Math.max(1, from),
    to: Math.min(steps.length, to),
    errorType: /^Error type: *([\w-]+)/im.exec(prompt)?.[1] ?? null,
    referenceAnswer: /^Reference answer: *(\S.*)$/im.exec(prompt)?.[1]?.trim() ?? null,
  };
}

function between(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  const end = text.indexOf(close, start);
  return start === -1 || end === -1 ? '' : text.slice(start + open.length, end).trim();
}
