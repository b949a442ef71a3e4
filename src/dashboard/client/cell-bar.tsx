// A share as a small bar of the reports, in the cell of a table or a list.
import { useMemo } from 'preact/hooks';
import { cellBar } from '../../report/bar-chart.ts';

interface CellBarProps {
  readonly share: number | null;
  readonly tone?: 'accent' | 'quiet';
  readonly interval?: readonly [number, number] | null;
}

export function CellBar({ share, tone = 'accent', interval = null }: CellBarProps) {
  const [low, high] = interval ?? [];
  const html = useMemo(() => ({ __html: cellBar(share, tone, interval).markup }), [share, tone, low, high]);
  return <span class="track" aria-hidden="true" dangerouslySetInnerHTML={html} />;
}
