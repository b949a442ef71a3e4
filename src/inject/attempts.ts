// Asks the model for an injection; while the gate rejects it, asks again with the reason, up to a limit. What becomes of
// the record is decided in inject.ts.
import type { ChatEndpoint, ChatReply } from '../endpoints/chat.ts';
import { failsOnlyItsRecord } from '../errors.ts';
import type { Verification } from '../records/injection.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import type { Gate, GateInput } from './gate/check.ts';
import { fingerprint } from './gate/fingerprint.ts';
import { failedChecks, gateOf, textChecks } from './gate/gate.ts';
import { type InjectTask, injectForm, injectMessages } from './prompt.ts';
import { repaired } from './repair.ts';
import { type Proposal, readInjectReply } from './reply.ts';
import { usageOf } from './reply-usage.ts';
import { withEdges } from './step-edges.ts';
import { isQuorum, type Verifier } from './verify.ts';

export type GateMode = 'strict' | 'report' | 'off';

interface Spent {
  readonly attempts: number;
  /** Replies that were requested again as valid JSON. */
  readonly repairs: number;
  readonly gate: Gate;
  /** The checks that turned down each attempt before the last. */
  readonly refused: readonly (readonly string[])[];
  /** Of the last proposal that the readers saw. */
  readonly verification: Verification | null;
  /** Of the injector's own calls. */
  readonly usage: Usage;
}
export type Accepted = Spent & { readonly status: 'accepted'; readonly proposal: Proposal };
export type Refused = Spent & { readonly status: 'rejected' | 'failed' };

export interface AttemptInput {
  readonly endpoint: ChatEndpoint;
  readonly task: Omit<InjectTask, 'reasons'>;
  readonly asked: number | null;
  readonly mode: GateMode;
  readonly verifier: Verifier | null;
  /** Injections of the same problem; an accepted one is added. */
  readonly known: Set<string>;
  readonly seed: number;
  readonly maxAttempts: number;
  readonly temperature: number;
  readonly signal: AbortSignal;
}

type Judged = { readonly gate: Gate; readonly proposal: Proposal | null };

type Read = ReturnType<typeof readInjectReply>;

const sourceOf = ({ problem, steps, answer }: AttemptInput['task']): string =>
  [problem, ...steps, answer ?? ''].join('\n');

function judge(read: Read, reply: ChatReply, { task, asked, mode, known }: AttemptInput): Judged {
  const { problem, steps: original, answer: originalAnswer, region } = task;
  if (read.kind === 'proposal') {
    const shape = { shape: { ok: true, detail: null } };
    const proposal = withEdges(read.proposal, original);
    const input: GateInput = { problem, original, originalAnswer, region, asked, proposal };
    // A target beyond the solution makes no record at all, whatever the gate is set to.
    if (proposal.at >= original.length)
      return { gate: { ...shape, ...gateOf(input, known) }, proposal: null };
    return { gate: mode === 'off' ? shape : { ...shape, ...gateOf(input, known) }, proposal };
  }
  const cut = reply.finishReason === 'length' ? ' (the reply was cut at its token limit)' : '';
  const shape = { shape: { ok: false, detail: `${read.kind}: ${read.reason}${cut}` } };
  if (read.kind === 'declined' || read.texts.length === 0) return { gate: shape, proposal: null };
  const texts = { before: original, after: read.texts };
  return { gate: { ...shape, ...textChecks({ problem, original }, texts) }, proposal: null };
}

/** A reply is sent back to be repaired up to this length, beside that of the solution: a longer one costs more than a new attempt. */
const longestRepair = (source: string): number => 4 * source.length + 4000;

