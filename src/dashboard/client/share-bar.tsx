// A share as a bar with its interval as a whisker, and in words.
import type { Share } from '../api-analysis.ts';
import { percent } from './words.ts';

export function ShareBar({ share, tone = 'accent' }: { share: Share; tone?: 'accent' | 'quiet' }) {
  const { share: value, interval, hits, n } = share;
  const words = `${hits} of ${n}`;
  return (
    <span class="share" title={words}>
      <span class={`track ${tone}`} aria-hidden="true">
        {value !== null && <i style={{ width: `${value * 100}%` }} />}
        {interval !== null && (
          <b style={{ left: `${interval[0] * 100}%`, width: `${(interval[1] - interval[0]) * 100}%` }} />
        )}
      </span>
      <span class="figure">{percent(value)}</span>
      <span class="interval">
        {interval === null ? '' : `${(interval[0] * 100).toFixed(0)}–${(interval[1] * 100).toFixed(0)}`}
      </span>
    </span>
  );
}
