// Judges the replies of a run as they come: whether their logprobs are of use, and whether a problem's traces differ.
import { createHash } from 'node:crypto';
import type { ChatReply } from '../../endpoints/chat.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { checkReasoning, degenerateError } from './probe.ts';
import { uselessLogprobs } from './usable-logprobs.ts';

/** Useless replies in a row that end the run. */
const maxUseless = 3;
/** Replies to one problem, all the same, that are reported at once. */
const manySame = 8;
/** Problems whose replies are compared, so that memory does not grow with their number: a server is the same for all. */
const maxCompared = 10_000;

export interface ReplyJudge {
  /** Throws LB_ENDPOINT_STOPPED where the replies are of no use. */
  see(problemId: string, reply: ChatReply): void;
  /** Says what was found over all replies. */
  report(): void;
}

interface Judging {
  readonly model: string;
  /** Alternatives that were asked for. */
  readonly k: number;
  readonly allowDegenerate: boolean;
  readonly say: (line: string) => void;
}

export function replyJudge({ model, k, allowDegenerate, say }: Judging): ReplyJudge {
  let seen = 0;
  let useless = 0;
  let inARow = 0;
  let last = '';
  let isSaid = false;
  /** By problem: the hash of its first text and how many replies had it; null once another has come. */
  const texts = new Map<string, { readonly hash: string; count: number } | null>();
  const compare = (problemId: string, text: string): void => {
    const known = texts.get(problemId);
    if (known === null || (known === undefined && texts.size >= maxCompared)) return;
    const hash = createHash('sha256').update(text).digest('base64');
    if (known === undefined) texts.set(problemId, { hash, count: 1 });
    else if (known.hash !== hash) texts.set(problemId, null);
    else {
      known.count += 1;
      if (known.count < manySame || isSaid) return;
      isSaid = true;
      say(
        `the first ${manySame} replies to ${problemId} are the same text: the endpoint ignores seed and temperature, or a cache answers; a vote over copies is worth no more than one trace`,
      );
    }
  };
  return {
    see(problemId, reply) {
      checkReasoning(model, reply);
      const reason = uselessLogprobs(reply.logprobs, k);
      seen += 1;
      inARow = reason === null ? 0 : inARow + 1;
      if (reason !== null) {
        useless += 1;
        last = reason;
        if (inARow >= maxUseless && !allowDegenerate)
          throw degenerateError(`${maxUseless} replies in a row are of no use, the last because ${reason}`);
      }
      compare(problemId, reply.content);
    },
    report() {
      if (useless > 0) {
        say(
          `the logprobs of ${formatCount(useless)} of ${formatCounted(seen, 'reply', 'replies')} are of no use, the last because ${last}; confidences of such traces are missing or not comparable`,
        );
      }
      const same = [...texts.values()].filter((one) => one !== null && one.count > 1).length;
      if (same > 0) {
        say(
          `all replies are the same text for ${formatCount(same)} of ${formatCounted(texts.size, 'problem')}`,
        );
      }
    },
  };
}
