// Starts the client: loads the session, finds the page for the address, and keeps the cheat-sheet at hand.
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../api.ts';
import { Agreement } from './agreement.tsx';
import { get, isSite } from './api-client.ts';
import { CommandPalette } from './command-palette.tsx';
import { Compare } from './compare.tsx';
import { DeepConf } from './deepconf.tsx';
import { Home } from './home.tsx';
import { keepFocus } from './keep-focus.ts';
import { KeySettings } from './key-settings.tsx';
import { shownKeys, useKeys } from './keys.ts';
import { Layout } from './layout.tsx';
import { Learn, learnKeys } from './learn.tsx';
import { LearnResults } from './learn-results.tsx';
import { followLive } from './live.tsx';
import { Monitor } from './monitor.tsx';
import { Overview } from './overview.tsx';
import { Quarantine } from './quarantine.tsx';
import { Record } from './record.tsx';
import { Records } from './records.tsx';
import { followPlaces } from './scroll-place.ts';
import { Slices } from './slices.tsx';
import { address, follow, recordTitle, session, setTheme, spoken, theme } from './state.ts';

function CheatSheet({ dialog }: { dialog: { current: HTMLDialogElement | null } }) {
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      <table class="keys">
        <tbody>
          {(session.value?.teaching === true ? learnKeys : shownKeys()).map(([keys, meaning]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <KeySettings />
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

function Page({ path }: { path: string }) {
  const [, kind, id, view, place] = path.split('/');
  const source = session.value?.sources.find((one) => one.id === id);
  if (path === '/') return <Home />;
  if (kind === 'p' && id !== undefined) {
    return <DeepConf key={id} id={id} problem={view === undefined ? null : Number(view)} />;
  }
  if (kind !== 's' || source === undefined) return <p class="empty">There is no page at this address.</p>;
  if (session.value?.teaching === true) {
    return view === 'results' ? (
      <LearnResults source={source} />
    ) : (
      <Learn source={source} place={place === undefined ? null : Number(place)} />
    );
  }
  switch (view) {
    case 'r':
    case 'queue':
      return (
        <Record
          key={`${source.id} ${view}`}
          source={source}
          row={place === undefined ? null : Number(place)}
          queue={view === 'queue'}
        />
      );
    case 'overview':
      return <Overview source={source} />;
    case 'slices':
      return <Slices source={source} />;
    case 'compare':
      return <Compare source={source} />;
    case 'agreement':
      return <Agreement source={source} />;
    case 'quarantine':
      return <Quarantine source={source} />;
    case 'monitor':
      return <Monitor source={source} />;
    default:
      return <Records source={source} />;
  }
}

function App() {
  const dialog = useRef<HTMLDialogElement>(null);
  const help = (): void => dialog.current?.showModal();
  useKeys({
    '?': help,
    '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
  });
  useEffect(() => {
    addEventListener('click', follow);
    return () => removeEventListener('click', follow);
  }, []);
  const { path } = address.value;
  const [, kind, id, view = 'records'] = path.split('/');
  const source = (kind === 's' ? session.value?.sources.find((one) => one.id === id) : null) ?? null;
  useEffect(() => {
    const title =
      source === null
        ? kind === 'p'
          ? 'pool · LateBench'
          : 'LateBench'
        : `${recordTitle.value ?? (view === 'r' ? 'record' : view)} · ${source.name} · LateBench`;
    document.title = title;
  }, [path, source, recordTitle.value]);
  if (session.value === null) return null;
  return (
    <>
      <Layout source={source} tab={view === 'r' ? 'records' : view} onHelp={help}>
        <Page path={path} />
      </Layout>
      <p class="sr" role="status" aria-live="polite">
        {spoken.value}
      </p>
      <CheatSheet dialog={dialog} />
      <CommandPalette source={source} onHelp={help} />
    </>
  );
}

setTheme(theme.value);
keepFocus();
const place = document.getElementById('app')!;
get<Session>('/api/session').then(
  (value) => {
    session.value = value;
    if (!isSite && !value.teaching) followLive();
    render(<App />, place);
    followPlaces();
  },
  (error: Error) => {
    place.textContent = error.message;
  },
);
