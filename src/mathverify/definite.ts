// Distinguishes an answer from a list of labelled options of which none is chosen.

const option = /^\s*(?:[-*]\s+)?\(?([A-H])\s*[):.]\s*\S/;
const maxLineLength = 300;

/** Whether a text ends in two or more labelled options and announces or boxes nothing. */
export function isOptionList(text: string): boolean {
  if (text.length > 20_000 || /\\boxed|\\fbox/.test(text) || /answer/i.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const labels = new Set<string>();
  for (let k = lines.length - 1; k >= 0; k -= 1) {
    const label = option.exec(lines[k]!.slice(0, maxLineLength));
    if (label === null) break;
    labels.add(label[1]!);
  }
  return labels.size >= 2;
}
