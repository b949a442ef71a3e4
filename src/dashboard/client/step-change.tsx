// A changed step beside the original, in the view that is chosen for all steps at once.
import type { DiffPart, ShownRecord, ShownStep } from '../api-record.ts';
import { Segments, Text } from './passage.tsx';
import { type DiffView, diffView, setDiffView } from './state.ts';
import { stepName } from './words.ts';

const views: readonly (readonly [DiffView, string])[] = [
  ['side', 'Side by side'],
  ['inline', 'Inline'],
  ['changed', 'As it is'],
  ['original', 'Original'],
];

/** One switch for the whole solution. */
export function DiffSwitch() {
  return (
    <fieldset class="views plain" aria-label="How to show what the injection changed">
      {views.map(([id, title]) => (
        <button key={id} type="button" aria-pressed={diffView.value === id} onClick={() => setDiffView(id)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

function Side({ parts, side }: { parts: readonly DiffPart[]; side: 'before' | 'after' }) {
  return (
    <div class="text diff" dir="auto">
      {parts.map((part, at) => {
        const segments =
          side === 'before' ? (part.before ?? (part.kind === 'same' ? part.after : null)) : part.after;
        if (segments === null) return null;
        const Tag = tags[part.kind];
        return (
          <Tag key={at}>
            <Segments segments={segments} />
          </Tag>
        );
      })}
    </div>
  );
}

function Inline({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <div class="text diff" dir="auto">
      {parts.map(({ kind, before, after }, at) => {
        const Tag = tags[kind];
        return (
          <Tag key={at}>
            <Segments segments={(kind === 'removed' ? before : after) ?? []} />
          </Tag>
        );
      })}
    </div>
  );
}

/** Of the original: which of its steps. */
function placesName(places: readonly number[]): string {
  const [first, last] = [places[0]!, places.at(-1)!];
  return first === last ? `Original ${stepName(first)}` : `Original steps ${first + 1}–${last + 1}`;
}

export function Change({ step, record }: { step: ShownStep; record: ShownRecord }) {
  const view = diffView.value;
  const { change, diff, passage, originals } = step;
  if (view === 'changed' || change === null) return <Text passage={passage} />;
  if (change === 'added' || diff === null) {
    return (
      <div class="text diff" dir="auto">
        <ins>
          <Segments segments={passage.segments} />
        </ins>
      </div>
    );
  }
  if (view === 'inline') return <Inline parts={diff} />;
  return (
    <div class="sides">
      <div class="side">
        <p class="side-name">{placesName(originals)}</p>
        {diff.every(({ kind }) => kind === 'added') ? (
          // What it was made from is compared beside a step before it.
          originals.map(
            (place) => record.original?.[place] && <Text key={place} passage={record.original[place]} />,
          )
        ) : (
          <Side parts={diff} side="before" />
        )}
      </div>
      <div class="side">
        <p class="side-name">Changed {stepName(step.index)}</p>
        <Side parts={diff} side="after" />
      </div>
    </div>
  );
}

/** Steps of the original that the injection left out. */
export function LeftOut({ record, places }: { record: ShownRecord; places: readonly number[] }) {
  if (diffView.value === 'changed' || record.original === null) return null;
  return (
    <>
      {places.map((place) => (
        <li key={`left out ${place}`} class="step gone">
          <span class="numeral" aria-hidden="true">
            −
          </span>
          <div class="body">
            <p class="side-name">Original {stepName(place)}, left out</p>
            <div class="text diff" dir="auto">
              <del>
                <Segments segments={record.original![place]?.segments ?? []} />
              </del>
            </div>
          </div>
        </li>
      ))}
    </>
  );
}

/** The original solution as it was. */
export function OriginalSteps({ record }: { record: ShownRecord }) {
  return (
    <ol class="steps" aria-label="Steps of the original solution">
      {record.original?.map((passage, at) => (
        <li key={at} class="step">
          <span class="numeral">{at + 1}</span>
          <div class="body">
            <Text passage={passage} />
          </div>
        </li>
      ))}
    </ol>
  );
}
