// Keeps one result of a batch in the journal that direct calls are kept in, and settles what was reserved for it.
import { isLateBenchError, type LateBenchError } from '../../errors.ts';
import { cutByBudget, isCutBody } from '../chain/cut-replies.ts';
import { countCost, countTokens } from '../chain/observe.ts';
import { keptReply, type Storing } from '../chain/stored-replies.ts';
import { publish } from '../events.ts';
import type { Redactor } from '../redact.ts';
import type { ModelCounters } from '../usage-counters.ts';
import { isRefusal } from '../wire-error.ts';
import { usageIn } from '../wire-usage.ts';
import type { ResultLine } from './batch-results.ts';
import type { FailedCalls } from './failed-calls.ts';
import { isOfAccount } from './known-reply.ts';
import type { ReservedCall } from './reserved-call.ts';

/** Tokens of the replies of a batch that were read. */
export interface BilledTokens {
  promptTokens: number;
  completionTokens: number;
}

export interface Taking {
  readonly role: string;
  readonly entry: ModelCounters;
  readonly redactor: Redactor;
  readonly storing: Storing;
  /** Calls without a result yet. */
  readonly waiting: ReadonlyMap<string, ReservedCall>;
  readonly failed: FailedCalls;
  /** The call waits no longer. */
  readonly release: (key: string) => Promise<void>;
  /** Told that the account is at fault, not the call: no other one would succeed. */
  readonly onAccount: (error: LateBenchError) => void;
}

/** What one result came to. */
export interface Taken {
  /** It can be used. */
  readonly reply: boolean;
  /** It can be used, or will never be asked for again. */
  readonly final: boolean;
  /** An earlier process has kept and counted it. */
  readonly counted: boolean;
  /** What went wrong, without secrets. */
  readonly error?: string | undefined;
}

const nothing: Taken = { reply: false, final: false, counted: false };

export interface ResultTaker {
  /** Says what a call has come to, for status, metrics and dashboard. */
  finished(key: string, usd: number | null, change: object): void;
  take(line: ResultLine, billed: BilledTokens): Promise<Taken>;
}

interface StoredResult {
  readonly status: number;
  readonly body: Buffer;
}

function isReply(dialect: Storing['dialect'], { status, body }: StoredResult): boolean {
  try {
    dialect.read(status, body);
    return true;
  } catch {
    return false;
  }
}

export function resultTaker({
  role,
  entry,
  redactor,
  storing,
  waiting,
  failed,
  release,
  onAccount,
}: Taking): ResultTaker {
  const { model, dialect, replyStore } = storing;
  /** Notes what a call has come to, for status, metrics and dashboard. */
  const finished = (key: string, usd: number | null, change: object): void => {
    const nothing = {
      prompt_tokens: 0,
      completion_tokens: 0,
      reasoning_tokens: 0,
      code: null,
      message: null,
    };
    const call = { role, model, key, ...nothing, from: 'batch', latency_ms: 0, usd, outcome: 'ok' } as const;
    publish(() => ({ type: 'call_started', role, model, key, sample: 0 }));
    publish(() => ({ type: 'call_finished', ...call, ...change }));
  };

  const isKept = async (key: string, body: Buffer): Promise<boolean> => {
    for await (const stored of replyStore.lookUp(key, 'ours') ?? [])
      if (stored.body.equals(body)) return true;
    return false;
  };
  const bill = (billed: BilledTokens, { promptTokens, completionTokens }: BilledTokens): void => {
    billed.promptTokens += promptTokens;
    billed.completionTokens += completionTokens;
  };
  /** Of a result that an earlier process kept before it ended: it may have ended before it settled. */
  const takeAgain = async (
    { key }: ResultLine['id'],
    { reservation }: ReservedCall,
    { result, billed }: { readonly result: StoredResult; readonly billed: BilledTokens },
  ): Promise<Taken> => {
    const reply = dialect.read(result.status, result.body);
    bill(billed, reply);
    if (reservation?.held === true) await reservation.settle(reply);
    await release(key);
    return { reply: true, final: true, counted: true };
  };

  /** Keeps one result. */
  const take = async (line: ResultLine, billed: BilledTokens): Promise<Taken> => {
    const { id, response } = line;
    const { key } = id;
    const known = waiting.get(key);
    if (known === undefined) return nothing;
    if (response === null) {
      await release(key);
      return nothing;
    }
    const { reservation, addedLimit } = known;
    const received = { headers: {}, body: Buffer.from(JSON.stringify(response.body)) };
    const { body } = redactor.response(received);
    const result = { status: response.status_code, body };
    if (known.before === true && isReply(dialect, result) && (await isKept(key, body))) {
      return takeAgain(id, known, { result, billed });
    }
    const cut = isCutBody(dialect, { addedLimit }, result);
    if (!cut) await replyStore.keep(keptReply(storing, id, result));
    let good = true;
    let message: string | undefined;
    let final = true;
    try {
      const reply = dialect.read(response.status_code, body);
      const usd = (await reservation?.settle(reply)) ?? null;
      countCost(entry, usd);
      entry.calls += 1;
      countTokens(entry, reply);
      const { promptTokens, completionTokens, reasoningTokens = 0 } = reply;
      bill(billed, reply);
      finished(key, usd, {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        reasoning_tokens: reasoningTokens,
      });
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      good = false;
      final = error.retry === 'never' && !isOfAccount(error);
      if (isOfAccount(error)) onAccount(error);
      entry.failed += 1;
      const usage = usageIn(body);
      const isBilled = usage !== null || !isRefusal(error);
      const usd = isBilled ? ((await reservation?.settle(usage)) ?? null) : null;
      if (isBilled) countCost(entry, usd);
      message = redactor.text(error.message);
      finished(key, usd, { outcome: 'failed', code: error.code, message });
    }
    if (cut) failed.add(key, cutByBudget(model, addedLimit));
    await release(key);
    return { reply: good, final, counted: false, error: message };
  };
  return { finished, take };
}
