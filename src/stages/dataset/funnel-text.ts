// What became of the rows, step by step, as lines of text.
import type { YieldLine } from '../../publish/funnel.ts';
import { formatCount } from '../../report/format.ts';

export function funnelText(funnel: readonly YieldLine[]): readonly string[] {
  const width = Math.max(...funnel.map(({ step }) => step.length));
  return funnel.map(({ step, in: entered, out, reasons }) => {
    const why = Object.entries(reasons).map(([reason, count]) => `${reason}: ${formatCount(count)}`);
    return `  ${step.padEnd(width)}  ${formatCount(entered).padStart(9)} -> ${formatCount(out).padStart(9)}  ${why.join('; ')}`.trimEnd();
  });
}

export function partsText(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([part, count]) => `${part} ${formatCount(count)}`)
    .join(', ');
}
