// What is wrong with a Redis, and the way out, from what its connections say.

export interface RedisProblem {
  /** What is wrong, and where. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether it stays until somebody does that: a server that is only away, or busy, comes back without. */
  readonly lasting: boolean;
}

interface ProblemOptions extends Partial<Pick<RedisProblem, 'lasting'>> {
  readonly cause?: unknown;
}

/** Ends an examination. */
export class Problem extends Error {
  readonly problem: RedisProblem;
  constructor(what: string, remedy: string, { cause, lasting = false }: ProblemOptions = {}) {
    super(what, { cause });
    this.problem = { what, remedy, lasting };
  }
}

/** `left`: what it takes in spite of that. */
export function noRoom(place: string, left = 'no more clients'): Problem {
  const raise = 'raise maxclients (in redis.conf, or redis-cli config set once a client has gone)';
  return new Problem(`the Redis at ${place} takes ${left} (maxclients)`, `${raise}, or end clients`);
}

/** What only a Redis that was understood says, and what is said where no server is. */
const says =
  /NOAUTH|WRONGPASS|invalid password|without any password|NOPERM|DB index|LOADING|ECONNREFUSED|ENOTFOUND|max number of clients|DENIED/i;
/** What is said where a connection was opened, and lost before an answer came. */
const brokenOff = /EPIPE|ECONNRESET|ECONNABORTED|socket hang up|[Cc]onnection is closed|disconnected before/;

/** Whether a server hung up: one that is just ending does, and is away a moment later. */
export const isBrokenOff = ({ message }: Error): boolean => brokenOff.test(message);

/** How long a connection, and each answer, is waited for. */
export const answerMs = 5000;
const late = /ETIMEDOUT|timed out/;

/** Whether an error of a connection to Redis names its cause. */
export const saysWhy = (reason: string): boolean => says.test(reason);

const credentials = 'put USER:PASSWORD@ before the host, in LATEBENCH_REDIS rather than on the command line';

/** Why a server could not be spoken to, in words of this tool where they say more. */
export function unreachable(place: string, error: Error): Problem {
  const reason = error.message === '' ? 'connection refused' : error.message;
  const stays = { cause: error, lasting: true };
  if (/max number of clients/.test(reason)) return noRoom(place);
  if (/^-?DENIED\b/.test(reason)) {
    const remedy =
      'set a password for it (requirepass), and put it into LATEBENCH_REDIS; or start this command there';
    const what = `the Redis at ${place} takes clients of its own machine only (protected-mode)`;
    return new Problem(what, remedy, stays);
  }
  if (/NOAUTH/.test(reason))
    return new Problem(`the Redis at ${place} requires a password`, credentials, stays);
  if (/WRONGPASS|invalid password|without any password/i.test(reason))
    return new Problem(`the Redis at ${place} requires another password, or none`, credentials, stays);
  if (/NOPERM/.test(reason)) {
    const remedy = 'give this user all commands and keys, or name another user in LATEBENCH_REDIS';
    return new Problem(`the user at ${place} lacks permissions that a queue needs: ${reason}`, remedy, stays);
  }
  if (/Protocol error|RESP type/.test(reason)) {
    const remedy = 'correct the port in LATEBENCH_REDIS (--redis)';
    return new Problem(`the server at ${place} is not Redis`, remedy, stays);
  }
  if (/DB index/i.test(reason)) {
    const remedy = 'leave the number at the end out';
    return new Problem(`the Redis at ${place} has no such database`, remedy, stays);
  }
  if (/LOADING/.test(reason)) {
    return new Problem(`the Redis at ${place} is reading its data`, 'wait until it has', { cause: error });
  }
  if (/^BUSY\b/.test(reason)) {
    const remedy = 'end it there (redis-cli script kill), or wait for it';
    return new Problem(`the Redis at ${place} is busy with a script`, remedy, { cause: error });
  }
  // What Redis itself has answered.
  if (error.name === 'ReplyError') {
    const remedy = 'allow it there, or name another Redis in LATEBENCH_REDIS (--redis)';
    return new Problem(`the Redis at ${place} refuses what a queue needs: ${reason}`, remedy, {
      cause: error,
    });
  }
  if (late.test(reason)) {
    const remedy =
      'see whether it is under load, or held up (redis-cli --latency), and whether the host, the port and the firewalls between are right';
    const seconds = `${answerMs / 1000} s`;
    return new Problem(`the server at ${place} gives no answer within ${seconds}`, remedy, { cause: error });
  }
  if (brokenOff.test(reason)) {
    return new Problem(
      `the server at ${place} hangs up on this client: ${reason}`,
      'see its log: it may have as many clients as it takes (maxclients), or refuse this machine',
      { cause: error },
    );
  }
  return new Problem(`no Redis at ${place}: ${reason}`, 'start Redis, or correct LATEBENCH_REDIS (--redis)', {
    cause: error,
  });
}
