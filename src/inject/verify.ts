// Independent verification: a second model votes on which of two versions of a step is wrong, without knowing which one
// was changed. An injection is accepted when more than half of the votes can be read, and more than half of those call only
// the changed version wrong. A vote that cannot be read is asked for once more, and is then missing: it is no vote against.
import type { ChatEndpoint, ChatReply } from '../endpoints/chat.ts';
import { bareStatement, readChoice, textOf } from '../endpoints/reply-json/reply-choice.ts';
import { failsOnlyItsRecord } from '../errors.ts';
import type { Verification, VerificationVote } from '../records/injection.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import { checkVoteCount } from '../records/vote-count.ts';

import { mulberry32, seedFrom } from '../statistics/random.ts';
import { repaired } from './repair.ts';
import { usageOf } from './reply-usage.ts';
import { verifyForm, verifyMessages, verifyPromptHash, verifyPromptVersion } from './verify-prompt.ts';

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
  /** Asks which of two versions of a step is wrong, in an order that does not reveal it. */
  verify(
    versions: VersionsOfAStep,
    run: { readonly seed: number; readonly signal: AbortSignal },
  ): Promise<Verification>;
}

type Side = VerificationVote['first'];

/** Half of the votes see the original first; which half begins is decided by seed and problem. */
function firstShown(versions: VersionsOfAStep, seed: number, sample: number): Side {
  const flip = mulberry32(seedFrom(seed, 'order of versions', versions.problem, versions.changed))() < 0.5;
  return (sample % 2 === 0) === flip ? 'original' : 'changed';
}

const fields = {
  wrong: [
    'wrong_version',
    'incorrect',
    'incorrect_version',
    'answer',
    'verdict',
    'choice',
    'which',
    'error',
    'result',
  ],
  why: ['reason', 'reasoning', 'explanation', 'rationale', 'analysis'],
};

/** "A", "Version A", "B is wrong", "A and B", "none of them". */
function wrongVersion(stated: string): 'a' | 'b' | 'both' | 'neither' | undefined {
  const words = bareStatement(stated)
    .replace(/^(?:only |just |the )*(?:versions?|options?|steps?|choices?|answers?)[\s:_-]+(?=[ab]\b)/, '')
    .replace(
      /\s+(?:only|alone|(?:is|are)(?: the)? (?:wrong|incorrect|false|invalid)(?: (?:one|version))?)$/,
      '',
    );
  if (/^(?:only )?(?:versions? )?[ab]$/.test(words)) return words.at(-1) as 'a' | 'b';
  if (
    /^(?:both(?: versions?| of them| a and b| wrong| are)?|(?:versions? )?a (?:and|&|,|\+) (?:version )?b|a, b)$/.test(
      words,
    )
  )
    return 'both';
  if (
    /^(?:neither(?: versions?| of them| a nor b| one)?|none(?: of (?:them|the versions|the two))?|no(?: version)?|no error)$/.test(
      words,
    )
  )
    return 'neither';
  return undefined;
}

function readVote(
  text: string,
  first: Side,
  source: string,
): Pick<VerificationVote, 'status' | 'wrong' | 'why'> {
  const read = readChoice(text, { fields, source }, 'wrong', wrongVersion);
  if (read === null) return { status: 'unparsed', wrong: null, why: null };
  const second: Side = first === 'original' ? 'changed' : 'original';
  const { choice, object } = read;
  return {
    status: 'ok',
    wrong: choice === 'a' ? first : choice === 'b' ? second : choice,
    why: textOf(object, 'why'),
  };
}

/** Votes that are missing say nothing; where most are missing there is no verdict at all. */
export function isQuorum(valid: number, asked: number): boolean {
  return valid * 2 > asked;
}

/**
 * A verifier that asks a second model which of two versions of a step is wrong, without revealing which one was
 * changed.
 *
 * @param options `votes` is the number of samples, at least 1.
 * @throws LB_CONFIG for an invalid number of votes.
 */
export function createVerifier({ endpoint, votes, ...options }: VerifierOptions): Verifier {
  checkVoteCount(votes, 'verification votes');
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
    const source = [problem, ...before, original, changed].join('\n');
    const ballot = (reply: ChatReply | null, usage: Usage) => ({
      vote: { sample, first, ...readVote(reply?.content ?? '', first, source) },
      usage: reply === null ? usage : addUsage(usage, usageOf(reply)),
    });
    let paid = noUsage;
    try {
      const reply = await endpoint.chat(request, { signal, sample });
      const cast = ballot(reply, noUsage);
      paid = cast.usage;
      if (cast.vote.status === 'ok') return cast;
      // Asked once more: for the same in a form that can be read, or, where it said nothing, for the vote itself.
      const again = { seed: seed + votes + sample, sample: votes + sample, signal };
      const second =
        reply.content.trim() === ''
          ? await endpoint.chat({ ...request, seed: again.seed }, { signal, sample: again.sample })
          : await repaired(
              endpoint,
              { reply: reply.content, form: verifyForm, reason: 'it states no vote' },
              again,
            );
      return ballot(second, cast.usage);
    } catch (error) {
      if (!failsOnlyItsRecord(error)) throw error;
      return { vote: { sample, status: 'failed', first, wrong: null, why: error.code }, usage: paid };
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
      const valid = ballots.filter(({ vote }) => vote.status === 'ok').length;
      return {
        verified: isQuorum(valid, votes) && agreed * 2 > valid,
        asked: votes,
        // Said only where votes are missing.
        ...(valid === votes ? {} : { valid }),
        agreed,
        model: endpoint.model,
        prompt_version: verifyPromptVersion,
        votes: ballots.map(({ vote }) => vote),
        usage: ballots.map(({ usage }) => usage).reduce(addUsage, noUsage),
      };
    },
  };
}
