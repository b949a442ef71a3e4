// How a target is called: with the client of a run, in separate clients, so that what ends one probe ends no other.

import { createChatEndpoint } from '../../endpoints/client.ts';
import { clientDefaults } from '../../endpoints/client-defaults.ts';
import { createDrain } from '../../endpoints/drain.ts';
import { openProfile } from '../../endpoints/profile/profile.ts';
import { endpointRedactor, publicUrl, type Redactor } from '../../endpoints/redact.ts';
import { streamedBody } from '../../endpoints/stream/streamed-body.ts';
import { createTransport } from '../../endpoints/transport.ts';
import { wireOf } from '../../executor/endpoint-wire.ts';
import type { Finding, Findings } from '../finding.ts';
import { waitMs } from './failure.ts';
import { askListing, type Listing } from './listing.ts';
import { type Asked, firstRequest } from './probes.ts';
import { judgeStream } from './streaming.ts';
import type { Target } from './target.ts';

export interface Connected extends Asked {
  /** The address as it may be shown. */
  readonly where: string;
  readonly redactor: Redactor;
  /** Calls that were made. */
  readonly calls: number;
  /** What the server says without a call. */
  listing(): Promise<Listing>;
  /** Null where the dialect has no streams. */
  readonly stream: ((findings: Findings) => Promise<Finding>) | null;
  close(): Promise<void>;
}

/** `home`: where profiles are. */
export async function connect({ config, roles, dialect: kind }: Target, home: string): Promise<Connected> {
  const { model, apiKey, keyNote, caFile, maxReplyMb } = config;
  const { dialect, address, name } = wireOf(config, kind);
  const where = publicUrl(address);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...dialect.headers(apiKey),
  };
  const redactor = endpointRedactor({ baseUrl: address, headers, apiKey, dialect });
  const maxReplyBytes = maxReplyMb === undefined ? clientDefaults.maxReplyBytes : maxReplyMb << 20;
  const limits = {
    headersTimeoutMs: waitMs,
    idleTimeoutMs: waitMs,
    deadlineMs: waitMs,
    maxReplyBytes,
    caFile,
  };
  /** Whatever became of them: what was sent may be billed. */
  let sent = 0;
  const onWire = {
    began() {
      sent += 1;
    },
    ended() {},
  };
  const drain = { ...createDrain(new AbortController().signal), endpoint: () => onWire };
  const transport = createTransport({ baseUrl: address, connections: 2, ...limits });
  const profile = await openProfile({
    places: { home },
    endpoint: where,
    model,
    dialect,
    requires: [],
    redactor,
    say: () => {},
  });
  const stream = async (findings: Findings): Promise<Finding> => {
    const body = streamedBody(dialect.body(model, profile.adapt(firstRequest)), { usage: false });
    const request = { method: 'POST', path: dialect.path(model), body } as const;
    sent += 1;
    const response = await transport.send(request, headers, AbortSignal.timeout(waitMs));
    return judgeStream(dialect, redactor.response(response), findings);
  };
  return {
    roles,
    profile,
    where,
    redactor,
    get calls() {
      return sent;
    },
    listing: () =>
      askListing(transport, { dialect, model, where }, { headers, signal: AbortSignal.timeout(waitMs) }),
    stream: dialect.can.streaming ? stream : null,
    async chat(request, sample = 0) {
      const endpoint = createChatEndpoint({
        ...{ baseUrl: address, name, model, dialect, profile, apiKey, keyNote, drain, ...limits },
        concurrency: 1,
        maxRetries: 0,
        // A server that refuses twice for its rate is reported, not waited for.
        maxDownMs: 0,
        backoff: { firstMs: 500, maxMs: 1000 },
        allowDegenerate: true,
      });
      try {
        return await endpoint.chat(request, { signal: AbortSignal.timeout(waitMs), sample });
      } finally {
        await endpoint.close();
      }
    },
    close: () => transport.close(),
  };
}
