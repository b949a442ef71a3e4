// Asks an endpoint which models it serves (GET /models). Costs nothing, and tells a wrong name before the first call.
import { parseJson } from '../records/parse-json.ts';
import { clientDefaults } from './client-defaults.ts';
import { createTransport } from './transport.ts';
import { isObject } from './wire-shape.ts';

const waitMs = 15_000;

export interface ServedBy {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly caFile?: string | undefined;
}

/** Null where the endpoint does not say: not every server has the route. */
export async function servedModels(
  { baseUrl, apiKey, caFile }: ServedBy,
  signal: AbortSignal,
): Promise<string[] | null> {
  const transport = createTransport({
    baseUrl,
    connections: 1,
    headersTimeoutMs: waitMs,
    idleTimeoutMs: waitMs,
    deadlineMs: waitMs,
    maxReplyBytes: clientDefaults.maxReplyBytes,
    caFile,
  });
  const headers: Record<string, string> = { accept: 'application/json' };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  try {
    const { status, body } = await transport.send({ method: 'GET', path: '/models' }, headers, signal);
    if (status !== 200) return null;
    const value: unknown = parseJson(body.toString('utf8'));
    const data: unknown = isObject(value) ? value.data : undefined;
    if (!Array.isArray(data)) return null;
    const names = data.map((model: unknown) => (isObject(model) ? model.id : undefined));
    return names.filter((name) => typeof name === 'string');
  } catch {
    // The first call gives the better error for what is wrong with the endpoint.
    return null;
  } finally {
    await transport.close();
  }
}
