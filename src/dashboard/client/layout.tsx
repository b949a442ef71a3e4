// The frame of every page: where one is, where one can go, who judges, and how it looks.
import type { ComponentChildren } from 'preact';
import type { SourceFacts } from '../api.ts';
import { isSite } from './api-client.ts';
import { Login } from './login.tsx';
import { SaveState, Unsaved } from './save-state.tsx';
import { address, go, notice, say, session, setTheme, type Theme, theme } from './state.ts';

const tabs = [
  ['overview', 'Overview'],
  ['records', 'Records'],
  ['queue', 'Queue'],
  ['slices', 'Slices'],
  ['compare', 'Compare'],
  ['agreement', 'Agreement'],
  ['quarantine', 'Quarantine'],
  ['monitor', 'Monitor'],
] as const;

const learningTabs = [
  ['learn', 'Exercises'],
  ['results', 'Results'],
] as const;

const themes: readonly Theme[] = ['auto', 'light', 'dark'];

function SourcePicker({ current }: { current: SourceFacts }) {
  const sources = session.value?.sources ?? [];
  const page = address.value.path.split('/')[3] ?? 'records';
  const view = page === 'r' ? 'records' : page;
  return (
    <label class="picker">
      <span class="sr">Source</span>
      <select value={current.id} onChange={(event) => go(`/s/${event.currentTarget.value}/${view}`)}>
        {sources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where records are shared out, the queue is that of whoever judges. */
function assignedQuery(): string {
  const { team, annotator } = session.value ?? {};
  return annotator !== undefined && team?.annotators.includes(annotator) ? '?f.assigned=to+me' : '';
}

export function Layout(props: {
  source: SourceFacts | null;
  tab: string;
  onHelp: () => void;
  children: ComponentChildren;
}) {
  const { source, tab } = props;
  const hasRun = source?.run != null;
  const readOnly = session.value?.readOnly === true;
  const teaching = session.value?.teaching === true;
  const shown = teaching
    ? learningTabs
    : tabs.filter(([id]) => {
        if (id === 'monitor') return hasRun && !isSite;
        if (id === 'quarantine') return hasRun;
        return id !== 'queue' || !readOnly;
      });
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          Late<b>Bench</b>
        </a>
        {source !== null && <SourcePicker current={source} />}
        {source !== null && (
          <nav aria-label="Views of this source">
            {shown.map(([id, title]) => (
              <a
                key={id}
                href={`/s/${source.id}/${id}${id === 'queue' ? assignedQuery() : ''}`}
                aria-current={tab === id ? 'page' : undefined}
              >
                {title}
              </a>
            ))}
          </nav>
        )}
        <div class="tools">
          <button
            type="button"
            class="find"
            title="Find a record, a page, a filter or an action"
            onClick={() => dispatchEvent(new Event('latebench-find'))}
          >
            Find <kbd>Ctrl K</kbd>
          </button>
          {!readOnly && (
            <>
              <SaveState />
              <Login />
            </>
          )}
          <button
            type="button"
            class="quiet"
            onClick={() => setTheme(themes[(themes.indexOf(theme.value) + 1) % themes.length]!)}
            title="Colours: as the system has them, light, dark"
          >
            {theme.value === 'auto' ? 'Auto' : theme.value === 'dark' ? 'Dark' : 'Light'}
          </button>
          <button type="button" class="quiet" onClick={props.onHelp} title="Keyboard (?)">
            ?
          </button>
        </div>
      </header>
      {source?.simulated === true && (
        <section class="simulated" aria-label="Simulation">
          A simulation took part in this: these numbers were not made by a language model.
        </section>
      )}
      {notice.value !== null && (
        <div class="toast" role="status">
          {notice.value}
          <button type="button" class="quiet" onClick={() => say(null)} aria-label="Close this message">
            ×
          </button>
        </div>
      )}
      {!readOnly && <Unsaved />}
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
    </>
  );
}
