// The simulated critic: reads the solution from the prompt, checks what it can check, and answers in the form that
// the prompt asks for: a first error, all errors, which of two versions is wrong, what kind an error is, or whether two
// reasons are the same. It sees nothing but the prompt.
import { lastUserText } from '../chat-call.ts';
import type { SimulatedModel } from '../model.ts';
import { remembering } from '../remembering.ts';
import { type Finding, findErrors, inattentive } from './findings.ts';
import { readJudgedSolution } from './judged-solution.ts';
import { compareReasons, readReasons } from './reason-judge.ts';
import { guessLabel, readLabelRequest } from './type-guess.ts';
import { judgeVersions, readVersions } from './version-judge.ts';

/** What can be found is the same for each vote; which of it is overlooked is not. */
const judged = remembering((prompt) => {
  const steps = readJudgedSolution(prompt);
  return { steps, findings: findErrors(steps) };
});

export const criticModel: SimulatedModel = (call, rng) => {
  const prompt = lastUserText(call);
  const versions = readVersions(prompt);
  if (versions !== null) return { text: judgeVersions(versions, call.temperature, rng) };
  const reasons = readReasons(prompt);
  if (reasons !== null) return { text: compareReasons(reasons) };
  const toLabel = readLabelRequest(prompt);
  if (toLabel !== null) return { text: guessLabel(toLabel) };
  const { steps, findings: all } = judged(prompt);
  if (steps.length === 0) return { text: 'I find no numbered solution in this message.' };
  const findings = inattentive(all, steps, call.temperature, rng);
  const label = /error (section|step) number/i.exec(prompt)?.[1];
  return { text: label === undefined ? firstErrorReply(findings) : allErrorsReply(findings, label) };
};

function firstErrorReply([first]: readonly Finding[]): string {
  if (first === undefined) {
    return 'I checked the equations that I can read, and each of them holds.\n\nI find no error: \\boxed{-1}';
  }
  return `In paragraph ${first.step}, ${first.reason}.\n\nThe earliest error that I find is there: \\boxed{${first.step}}`;
}

function allErrorsReply(findings: readonly Finding[], label: string): string {
  if (findings.length === 0) {
    return 'I checked the equations that I can read, and each of them holds.\n\nConclusion: no error';
  }
  const name = `Error ${label.charAt(0).toUpperCase()}${label.slice(1).toLowerCase()} Number`;
  const entries = findings.map(
    ({ step, reason, confidence }) => `${name}: ${step}\nExplanation: ${reason}\nConfidence: ${confidence}`,
  );
  return ['Conclusion: yes', ...entries].join('\n');
}
