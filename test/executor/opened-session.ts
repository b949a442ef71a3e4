// A session over a folder of its own, and what asks its endpoints.
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { resolveConfig } from '../../src/config/resolve.ts';
import { openSession, type Session, type SessionOptions } from '../../src/executor/session.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const flags = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([name, value]) => [name, { value, flag: `--${name}` }]));
export const configOf = (home: string, given: Record<string, string> = { 'critic.base_url': 'sim' }) =>
  resolveConfig({ flags: flags({ home, ...given }), env: {}, cwd: '/' });

export async function opened(
  t: TestContext,
  more: Partial<SessionOptions> = {},
  given?: Record<string, string>,
) {
  const home = await temporaryFolder(t);
  const said: string[] = [];
  const session = openSession({
    ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
    say: (line) => void said.push(line),
    ...more,
  });
  t.after(() => session.close());
  return { home, said, session };
}

export const ask = (text: string, more: object = {}) => ({
  messages: [{ role: 'user' as const, content: text }],
  ...more,
});
export const { signal } = new AbortController();
export const reply = async (session: Session, text = 'What is 1 + 1?', more = {}) =>
  (await (await session.endpoint('critic')).chat(ask(text, more), { signal })).content;

/** The simulation as a server, whose replies are shared. */
export async function served(t: TestContext): Promise<Record<string, string>> {
  const server = await startSimulator({ seed: 1, requestCounts: false });
  t.after(() => server.close());
  return { 'critic.base_url': server.url, 'critic.model': 'latebench-sim/critic' };
}
