// Distinguishes an answer from a list of labelled options of which none is chosen.

const OPTION = /^\s*(?:[-*]\s+)?\(?([A-H])\s*[):.]\s*\S/;
const LONGEST_LINE = 300;

/** Whether a text ends in two or more labelled options and announces or boxes nothing. */
export function isOptionList(text: string): boolean {
  if (text.length > 20_000 || /\\boxed|\\fbox/.test(text) || /answer/i.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const labels = new Set<string>();
  for (let k = lines.length - 1; k >= 0; k -= 1) {
    const label = OPTION.exec(lines[k]!.slice(0, LONGEST_LINE));
    if (label === null) break;
    labels.add(label[1]!);
  }
  return labels.size >= 2;
}
