// The part of docs/injection.md that is computed from the labelled pairs.
import { faultChecks } from './faults.ts';
import { agreement, type CheckFigures, gateOnLabels, labelling } from './figures.ts';

export const page = 'docs/injection.md';
const [begin, end] = ['<!-- gate-results -->\n', '<!-- /gate-results -->'];

const two = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const share = (value: CheckFigures['precision']): string =>
  value === null ? '–' : `${two(value[0])} (${two(value[1])}–${two(value[2])})`;

/** As Markdown. */
export function figuresText(): string {
  const [a, b] = [labelling('a'), labelling('b')];
  const { fine, overall, faults } = agreement(a, b);
  const { pairs, checks, whole } = gateOnLabels(a, b);
  const kappas = new Map<string, number | null>(
    faults.map(({ fault, kappa }) => [faultChecks[fault], kappa]),
  );
  const rows = [...checks, whole].map((row) => {
    const kappa = row.check === 'any' ? fine : (kappas.get(row.check) ?? null);
    const cells = [row.there, row.rejected, row.right, share(row.precision), share(row.recall), two(kappa)];
    return `| ${row.check === 'any' ? '**any**' : `\`${row.check}\``} | ${cells.join(' | ')} |`;
  });
  return `${pairs} pairs; kappa of the two labellings over all faults ${two(overall)}, on "no fault at all" ${two(fine)}.

| check | fault there | rejected | both | precision (95 %) | recall (95 %) | kappa |
| --- | ---: | ---: | ---: | --- | --- | ---: |
${rows.join('\n')}
`;
}

export function withFigures(text: string, figures: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${page} has no place for the results of the gate`);
  return `${text.slice(0, from + begin.length)}${figures}${text.slice(to)}`;
}
