// What all pages share: the session, who judges, how it is shown; and the address, which is most of the state.
import { computed, signal } from '@preact/signals';
import type { Session } from '../api.ts';
import { isSite } from './api-client.ts';
import { newEntry } from './scroll-place.ts';

export const session = signal<Session | null>(null);
export const notice = signal<string | null>(null);

function stored(name: string, none: string): string {
  try {
    return localStorage.getItem(`latebench.${name}`) ?? none;
  } catch {
    return none;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`latebench.${name}`, value);
  } catch {
    // A browser that keeps nothing: it is asked again next time.
  }
}

/** Who judges, as the server says: who has logged in, else the name that it was started with. Never kept here. */
export const annotator = computed(() => session.value?.annotator ?? '');
/** What the server is asked, with the name of whose judgements count. */
export function withAnnotator(query: URLSearchParams | string): URLSearchParams {
  const given = new URLSearchParams(query);
  if (annotator.value !== '') given.set('annotator', annotator.value);
  return given;
}
/** A login is on its way: until it is answered, nobody can say whose a judgement would be. */
export const loggingIn = signal(false);
/** Says to the server whose a judgement is, also when somebody else has logged in by the time it arrives. */
export const ticket = computed(() => session.value?.ticket ?? '');

export type Theme = 'auto' | 'light' | 'dark';
export const theme = signal<Theme>(stored('theme', 'auto') as Theme);
export function setTheme(value: Theme): void {
  theme.value = value;
  store('theme', value);
  document.documentElement.dataset.theme = value;
}

export const blind = signal(stored('blind', 'off') === 'on');
/** Whether judgements are made blind: by this browser's choice, or because everybody's are. */
export const isBlind = computed(() => blind.value || session.value?.team.blind === true);
export function setBlind(value: boolean): void {
  blind.value = value;
  store('blind', value ? 'on' : 'off');
}

/** The id of the record on screen, for the title of the tab. */
export const recordTitle = signal<string | null>(null);
/** What a screen reader says of a change that has no element of its own. */
export const spoken = signal('');

export type DiffView = 'side' | 'inline' | 'changed' | 'original';
export const diffView = signal<DiffView>(stored('diff', 'side') as DiffView);
export function leaveOriginal(): void {
  if (diffView.value === 'original') diffView.value = stored('diff', 'side') as DiffView;
}
export function setDiffView(value: DiffView): void {
  diffView.value = value;
  // Whoever opens the next record sees the solution that is to be judged.
  if (value !== 'original') store('diff', value);
}

export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A site of files has one file for all pages: the address is behind the hash. */
function read(): Address {
  if (!isSite) return { path: location.pathname, query: new URLSearchParams(location.search) };
  const [path = '/', query = ''] = (/^#\//.test(location.hash) ? location.hash.slice(1) : '/').split('?');
  return { path, query: new URLSearchParams(query) };
}
export const address = signal<Address>(read());

export function go(to: string, replace = false): void {
  const place = isSite ? `#${to}` : to;
  if (replace) history.replaceState(history.state, '', place);
  else history.pushState(newEntry(), '', place);
  const before = address.value.path;
  address.value = read();
  if (!replace && before !== address.value.path) scrollTo(0, 0);
}
addEventListener('popstate', () => {
  address.value = read();
});
if (isSite) {
  addEventListener('hashchange', () => {
    address.value = read();
  });
}

/** A file has no addresses of its own behind it: every page is behind the hash. */
function followInSite(event: MouseEvent, to: string): void {
  if (!/^[#/]/.test(to)) return;
  event.preventDefault();
  if (to.startsWith('#')) document.getElementById(to.slice(1))?.focus();
  else go(to);
}

/** Links inside the application change the address without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (isSite) {
    followInSite(event, link.getAttribute('href') ?? '');
    return;
  }
  if (link.origin !== location.origin || link.hasAttribute('download') || link.target !== '') return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

export function say(message: string | null): void {
  notice.value = message;
}
