// Ctrl-K: goes to a record, a page or another source, chooses a filter, or does something, by a few typed letters.
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCounted } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { ListPage } from '../api-record.ts';
import { formatQuery } from '../query-string.ts';
import { get, isSite } from './api-client.ts';
import { address, blind, go, session, setBlind, setDiffView, setTheme } from './state.ts';

interface Command {
  readonly name: string;
  readonly kind: string;
  run(): void;
}

const maxShown = 40;
/** The server is asked when the keys rest. */
const restMs = 150;
/** And again while it is still reading. */
const againMs = 400;

const pages = ['overview', 'records', 'queue', 'slices', 'compare', 'agreement'] as const;

function fixedCommands(source: SourceFacts | null, onHelp: () => void): Command[] {
  const { sources = [], pools = [], readOnly = true } = session.value ?? {};
  const to = (name: string, kind: string, path: string): Command => ({ name, kind, run: () => go(path) });
  const action = (name: string, run: () => void): Command => ({ name, kind: 'action', run });
  const views = source === null ? [] : pages.filter((page) => page !== 'queue' || !readOnly);
  const runViews = source?.run == null ? [] : isSite ? ['quarantine'] : ['quarantine', 'monitor'];
  return [
    ...[...views, ...runViews].map((page) =>
      to(`${page[0]!.toUpperCase()}${page.slice(1)}`, `page of ${source!.name}`, `/s/${source!.id}/${page}`),
    ),
    ...sources.map(({ id, name }) => to(name, 'source', `/s/${id}/records`)),
    ...pools.map(({ id, name }) => to(name, 'pool', `/p/${id}`)),
    to('Everything that is open', 'page', '/'),
    action('Differences side by side', () => setDiffView('side')),
    action('Differences inline', () => setDiffView('inline')),
    action('Changed solution as it is', () => setDiffView('changed')),
    action('Original solution', () => setDiffView('original')),
    ...(readOnly
      ? []
      : [action(blind.value ? 'Stop judging blind' : 'Judge blind', () => setBlind(!blind.value))]),
    action('Light colours', () => setTheme('light')),
    action('Dark colours', () => setTheme('dark')),
    action('Colours as the system has them', () => setTheme('auto')),
    action('Print this page', () => print()),
    action('Keyboard', onHelp),
  ];
}

/** Records that have the words, and filters whose value has them. */
async function foundCommands(
  source: SourceFacts,
  words: string,
  signal: AbortSignal,
): Promise<{ readonly commands: readonly Command[]; readonly complete: boolean }> {
  const base = `/s/${source.id}`;
  const path = `/api/sources/${source.id}/records`;
  const asked = (query: URLSearchParams): Promise<ListPage> => get<ListPage>(path, query, signal);
  const [records, all] = await Promise.all([
    asked(new URLSearchParams({ q: words, offset: '0', limit: '8' })),
    asked(new URLSearchParams({ offset: '0', limit: '1', sort: 'row' })),
  ]);
  const lower = words.toLowerCase();
  const filters = all.facets.flatMap(({ name, title, values }) =>
    values
      .filter(({ value }) => `${title} ${value}`.toLowerCase().includes(lower))
      .map(({ value, count }) => ({
        name: `${title}: ${value}`,
        kind: `filter, ${formatCounted(count, 'record')}`,
        run: () => {
          const chosen = new URLSearchParams(
            address.value.path.endsWith('/records') ? address.value.query : '',
          );
          chosen.delete('offset');
          chosen.append(`f.${name}`, value);
          go(`${base}/records?${chosen}`);
        },
      })),
  );
  const query = formatQuery({ chosen: {}, text: words, sort: 'row', down: false });
  const commands = [
    ...filters.slice(0, 10),
    ...records.records.map(({ id, row }) => ({
      name: id,
      kind: 'record',
      run: () => go(`${base}/r/${row}?${query}`),
    })),
    {
      name: `Search for ${words}`,
      kind: formatCounted(records.matched, 'record'),
      run: () => go(`${base}/records?${query}`),
    },
  ];
  return { commands, complete: records.working === null && all.working === null };
}

const fits = ({ name, kind }: Command, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${kind}`.toLowerCase().includes(word));

export function CommandPalette({ source, onHelp }: { source: SourceFacts | null; onHelp: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Command[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    addEventListener('latebench-find', open);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('latebench-find', open);
    };
  }, []);
  const open = (): void => {
    if (dialog.current === null || document.querySelector('dialog[open]') !== null) return;
    setOpen(true);
    dialog.current.showModal();
    // At once: what is typed next is meant for it.
    field.current?.focus();
  };
  const close = (): void => {
    setOpen(false);
    setWords('');
    setFound([]);
    setAt(0);
  };
  useEffect(() => {
    setFound([]);
    if (!isOpen || words.trim() === '' || source === null || isSite) return undefined;
    const controller = new AbortController();
    const ask = (): void => {
      foundCommands(source, words.trim(), controller.signal).then(
        ({ commands, complete }) => {
          setFound(commands);
          // Records are still being read: there may be more.
          if (!complete && !controller.signal.aborted) timer = setTimeout(ask, againMs);
        },
        () => setFound([]),
      );
    };
    let timer = setTimeout(ask, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words, isOpen, source]);
  const fixed = isOpen ? fixedCommands(source, onHelp).filter((one) => fits(one, words.trim())) : [];
  const shown = [...fixed, ...found].slice(0, maxShown);
  const chosen = Math.min(at, shown.length - 1);
  const choose = (command: Command | undefined): void => {
    if (command === undefined) return;
    dialog.current?.close();
    command.run();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(shown.length - 1, chosen + 1)),
    ArrowUp: () => setAt(Math.max(0, chosen - 1)),
    Enter: () => choose(shown[chosen]),
  };
  useEffect(() => {
    document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <dialog ref={dialog} class="palette" aria-label="Commands" onClose={close}>
      <input
        role="combobox"
        aria-label="Find a record, a page, a filter or an action"
        aria-expanded="true"
        aria-controls="commands"
        aria-autocomplete="list"
        {...(shown.length > 0 ? { 'aria-activedescendant': `command-${chosen}` } : {})}
        placeholder="Record, page, filter or action"
        ref={field}
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const action = keys[event.key];
          if (action === undefined || event.isComposing) return;
          event.preventDefault();
          action();
        }}
      />
      {isOpen && shown.length === 0 && <p class="empty">Nothing has these words.</p>}
      <div role="listbox" tabIndex={-1} id="commands" aria-label="What fits" hidden={shown.length === 0}>
        {shown.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys of the list
          <div
            key={`${command.kind} ${command.name}`}
            id={`command-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            onPointerMove={() => setAt(place)}
            onClick={() => choose(command)}
          >
            <span class="name" dir="auto">
              {command.name}
            </span>
            <span class="kind">{command.kind}</span>
          </div>
        ))}
      </div>
    </dialog>
  );
}
