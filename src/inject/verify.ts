// Independent verification: a second model votes on which of two versions of a step is wrong, without knowing which one
// was changed. An injection is accepted when more than half of the votes call only the changed version wrong.
import { z } from 'zod';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { objectInReply } from '../endpoints/json-in-reply.ts';
import { failsOnlyItsRecord, LateBenchError } from '../errors.ts';
import type { Verification, VerificationVote } from '../records/injection.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { verifyMessages, verifyPromptHash, verifyPromptVersion } from './verify-prompt.ts';

export interface VerifierOptions {
  readonly endpoint: ChatEndpoint;
  /** Votes on each injection, at least 1. */
  readonly votes: number;
  /** Default: 0 for one vote, 0.7 for several. */
  readonly temperature?: number | undefined;
}

export interface VersionsOfAStep {
  readonly problem: string;
  readonly before: readonly string[];
  readonly original: string;
  readonly changed: string;
}

/** Checks an injection independently of the model that made it. */
export interface Verifier {
  /** For keys and manifests. */
  readonly config: Readonly<Record<string, unknown>>;
  verify(
    versions: VersionsOfAStep,
    run: { readonly seed: number; readonly signal: AbortSignal },
  ): Promise<Verification>;
}

const replySchema = z.object({
  wrong: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['a', 'b', 'both', 'neither'])),
  why: z.string().optional(),
});

type Side = VerificationVote['first'];

/** Half of the votes see the original first; which half begins is decided by seed and problem. */
function firstShown(versions: VersionsOfAStep, seed: number, sample: number): Side {
  const flip = mulberry32(seedFrom(seed, 'order of versions', versions.problem, versions.changed))() < 0.5;
  return (sample % 2 === 0) === flip ? 'original' : 'changed';
}

function readVote(text: string, first: Side): Pick<VerificationVote, 'status' | 'wrong' | 'why'> {
  const object = objectInReply(text);
  const read = 'value' in object ? replySchema.safeParse(object.value) : null;
  if (read?.success !== true) return { status: 'unparsed', wrong: null, why: null };
  const { wrong, why = null } = read.data;
  const second: Side = first === 'original' ? 'changed' : 'original';
  return { status: 'ok', wrong: wrong === 'a' ? first : wrong === 'b' ? second : wrong, why };
}

/**
 * A verifier that asks a second model which of two versions of a step is wrong, without revealing which one was changed.
 *
 * @param options `votes` is the number of samples, at least 1.
 * @throws LB_CONFIG for an invalid number of votes.
 */
export function createVerifier({ endpoint, votes, ...options }: VerifierOptions): Verifier {
  if (!Number.isSafeInteger(votes) || votes < 1) {
    throw new LateBenchError(
      'LB_CONFIG',
      `verification votes are ${votes}: give a whole number of at least 1`,
    );
  }
  const temperature = options.temperature ?? (votes > 1 ? 0.7 : 0);

  const cast = async (
    versions: VersionsOfAStep,
    sample: number,
    { seed, signal }: { readonly seed: number; readonly signal: AbortSignal },
  ): Promise<{ vote: VerificationVote; usage: Usage }> => {
    const { problem, before, original, changed } = versions;
    const first = firstShown(versions, seed, sample);
    const [a, b] = first === 'original' ? [original, changed] : [changed, original];
    const request = {
      messages: verifyMessages({ problem, before, a, b }),
      temperature,
      seed: seed + sample,
      response_format: { type: 'json_object' },
    } as const;
    try {
      const { content, promptTokens, completionTokens } = await endpoint.chat(request, { signal, sample });
      return {
        vote: { sample, first, ...readVote(content, first) },
        usage: { calls: 1, prompt_tokens: promptTokens, completion_tokens: completionTokens },
      };
    } catch (error) {
      if (!failsOnlyItsRecord(error)) throw error;
      return { vote: { sample, status: 'failed', first, wrong: null, why: error.code }, usage: noUsage };
    }
  };

  return {
    config: {
      endpoint: endpoint.name,
      model: endpoint.model,
      votes,
      temperature,
      prompt_version: verifyPromptVersion,
      prompt_hash: verifyPromptHash,
    },
    async verify(versions, run) {
      const ballots = await Promise.all(
        Array.from({ length: votes }, (_, sample) => cast(versions, sample, run)),
      );
      const agreed = ballots.filter(({ vote }) => vote.wrong === 'changed').length;
      return {
        verified: agreed * 2 > votes,
        asked: votes,
        agreed,
        model: endpoint.model,
        prompt_version: verifyPromptVersion,
        votes: ballots.map(({ vote }) => vote),
        usage: ballots.map(({ usage }) => usage).reduce(addUsage, noUsage),
      };
    },
  };
}
