// Where a record is among those that were chosen, the way to the one before and after it, and how many are judged.
import { formatCount } from '../../report/format.ts';
import type { Neighbours } from '../api.ts';
import { isBlind, session, setBlind } from './state.ts';

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

/** How far the annotator is in the queue, and whether it is judged blind. */
export function QueueProgress({ places }: { places: Neighbours }) {
  return (
    <section class="panel progress" aria-label="Progress">
      <progress value={places.judged} max={Math.max(1, places.toJudge)} aria-label="Judged" />
      <p class="note">
        {formatCount(places.judged)} of {formatCount(places.toJudge)} judged
      </p>
      <label>
        <input
          type="checkbox"
          checked={isBlind.value}
          disabled={session.value?.team.blind === true}
          onChange={(event) => setBlind(event.currentTarget.checked)}
        />{' '}
        blind <kbd>b</kbd>
      </label>
    </section>
  );
}
