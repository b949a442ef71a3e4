// The compound filter, and views that somebody gave a name: both are nothing but the address.
import { useState } from 'preact/hooks';
import type { Query } from '../api.ts';
import { formatQuery, parseQuery } from '../query-string.ts';
import { keepTexts, keptTexts } from './kept-texts.ts';
import { address, go } from './state.ts';
import { submittedText, TypedField } from './typed-field.tsx';

const name = 'latebench.views';

function link(query: string): string {
  return query === '' ? address.value.path : `${address.value.path}?${query}`;
}

export function WhereField({ query, error }: { query: Query; error: string | null }) {
  const isWrong = error?.includes('filter:') === true;
  return (
    <form
      class="search where"
      onSubmit={(event) => {
        const where = submittedText(event, 'where');
        const { where: _, ...others } = query;
        go(link(formatQuery(where === '' ? others : { ...others, where }).toString()));
      }}
    >
      <TypedField
        name="where"
        aria-label="Filter with AND, OR and NOT"
        aria-invalid={isWrong}
        placeholder="label:erroneous AND NOT outcome:exact"
        title='field:value or field:"two words", steps>=8; joined by AND, OR, NOT and parentheses'
        given={query.where ?? ''}
      />
      <button type="submit">Filter</button>
    </form>
  );
}

/** Kept in this browser; each is a link that can be given away. */
export function SavedViews({ query }: { query: Query }) {
  const [views, setViews] = useState(() => keptTexts(name));
  const now = formatQuery(query).toString();
  const write = (next: Readonly<Record<string, string>>): void => {
    keepTexts(name, next);
    setViews(next);
  };
  return (
    <details class="views">
      <summary>Saved views</summary>
      <ul>
        {Object.entries(views).map(([title, given]) => (
          <li key={title}>
            <a
              href={link(formatQuery(parseQuery(new URLSearchParams(given))).toString())}
              aria-current={given === now ? 'true' : undefined}
            >
              {title}
            </a>{' '}
            <button
              type="button"
              class="quiet"
              aria-label={`Forget the view ${title}`}
              onClick={() => {
                const { [title]: _, ...others } = views;
                write(others);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form
        class="search"
        onSubmit={(event) => {
          const title = submittedText(event, 'title');
          if (title !== '') write({ ...views, [title]: now });
          event.currentTarget.reset();
        }}
      >
        <input name="title" aria-label="Name for this view" placeholder="Name for this view" maxLength={60} />
        <button type="submit">Save view</button>
      </form>
      <p class="note">Each is a link with all filters, the search, the critic and the order.</p>
    </details>
  );
}
