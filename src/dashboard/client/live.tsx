// What changes while a page is open: the page asks once a second, and what is shown is loaded anew when its file has changed.
import { signal } from '@preact/signals';
import type { Session, SourceFacts } from '../api.ts';
import type { LivePage, LiveSource, RunState } from '../api-live.ts';
import { get } from './api-client.ts';
import { say, session } from './state.ts';

const everyMs = 1000;

const known = signal<ReadonlyMap<string, LiveSource>>(new Map());

export const stateNames: Readonly<Record<RunState, string>> = {
  running: 'running',
  stalled: 'stalled: nothing was written for a minute',
  dead: 'dead: its process is gone; run the command again to resume',
  finished: 'finished',
  stopped: 'stopped early; run the command again to resume',
  unknown: 'not known whether it is running',
};

export function liveOf(id: string): LiveSource | null {
  return known.value.get(id) ?? null;
}

/** Part of the key of what is loaded: another one means that the records are others. */
export function versionOf(id: string): number {
  return liveOf(id)?.version ?? 1;
}

/** The same of all that is opened: what joins them has changed when one of them has. */
export function allVersions(): string {
  return [...known.value.values()].map(({ version }) => version).join(' ');
}

function take({ sources }: LivePage): boolean {
  const before = known.value;
  if (JSON.stringify([...before.values()]) === JSON.stringify(sources)) return false;
  for (const { id, replaced } of sources) {
    const name = session.value?.sources.find((one) => one.id === id)?.name ?? id;
    if (replaced > (before.get(id)?.replaced ?? 0) && before.size > 0) {
      say(`${name} was replaced by another file; this is the new one.`);
    }
  }
  known.value = new Map(sources.map((one) => [one.id, one]));
  return before.size > 0;
}

async function look(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  if (!take(await get<LivePage>('/api/live'))) return;
  const { sources } = await get<Session>('/api/session');
  if (session.value !== null) session.value = { ...session.value, sources };
}

/** Without a server for a while, it is asked again. */
export function followLive(): void {
  const round = (): void => {
    look()
      .catch(() => {})
      .finally(() => setTimeout(round, everyMs));
  };
  round();
}

export function LiveState({ source }: { source: SourceFacts }) {
  const state = liveOf(source.id)?.state ?? null;
  if (state === null || state === 'finished') return null;
  return (
    <span class={`run-state ${state}`} role="status">
      {stateNames[state]}
    </span>
  );
}
