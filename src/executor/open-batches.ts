// Opens the client for calls that go by way of batches. It is loaded where there are some.
import { accountOf } from '../endpoints/batch/account.ts';
import { createBatchApi } from '../endpoints/batch/batch-api.ts';
import { type BatchClient, openBatchClient } from '../endpoints/batch/batch-client.ts';
import { holdingBatches } from '../endpoints/batch/lock-batches.ts';
import { createOutages } from '../endpoints/batch/outages.ts';
import { clientDefaults } from '../endpoints/client-defaults.ts';
import type { Dialect } from '../endpoints/dialect.ts';
import type { FirstContact } from '../endpoints/first-contact/first-contact.ts';
import type { Profile } from '../endpoints/profile/profile.ts';
import { endpointRedactor } from '../endpoints/redact.ts';
import type { ReplyStore, Reserve } from '../endpoints/stores.ts';
import { createTransport, type Transport } from '../endpoints/transport.ts';
import type { UsageCounters } from '../endpoints/usage-counters.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';

interface BatchClientFacts {
  readonly role: string;
  readonly label: string;
  readonly name: string;
  readonly model: string;
  readonly address: string;
  readonly key: string | undefined;
  readonly freshRun: string | undefined;
  readonly caFile: string | undefined;
  readonly maxReplyBytes: number | undefined;
  readonly dialect: Dialect;
  readonly profile: Profile;
  readonly replyStore: ReplyStore;
  readonly counters: UsageCounters;
  readonly contact: FirstContact | undefined;
}

/**
 * Opens the client for the calls of a role that go by way of batches.
 *
 * @throws LB_BUSY where another process is at work on them
 */
export async function openBatches(
  { run, reserve }: { readonly run: string; readonly reserve: Reserve },
  { address, key, caFile, maxReplyBytes, contact, ...facts }: BatchClientFacts,
  say: (line: string) => void,
): Promise<BatchClient> {
  const limits = { connections: 2, headersTimeoutMs: 300_000, idleTimeoutMs: 120_000, deadlineMs: 600_000 };
  const transport = createTransport({
    baseUrl: address,
    ...limits,
    maxReplyBytes: maxReplyBytes ?? clientDefaults.maxReplyBytes,
    caFile,
  });
  const headers = facts.dialect.headers(key);
  const redactor = endpointRedactor({ baseUrl: address, headers, apiKey: key, dialect: facts.dialect });
  const reaching: Transport = {
    ...transport,
    async send(request, headers, signal) {
      // It has been patient enough: batches have a patience of their own.
      await contact?.reach(signal).catch((error: unknown) => {
        if (!isLateBenchError(error) || error.code === 'LB_ABORTED') throw error;
        throw new LateBenchError(error.code, error.message, { cause: error });
      });
      return transport.send(request, headers, signal);
    },
  };
  const outages = createOutages(say, (text) => redactor.text(text));
  const api = createBatchApi({ transport: reaching, baseUrl: address, headers, redactor, caFile, outages });
  return holdingBatches({ run, role: facts.role, label: facts.label }, (lock) =>
    openBatchClient(
      { run, ...facts, account: accountOf(facts.name, headers), api, outages, redactor, reserve, say },
      lock,
    ),
  );
}
