// The quality gate: what must hold of a proposal before it may become ground truth. Every check is recorded, the
// passed ones too.
import { toStepNumber } from '../records/steps.ts';
import { leakWords } from './leak-words.ts';
import type { Region } from './prompt.ts';
import type { Proposal } from './reply.ts';

export type GateCheck = { ok: boolean; detail: string | null };

/** By the name of the check. */
export type Gate = Record<string, GateCheck>;

export interface GateInput {
  readonly steps: readonly string[];
  readonly region: Region;
  /** The answer the original solution reaches, where it is known. */
  readonly originalAnswer: string | null;
  readonly proposal: Proposal;
}

function check(ok: boolean, detail: string): GateCheck {
  return { ok, detail: ok ? null : detail };
}

/** Text with white space and the outer dress of maths taken away: what is left must differ. */
function bare(text: string): string {
  return text.replace(/\\(?:left|right|,|;|!|:|quad|displaystyle)(?![a-zA-Z])/g, '').replace(/[\s$]/g, '');
}

export function gateOf({ steps, region, originalAnswer, proposal }: GateInput): Gate {
  const { target, tail, finalAnswer } = proposal;
  const number = toStepNumber(target);
  const inRegion = target >= region.from && target <= region.to;
  const originalTail = steps.slice(target);
  const leaks = leakWords(originalTail.join('\n'), tail.join('\n'));
  const longest = Math.max(originalTail.length + 2, Math.ceil(originalTail.length * 1.5));
  const last = tail.at(-1) ?? '';
  return {
    region: check(
      inRegion,
      `step ${number} is outside steps ${toStepNumber(region.from)} to ${toStepNumber(region.to)}`,
    ),
    target_changed: check(
      target < steps.length && bare(tail[0] ?? '') !== bare(steps[target] ?? ''),
      `step ${number} is the same as before`,
    ),
    step_count: check(
      tail.length >= Math.min(originalTail.length, Math.max(1, originalTail.length - 2)) &&
        tail.length <= longest,
      `${tail.length} steps stand for ${originalTail.length}`,
    ),
    answer_changed: check(
      originalAnswer === null || bare(finalAnswer) !== bare(originalAnswer),
      `the final answer is still ${finalAnswer}`,
    ),
    answer_stated: check(
      bare(last).includes(bare(finalAnswer)),
      'the last step does not state the final answer',
    ),
    no_leak: check(leaks.length === 0, `gives itself away: ${leaks.join(', ')}`),
  };
}

export function failedChecks(gate: Gate): string[] {
  return Object.entries(gate)
    .filter(([, { ok }]) => !ok)
    .map(([name, { detail }]) => `${name}: ${detail ?? 'not met'}`);
}
