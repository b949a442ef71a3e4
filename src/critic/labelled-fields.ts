// Cuts an all-errors reply into its labelled fields. A label opens a line, bare or decorated with Markdown; behind
// a field on the same line only labels that cannot be prose count.

export interface Field {
  readonly label: 'conclusion' | 'section' | 'explanation' | 'confidence';
  /** What follows the label, up to the next one; may have several lines. */
  readonly text: string;
}

const lineLabel =
  /^[\s>#*_`•+-]*(?:\d{1,3}[.)]\s)?[*_`]*(conclusion|error sections?(?: numbers?)?|explanation|confidence)[*_`]* ?(?:[::][*_`]*|$)/i;
const inlineLabel =
  /(?<![a-z])(?:error sections? numbers?|explanation|confidence(?=[*_`]{0,3}[::][*_` ]{0,4}[\d.]))[*_`]{0,3}[::][*_`]{0,3}/i;
// The word "explanation:" inside an explanation is prose.
const inlineAfterExplanation = new RegExp(inlineLabel.source.replace('|explanation', ''), 'i');

/** In front of "Conclusion: no error" it makes a repeated instruction of it. */
const condition = /^[\s>#*_`•+-]*if\b.{0,200}[::]\s*$/i;

/** The part of a line in which a label is looked for. */
const labelWindow = 80;

export function labelledFields(text: string): Field[] {
  const fields: { label: Field['label']; lines: string[] }[] = [];
  const begin = (label: string, rest: string): void => {
    let name = label;
    let value = rest;
    for (;;) {
      const next = (labelOf(name) === 'explanation' ? inlineAfterExplanation : inlineLabel).exec(value);
      fields.push({ label: labelOf(name), lines: [next === null ? value : value.slice(0, next.index)] });
      if (next === null) return;
      name = next[0];
      value = value.slice(next.index + next[0].length);
    }
  };
  let before = '';
  for (const line of text.split(/\r?\n/)) {
    const found = lineLabel.exec(line.slice(0, labelWindow));
    if (found !== null) {
      const isInstruction = labelOf(found[1]!) === 'conclusion' && condition.test(before);
      begin(found[1]!, isInstruction ? '' : line.slice(found[0].length));
    } else fields.at(-1)?.lines.push(line);
    if (line.trim() !== '') before = line;
  }
  return fields.map(({ label, lines }) => ({ label, text: lines.join('\n').trim() }));
}

function labelOf(label: string): Field['label'] {
  const lower = label.toLowerCase();
  if (lower.startsWith('error')) return 'section';
  if (lower.startsWith('conclusion')) return 'conclusion';
  return lower.startsWith('explanation') ? 'explanation' : 'confidence';
}