/** The reply, or where only its form is wrong the same once more as valid JSON. */
async function readOrRepaired(
  reply: ChatReply,
  { endpoint, task, seed, signal }: AttemptInput,
  attempt: number,
): Promise<{ read: Read; repair: ChatReply | null }> {
  const source = sourceOf(task);
  const read = readInjectReply(reply.content, source);
  const tooLong = reply.content.length > longestRepair(source);
  if (read.kind !== 'unreadable' || !read.form || tooLong || reply.finishReason === 'length')
    return { read, repair: null };
  const { reason } = read;
  const repair = await repaired(
    endpoint,
    { reply: reply.content, form: injectForm, reason },
    { seed: seed + attempt - 1, sample: attempt - 1, signal },
  );
  const again = repair === null ? read : readInjectReply(repair.content, source);
  // What cannot be read a second time was turned down for what was wrong with it first.
  return { read: again.kind === 'proposal' ? again : read, repair };
}

/** The verifier's word goes into the gate like any other check. */
async function verified(
  { verifier, task, seed, signal }: AttemptInput,
  proposal: Proposal,
): Promise<{ check: Gate; verification: Verification | null; failed: boolean }> {
  if (verifier === null) return { check: {}, verification: null, failed: false };
  const { at, first, steps } = proposal;
  const verification = await verifier.verify(
    {
      problem: task.problem,
      before: task.steps.slice(0, at),
      original: task.steps[at] ?? '',
      changed: steps[at - first] ?? '',
    },
    { seed, signal },
  );
  const { agreed, asked, valid = asked, verified: ok } = verification;
  const missing = valid === asked ? '' : `; ${asked - valid} of ${asked} votes could not be read or failed`;
  const failed = !isQuorum(valid, asked);
  const detail = failed
    ? `only ${valid} of ${asked} verification votes could be read: the change is neither confirmed nor rejected`
    : `${agreed} of ${valid} independent readers call the changed step wrong${missing}`;
  return { check: { verification: { ok, detail: ok ? null : detail } }, verification, failed };
}

function withUsageOf(now: Verification | null, earlier: Verification | null): Verification | null {
  if (now === null || earlier === null) return now;
  return { ...now, usage: addUsage(earlier.usage, now.usage) };
}

const failedNames = (gate: Gate): string[] =>
  Object.entries(gate).flatMap(([name, { ok }]) => (ok ? [] : [name]));

export async function attemptInjection(input: AttemptInput): Promise<Accepted | Refused> {
  const { endpoint, task, mode, known, seed, maxAttempts, temperature, signal } = input;
  const reasons: string[] = [];
  const refused: string[][] = [];
  let usage = noUsage;
  let repairs = 0;
  let gate: Gate = {};
  let verification: Verification | null = null;
  const ended = <S extends string>(status: S, attempts: number) => ({
    status,
    attempts,
    repairs,
    gate,
    refused,
    verification,
    usage,
  });
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (attempt > 1) refused.push(failedNames(gate));
    const request = {
      messages: injectMessages({ ...task, reasons }),
      temperature,
      seed: seed + attempt - 1,
      response_format: { type: 'json_object' },
    } as const;
    let reply: ChatReply;
    try {
      reply = await endpoint.chat(request, { signal, sample: attempt - 1 });
    } catch (error) {
      if (!failsOnlyItsRecord(error)) throw error;
      // The code and not the message: messages name ports and times, which differ from run to run.
      gate = { call: { ok: false, detail: error.code } };
      return ended('failed', attempt);
    }
    usage = addUsage(usage, usageOf(reply));
    const { read, repair } = await readOrRepaired(reply, input, attempt);
    if (repair !== null) {
      usage = addUsage(usage, usageOf(repair));
      repairs += 1;
    }
    const judged = judge(read, reply, input);
    gate = judged.gate;
    const { proposal } = judged;
    if (proposal !== null && (mode !== 'strict' || failedChecks(gate).length === 0)) {
      const outcome = await verified(input, proposal);
      gate = { ...gate, ...outcome.check };
      // What earlier attempts cost the readers counts too.
      verification = withUsageOf(outcome.verification, verification);
      if (outcome.failed) return ended('failed', attempt);
      if (outcome.check.verification?.ok !== false) {
        known.add(fingerprint(task.problem, proposal.at, proposal.steps.slice(proposal.at - proposal.first)));
        return { ...ended('accepted', attempt), proposal };
      }
    }
    reasons.push(failedChecks(gate).join('; '));
  }
  return ended('rejected', maxAttempts);
}
