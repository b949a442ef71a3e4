// Whether everything that was judged is saved: on the server's disk, on its way, or only in this browser; and what needs a
// person before it can be saved.
import type { Annotation } from '../../records/annotation.ts';
import { clipText, visibleLine } from '../../report/visible-text.ts';
import { isKept, keepMine, letGo, operations, tryAgain } from './queue/browser-queue.ts';
import { chainOf, type Operation } from './queue/operation.ts';
import { say, session } from './state.ts';
import { stepName } from './words.ts';

const decisionNames: Readonly<Record<string, string>> = { yes: 'accept', maybe: 'maybe', no: 'reject' };

type Said = { readonly [K in keyof Annotation]?: Annotation[K] | undefined };

const shownChars = 200;

function beginningOf(comment: string): string {
  const { text, left } = clipText(comment, shownChars);
  return visibleLine(left > 0 ? `${text}…` : text);
}

/** A statement in a few words: `accept, first error in step 3, "…"`. */
export function statementText(said: Said): string {
  const { kind, decision, first_error: first, target_step: target, error_type: type, comment } = said;
  const right = [
    [said.step_right, 'step'],
    [said.explanation_right, 'explanation'],
  ] as const;
  const parts = [
    decision == null ? null : (decisionNames[decision] ?? decision),
    first == null ? null : first === -1 ? 'no error' : `first error in ${stepName(first)}`,
    target == null ? null : `error wanted in ${stepName(target)}`,
    type == null ? null : type.replaceAll('_', ' '),
    ...right.map(([value, what]) => (value == null ? null : `${what} ${value ? 'right' : 'wrong'}`)),
    comment == null || comment.trim() === '' ? null : `“${beginningOf(comment)}”`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return kind === undefined ? 'nothing' : 'taken back';
  return parts.join(', ');
}

type Level = 'saved' | 'saving' | 'unsaved';

function stateOf(all: readonly Operation[]): { readonly level: Level; readonly text: string } {
  if (all.length === 0) return { level: 'saved', text: 'Saved' };
  const troubled = all.filter(({ state, reason }) => state !== 'waiting' || reason !== null);
  if (troubled.length === 0) return { level: 'saving', text: 'Saving…' };
  const reason = troubled.find((one) => one.reason !== null)?.reason;
  const retried = troubled.some(({ state }) => state === 'waiting') ? '; trying again' : '';
  const why = reason == null ? '' : `: ${reason}${retried}`;
  return { level: 'unsaved', text: `Not saved (${all.length})${why}` };
}

export function SaveState() {
  const { level, text } = stateOf(operations.value);
  const where = isKept.value ? '' : ' Kept in this tab only: do not close it.';
  return (
    <span class={`save-state ${level}`} role="status" data-level={level}>
      {text}
      {level === 'unsaved' && where}
    </span>
  );
}

function placeOf({ body }: Operation): string | null {
  const source = session.value?.sources.find(({ key }) => key === body.source_key);
  return source === undefined ? null : `/s/${source.id}/r/${body.row}`;
}

function UnsavedOperation({ operation, mine }: { operation: Operation; mine: Operation }) {
  const { id, body, author, filed, reason, state } = operation;
  const place = placeOf(operation);
  const act = (action: Promise<void>): void => {
    action.catch((error: Error) => say(error.message));
  };
  return (
    <li data-operation={id}>
      {place === null ? <b>{body.record_id}</b> : <a href={place}>{body.record_id}</a>}{' '}
      <span>
        {author}: {statementText(mine.body)}.
      </span>{' '}
      {filed !== null && (
        <span>
          Meanwhile {filed.annotation.by ?? filed.annotation.annotator} filed:{' '}
          {statementText(filed.annotation)}.
        </span>
      )}
      {state === 'refused' && <span>Not accepted: {reason}.</span>}
      <span class="actions">
        {state === 'conflict' ? (
          <>
            <button type="button" onClick={() => act(keepMine(id))}>
              Keep mine
            </button>
            <button type="button" onClick={() => act(letGo(operation))}>
              Keep what is filed
            </button>
          </>
        ) : (
          <>
            <button type="button" onClick={() => act(tryAgain(id))}>
              Try again
            </button>
            <button type="button" onClick={() => act(letGo(operation))}>
              Discard
            </button>
          </>
        )}
      </span>
    </li>
  );
}

/** Judgements that wait for a person, of all records, in every tab. */
export function Unsaved() {
  const all = operations.value;
  const stopped = all.filter(({ state }) => state !== 'waiting');
  if (stopped.length === 0) return null;
  return (
    <section class="unsaved" aria-labelledby="unsaved-title">
      <h2 id="unsaved-title">Not saved: these judgements need you</h2>
      <ul>
        {stopped.map((operation) => (
          <UnsavedOperation
            key={operation.id}
            operation={operation}
            mine={chainOf(all, operation).at(-1) ?? operation}
          />
        ))}
      </ul>
    </section>
  );
}
