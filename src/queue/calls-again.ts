// What is made again of calls whose replies do not arrive in the storage that coordinator and workers share.
import { LateBenchError } from '../errors.ts';
import type { CallGroup } from './group-flow.ts';

/** How often calls of a group are asked for again in vain before the run ends. */
const maxTimes = 2;

/**
 * To be asked with what a group lacks when its calls are done. Where that is more than one call, one is made first, and the
 * others once its reply has arrived: all of them may be paid for in vain again.
 *
 * @throws LB_STORE where that has been in vain too often
 */
export function callsAgain(place: string, say: (line: string) => void): (left: CallGroup) => CallGroup {
  const known = new Map<number, { readonly vain: number; readonly missing: number }>();
  return (left) => {
    const { group, missing } = left;
    const before = known.get(group);
    const arrived = before !== undefined && missing.length < before.missing;
    const vain = (before?.vain ?? 0) + (arrived ? 0 : 1);
    known.set(group, { vain, missing: missing.length });
    if (arrived) return left;
    const one = missing.length === 1;
    const what = `${one ? '1 call' : `${missing.length} calls`} that workers have made left no reply in ${place}`;
    if (vain > maxTimes) {
      const tried = one
        ? `${vain} times`
        : `and neither did one of them that was made ${maxTimes} times more`;
      throw new LateBenchError(
        'LB_STORE',
        `${what}, ${tried}; check the storage of the workers, then run the command again`,
      );
    }
    say(
      one
        ? `${what}: it is on the queue again, for workers that prove that they write there`
        : `${what}: one of them is on the queue again, for workers that prove that they write there; the others follow when its reply arrives`,
    );
    return { ...left, missing: missing.slice(0, 1) };
  };
}
