// What leaves records out of the list, each with a press that takes it away.
import { formatCounted } from '../../report/format.ts';
import type { Query } from '../api.ts';
import { go } from './state.ts';
import { shortCritic } from './words.ts';

export function toggled(query: Query, name: string, value: string): Query {
  const values = query.chosen[name] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  const { [name]: _, ...others } = query.chosen;
  return { ...query, chosen: next.length === 0 ? others : { ...others, [name]: next } };
}

interface InUse {
  readonly name: string;
  readonly text: string;
  readonly without: Query;
}

function filtersOf(query: Query): readonly InUse[] {
  const { chosen, differ, text, where, minSteps, maxSteps } = query;
  const one = (key: 'differ' | 'text' | 'where' | 'minSteps' | 'maxSteps', name: string, shown: string) => {
    const { [key]: _, ...without } = query;
    return { name, text: shown, without: without as Query };
  };
  return [
    ...Object.entries(chosen).flatMap(([name, values]) =>
      values.map((value) => ({ name, text: `${name}: ${value}`, without: toggled(query, name, value) })),
    ),
    ...(differ === undefined
      ? []
      : [one('differ', 'critics that differ', `${shortCritic(differ[0])} ≠ ${shortCritic(differ[1])}`)]),
    ...(text === undefined ? [] : [one('text', 'search', `search: ${text}`)]),
    ...(where === undefined ? [] : [one('where', 'expression', where)]),
    ...(minSteps === undefined
      ? []
      : [one('minSteps', 'min', `at least ${formatCounted(minSteps, 'step')}`)]),
    ...(maxSteps === undefined ? [] : [one('maxSteps', 'max', `at most ${formatCounted(maxSteps, 'step')}`)]),
  ];
}

/** `unused`: names of those that the server does not apply; the page says so elsewhere. */
export function FiltersInUse(props: {
  query: Query;
  unused: readonly string[];
  to: (query: Query) => string;
}) {
  const { query, unused, to } = props;
  const shown = filtersOf(query).filter(({ name }) => !unused.includes(name));
  return (
    <ul class="chosen" aria-label="Filters in use">
      {shown.map(({ text, without }) => (
        <li key={text}>
          <button type="button" title={text} onClick={() => go(to(without))}>
            {text} <span aria-hidden="true">×</span>
            <span class="sr">remove</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
