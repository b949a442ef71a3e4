// The Hugging Face hub: whether it can be reached, and whether the token is one of its own.
import type { Config } from '../config/resolve.ts';
import { createHubClient } from '../datasets/hub/client.ts';
import { isLateBenchError } from '../errors.ts';
import { hubSettingsOf } from '../executor/hub.ts';
import type { ServerTime } from './clock.ts';
import { type Finding, findingsOf } from './finding.ts';

export interface HubCheck {
  readonly finding: Finding;
  readonly time?: ServerTime;
}

async function userName(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { readonly name?: unknown } | null;
  return typeof body?.name === 'string' ? ` of ${body.name}` : '';
}

export async function checkHub(config: Config, waitMs: number): Promise<HubCheck> {
  const { ok, warning, fails, notSet } = findingsOf('hub');
  /** The public hub without a token is nobody's setting: datasets of the hub are then not needed, perhaps. */
  const isConfigured = config.has('hub.token') || config.get('hub.endpoint')?.origin !== 'default';
  try {
    const settings = hubSettingsOf(config);
    const { endpoint, token, offline } = settings;
    if (offline) return { finding: notSet('offline (HF_HUB_OFFLINE): only what is in its cache is read') };
    const timings = { headersMs: waitMs, idleMs: waitMs };
    const signal = AbortSignal.timeout(waitMs);
    const client = createHubClient({ ...settings, maxRetries: 0 }, { timings, signal });
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const path = token === undefined ? '/api/datasets?limit=1' : '/api/whoami-v2';
    const response = await client.fetch(`${endpoint}${path}`, { headers });
    const what =
      token === undefined
        ? 'no token (HF_TOKEN), and none of hf auth login'
        : `the token${await userName(response)} is valid`;
    const time = { from: endpoint, date: response.headers.get('date') ?? undefined, readAtMs: Date.now() };
    return { finding: ok(`${endpoint} answers; ${what}`), time };
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    const isToken = error.code === 'LB_HUB_AUTH';
    const said =
      error.code === 'LB_ABORTED'
        ? `${config.get('hub.endpoint')?.value}: no answer within ${waitMs / 1000} s`
        : error.message;
    const remedy = isToken ? 'make a new token and set HF_TOKEN' : 'check HF_ENDPOINT and the network';
    return {
      finding: isConfigured ? fails(said, remedy) : warning(said, `${remedy}; local files need no hub`),
    };
  }
}
