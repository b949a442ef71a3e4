// Asks the server, or the API that an exported site brings with it. A failed request is an error with the server's own words.
import { openSite } from './site-host.ts';

/** True in an exported site: files and no server. */
export const isSite = document.documentElement.dataset.mode === 'static';

const site = isSite ? openSite() : null;

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const message = (body as { error?: string } | null)?.error;
  throw new Error(message ?? `${response.status} ${response.statusText}`);
}

/** Fetch says only that it failed, in words of the browser. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error('The server does not answer. If it was stopped, start latebench view again.', { cause });
  }
}

/** Nobody answered: asked again later, the same may succeed. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof TypeError;
}

export async function get<T>(
  path: string,
  parameters: URLSearchParams | null = null,
  signal: AbortSignal | null = null,
): Promise<T> {
  const query = parameters?.toString() ?? '';
  const whole = query === '' ? path : `${path}?${query}`;
  if (site !== null) return (await site.get(whole)) as T;
  return answer<T>(await ask(whole, { signal }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  if (site !== null) return (await site.post(path, body)) as T;
  return answer<T>(
    await ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-latebench': '1' },
      body: JSON.stringify(body),
    }),
  );
}
