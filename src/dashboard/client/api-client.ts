// Asks the server. A failed request is an error with the server's own words.

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const message = (body as { error?: string } | null)?.error;
  throw new Error(message ?? `${response.status} ${response.statusText}`);
}

export async function get<T>(path: string, parameters: URLSearchParams | null = null): Promise<T> {
  const query = parameters?.toString() ?? '';
  return answer<T>(await fetch(query === '' ? path : `${path}?${query}`));
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
