// A share as a bar with its interval as a whisker, and in words.
import { formatInterval, formatPercent } from '../../report/format.ts';
import type { Share } from '../api-analysis.ts';
import { CellBar } from './cell-bar.tsx';

export function ShareBar({ share, tone = 'accent' }: { share: Share; tone?: 'accent' | 'quiet' }) {
  const { share: value, interval, hits, n } = share;
  const words = `${hits} of ${n}`;
  return (
    <span class="share" title={words}>
      <CellBar share={value} tone={tone} interval={interval} />
      <span class="figure">{formatPercent(value)}</span>
      <span class="interval">{interval === null ? '' : formatInterval(interval)}</span>
    </span>
  );
}
