// Asks the server, or takes an exported site's files. A failed request is an error with the server's own words.
import { siteFile } from '../site-file.ts';

/** True in an exported site: files and no server. */
export const isSite = document.documentElement.dataset.mode === 'static';

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const message = (body as { error?: string } | null)?.error;
  throw new Error(message ?? `${response.status} ${response.statusText}`);
}

export async function get<T>(
  path: string,
  parameters: URLSearchParams | null = null,
  signal: AbortSignal | null = null,
): Promise<T> {
  const query = parameters?.toString() ?? '';
  const whole = query === '' ? path : `${path}?${query}`;
  if (!isSite) return answer<T>(await fetch(whole, { signal }));
  const response = await fetch(siteFile(whole), { signal });
  if (response.status === 404)
    throw new Error('This site shows what was exported; for the rest run latebench view.');
  return answer<T>(response);
}

export async function post<T>(path: string, body: object): Promise<T> {
  return answer<T>(
    await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-latebench': '1' },
      body: JSON.stringify(body),
    }),
  );
}
