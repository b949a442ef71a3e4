// The quality gate: what must hold of a proposal before it may become ground truth. Each check has a file beside this
// one; here they are put together, in the order in which a reader would look.
import { toStepNumber } from '../../records/steps.ts';
import { answerChecks } from './answers.ts';
import { check, type Gate, type GateCheck, type GateInput, passed, rewritten } from './check.ts';
import { consistencyCheck } from './consistency.ts';
import { endingCheck } from './ending.ts';
import { escapesCheck } from './escapes.ts';
import { fingerprint } from './fingerprint.ts';
import { languageCheck } from './language.ts';
import { latexDefects } from './latex-defects.ts';
import { leakWords } from './leak-words.ts';
import { leftoversCheck } from './leftovers.ts';
import { likenessChecks } from './likeness.ts';
import { saysTheSame } from './math-text.ts';
import { placeChecks } from './place.ts';
import { slipCheck } from './slip.ts';
import { undoneCheck } from './undone.ts';

/** The checks in the order in which they are recorded. `shape`, `verification` and `difficulty` are made outside, by who asks. */
export const gateChecks = [
  'shape',
  'region',
  'target',
  'prefix',
  'one_error',
  'step_count',
  'text_changed',
  'answer_changed',
  'answer_stated',
  'reasoning',
  'consistent',
  'undone',
  'ending',
  'no_leak',
  'language',
  'leftovers',
  'latex',
  'escapes',
  'length',
  'style',
  'fresh',
  'verification',
  'difficulty',
] as const;

/** Checks that came after version 0.1.0. */
const laterChecks: ReadonlySet<string> = new Set<(typeof gateChecks)[number]>([
  'reasoning',
  'undone',
  'ending',
  'language',
  'leftovers',
  'escapes',
]);

/**
 * What a record keeps of a gate: every check of version 0.1.0, and the later ones where they reject. A dataset that is
 * resumed from the replies of 0.1.0 therefore keeps its published bytes.
 */
export function recordedGate(gate: Gate): Gate {
  return Object.fromEntries(Object.entries(gate).filter(([name, { ok }]) => !ok || !laterChecks.has(name)));
}

/** Checks on the texts alone, independent of their place. */
export function textChecks(
  { problem, original }: Pick<GateInput, 'problem' | 'original'>,
  texts: { readonly before: readonly string[]; readonly after: readonly string[] },
): Pick<Gate, 'no_leak' | 'latex'> {
  const leaks = leakWords([problem, ...original].join('\n'), texts.after.join('\n'));
  const damage = latexDefects(texts.before, texts.after);
  const words = leaks.map((phrase) => `"${phrase}"`).join(', ');
  return {
    no_leak: check(leaks.length === 0, `gives itself away: ${words}`),
    latex: check(damage.length === 0, `broken LaTeX: ${damage.join(', ')}`),
  };
}

/** The step where the error begins, and the one that was chosen, must both say something else. */
function textChanged({ original, proposal: { at, first, steps, target } }: GateInput): GateCheck {
  if (original[at] === undefined) return check(false, `the solution has no step ${toStepNumber(at)}`);
  const same = [at, target].find((place) => {
    const [old, now] = [original[place], steps[place - first]];
    return old !== undefined && now !== undefined && saysTheSame(old, now);
  });
  return same === undefined ? passed : check(false, `step ${toStepNumber(same)} says the same as before`);
}

/** `earlier`: fingerprints of injections made before. */
export function gateOf(input: GateInput, earlier: ReadonlySet<string>): Gate {
  const { problem, original, originalAnswer, proposal } = input;
  const { at, first, steps, finalAnswer } = proposal;
  const after = rewritten(input);
  return {
    ...placeChecks(input),
    text_changed: textChanged(input),
    ...answerChecks(input),
    reasoning: slipCheck(input),
    consistent: consistencyCheck(input),
    undone: undoneCheck(input),
    ending: endingCheck(input),
    language: languageCheck(input),
    leftovers: leftoversCheck(input),
    ...textChecks(input, {
      before: [...original.slice(first), originalAnswer ?? ''],
      after: [...steps, finalAnswer],
    }),
    escapes: escapesCheck(input),
    ...likenessChecks(input),
    fresh: check(
      !earlier.has(fingerprint(problem, at, after)),
      'the same injection was made before, for a record with the same problem',
    ),
  };
}

export function failedChecks(gate: Gate): string[] {
  return Object.entries(gate)
    .filter(([, { ok }]) => !ok)
    .map(([name, { detail }]) => `${name}: ${detail ?? 'not met'}`);
}
