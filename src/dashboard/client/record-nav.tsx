// Where a record is among those that were chosen, and the way to the one before and after it.
import { formatCount } from '../../report/format.ts';
import type { Neighbours } from '../api.ts';

export function positionOf(places: Neighbours | null): string {
  return places === null || places.place === null
    ? ''
    : `${formatCount(places.place + 1)} of ${formatCount(places.matched)}`;
}

export function RecordNav(props: { places: Neighbours | null; onMove: (row: number | null) => void }) {
  const { places, onMove } = props;
  const { previous = null, next = null } = places ?? {};
  return (
    <nav class="steps-nav" aria-label="Records">
      <button type="button" disabled={previous === null} onClick={() => onMove(previous)}>
        Previous <kbd>k</kbd>
      </button>
      <span class="matched">{positionOf(places)}</span>
      <button type="button" disabled={next === null} onClick={() => onMove(next)}>
        Next <kbd>j</kbd>
      </button>
    </nav>
  );
}
