// Opens the endpoints a run needs, each with the run's journal, the shared cache and the run's budget. `sim` starts
// the simulated endpoint in this process, once, on loopback: to the client it is a server like any other.
import { join } from 'node:path';
import { type EndpointConfig, simulation } from '../config/endpoint-config.ts';
import type { CacheAccess, CacheMode } from '../endpoints/cache/cache-mode.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { publish } from '../endpoints/events.ts';
import { createLedger, type Ledger } from '../endpoints/ledger.ts';
import { publicUrl } from '../endpoints/redact.ts';
import type { PaidReplies, Reserve } from '../endpoints/stores.ts';
import { isSimulated } from '../report/simulation.ts';
import type { Journal } from '../storage/journal/journal.ts';

export interface EndpointsOptions {
  /** Each role's journal is a folder in this one. */
  readonly journalFolder: string;
  readonly cacheFolder: string;
  readonly cacheMode: CacheMode;
  readonly offline?: boolean;
  /** Where replies are kept and looked for, in place of a role's journal and the cache. */
  readonly replies?: PaidReplies | undefined;
  readonly allowDegenerate?: boolean | undefined;
  /** Tokens a minute. */
  readonly tpm?: number | undefined;
  /** Reserves each call's worst case; shared by all roles of the run. */
  readonly reserve?: Reserve | undefined;
  /** Told what the journal had to repair. */
  readonly say: (line: string) => void;
}

export interface Endpoints {
  readonly ledger: Ledger;
  /** `pooling`: a reward model, whose replies are numbers. */
  open(config: EndpointConfig, dialect?: 'chat' | 'pooling'): Promise<ChatEndpoint>;
  close(): Promise<void>;
}

/** Name of every simulated model's endpoint in keys and manifests: its port changes from run to run. */
const simulationName = 'simulation';
/** Ports from here on are usually handed out by the system, another one each time. */
const firstRandomPort = 32_768;

/** The endpoint as keys know it: its public address, without a port that will be another one next time. */
export function logicalName(baseUrl: string, model: string): string {
  if (isSimulated(model)) return simulationName;
  const url = new URL(publicUrl(baseUrl));
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (loopback && Number(url.port) >= firstRandomPort) url.port = '';
  return url.toString().replace(/\/$/, '');
}

function sayRepairs(role: string, { report }: Journal, say: EndpointsOptions['say']): void {
  for (const [what, places] of [
    ['torn', report.torn],
    ['quarantined', report.quarantined],
  ] as const) {
    for (const { file, bytes } of places) {
      publish(() => ({ type: 'journal', role, file, bytes, what }));
      const action = what === 'torn' ? 'cut a torn end of' : 'put aside a damaged stretch of';
      say(`journal of ${role}: ${action} ${bytes} bytes in ${file}`);
    }
  }
}

export function openEndpoints(options: EndpointsOptions): Endpoints {
  const ledger = createLedger();
  const closers: (() => Promise<void>)[] = [];
  let simulated: Promise<string> | undefined;
  let cache: Promise<CacheAccess> | undefined;

  const startSimulation = async (): Promise<string> => {
    const { startSimulator } = await import('../simulator/server.ts');
    const server = await startSimulator();
    closers.push(() => server.close());
    return server.url;
  };
  const openShared = async (mode: CacheMode): Promise<CacheAccess> => {
    const { openCacheAccess } = await import('../endpoints/cache/cache-mode.ts');
    const opened = await openCacheAccess(mode, options.cacheFolder);
    closers.push(() => opened.close());
    return opened;
  };
  return {
    ledger,
    async open({ baseUrl, model, role, apiKey, concurrency, rpm, maxRetries }, kind = 'chat') {
      const [{ createChatEndpoint }, dialects, { paidReplies }, { openJournal }] = await Promise.all([
        import('../endpoints/client.ts'),
        import('../endpoints/dialect.ts'),
        import('../endpoints/paid-replies.ts'),
        import('../storage/journal/journal.ts'),
      ]);
      const embedded = baseUrl === simulation;
      if (embedded) simulated ??= startSimulation();
      const served = embedded ? await simulated! : baseUrl;
      const pooling = kind === 'pooling';
      const address = pooling ? served.replace(/\/v1\/?$/, '') : served;
      const ownReplies = async (): Promise<PaidReplies> => {
        const journal = await openJournal(join(options.journalFolder, role));
        closers.push(() => journal.close());
        sayRepairs(role, journal, options.say);
        // The embedded simulation costs nothing, and its replies change with the version: not worth sharing.
        if (!embedded) cache ??= openShared(options.cacheMode);
        return paidReplies(journal, await (embedded ? openShared('off') : cache!));
      };
      const paid = options.replies ?? (await ownReplies());
      const endpoint = createChatEndpoint({
        baseUrl: address,
        name: pooling ? `${logicalName(address, model)}/pooling` : logicalName(address, model),
        dialect: pooling ? dialects.poolingDialect : dialects.chatDialect,
        role,
        model,
        apiKey: embedded ? undefined : apiKey,
        concurrency,
        rpm,
        tpm: options.tpm,
        maxRetries,
        ledger,
        paid,
        allowDegenerate: options.allowDegenerate,
        reserve: options.reserve,
        offline: options.offline,
      });
      closers.push(() => endpoint.close());
      return endpoint;
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
