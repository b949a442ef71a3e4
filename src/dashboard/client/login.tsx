// Who judges in this browser: the name that the server was started with, until a person logs in under another one.
import type { Session } from '../api.ts';
import { get, isSite, post } from './api-client.ts';
import { annotator, say, session } from './state.ts';

const channel = isSite ? null : new BroadcastChannel('latebench.author');

async function takeSession(): Promise<void> {
  session.value = await get<Session>('/api/session');
}
if (channel !== null) channel.onmessage = () => void takeSession();

async function logIn(name: string): Promise<void> {
  if (name === annotator.value) return;
  if (name === '') await post('/api/logout', {});
  else await post('/api/login', { name });
  await takeSession();
  channel?.postMessage('changed');
  say(`Judgements are filed under the name ${annotator.value} now.`);
}

export function Login() {
  const loggedIn = session.value?.loggedIn === true;
  return (
    <label class="who" title="Empty: the name that the server was started with">
      <span>{loggedIn ? 'Logged in as' : 'Annotator'}</span>
      <input
        value={annotator.value}
        size={10}
        maxLength={64}
        onChange={(event) => {
          const field = event.currentTarget;
          logIn(field.value.trim()).catch((error: Error) => {
            say(error.message);
            field.value = annotator.value;
          });
        }}
      />
    </label>
  );
}
