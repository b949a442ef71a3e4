// Who judges in this browser: the name that the server was started with, until a person logs in under another one.
import type { Session } from '../api.ts';
import { get, isSite, post } from './api-client.ts';
import { annotator, loggingIn, say, session } from './state.ts';
import { TypedField } from './typed-field.tsx';

const channel = isSite ? null : new BroadcastChannel('latebench.author');

async function takeSession(): Promise<void> {
  session.value = await get<Session>('/api/session');
}
if (channel !== null) channel.onmessage = () => void takeSession();

/** False where the name is the one already used. */
async function logIn(name: string): Promise<boolean> {
  if (name === annotator.value) return false;
  loggingIn.value = true;
  try {
    if (name === '') await post('/api/logout', {});
    else await post('/api/login', { name });
    await takeSession();
  } finally {
    loggingIn.value = false;
  }
  channel?.postMessage('changed');
  say(`Judgements are filed under the name ${annotator.value} now.`);
  return true;
}

export function Login() {
  const loggedIn = session.value?.loggedIn === true;
  return (
    <label class="who" title="Empty: the name that the server was started with">
      <span>{loggedIn ? 'Logged in as' : 'Annotator'}</span>
      <TypedField
        given={annotator.value}
        size={10}
        maxLength={64}
        onHandedIn={(name) =>
          logIn(name.trim()).catch((error: Error) => {
            say(error.message);
            return false;
          })
        }
      />
    </label>
  );
}
