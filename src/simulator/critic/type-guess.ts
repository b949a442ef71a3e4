// The simulated labeller of errors: reads the wrong step, the list of kinds and the domains from the prompt, and
// guesses by words and by equations that do not hold. It understands nothing, and its confidence says so.
import { checkEquations } from '../../mathverify/index.ts';
import { errorKinds } from '../injector/error-kinds.ts';
import { readJudgedSolution } from './judged-solution.ts';

interface LabelRequest {
  readonly prompt: string;
  /** 1-based. */
  readonly wrongStep: number;
  readonly kinds: readonly string[];
  readonly domains: readonly string[];
}

/** Null where the prompt asks for something else. */
export function readLabelRequest(prompt: string): LabelRequest | null {
  const wrongStep = /^First wrong step: *(\d{1,6})/im.exec(prompt)?.[1];
  const domains = /^Domains: *(\S.*)$/im.exec(prompt)?.[1];
  if (wrongStep === undefined || domains === undefined) return null;
  const kinds = [...prompt.matchAll(/^- ([a-z_]+): /gm)].map((match) => match[1]!);
  return {
    prompt,
    wrongStep: Number(wrongStep),
    kinds,
    domains: domains.split(',').map((name) => name.trim()),
  };
}

/** Words of problems by domain; the domain with the most of them is named. */
const domainWords: Readonly<Record<string, RegExp>> = {
  'number theory':
    /\b(?:prime|divis\w+|remainder|modul\w+|integers?|gcd|congruen\w+|digits?)\b|\\pmod|\\equiv/gi,
  combinatorics:
    /\b(?:ways|choose|arrange\w*|committee\w*|paths?|subsets?|permutations?|how many)\b|\\binom/gi,
  geometry: /\b(?:triangle|circle|angle|area|perimeter|polygon|sides?|vertices|perpendicular|radius)\b/gi,
  probability: /\b(?:probabilit\w+|random\w*|drawn|balls?|urn|dice|coin|expected|variance|mean)\b/gi,
  calculus: /\b(?:derivative|integral|limit|function|curve|tangent|maximum|minimum|continuous)\b|\\int/gi,
  sequences: /\b(?:sequence|terms?|progression|series|recurrence|sum of the first)\b/gi,
  inequalities: /\b(?:inequalit\w+|at least|at most|prove that)\b|\\leq?|\\geq?/gi,
  algebra: /\b(?:equations?|roots?|polynomial|solve|quadratic|system|variables?)\b/gi,
};

function likeliestDomain(problem: string, domains: readonly string[]): string {
  const counted = domains.map((name) => ({
    name,
    count: problem.match(domainWords[name] ?? /$^/)?.length ?? 0,
  }));
  const best = counted.reduce((max, next) => (next.count > max.count ? next : max), {
    name: 'other',
    count: 0,
  });
  return best.name;
}

export function guessLabel({ prompt, wrongStep, kinds, domains }: LabelRequest): string {
  const step = readJudgedSolution(prompt).find(({ number }) => number === wrongStep)?.text ?? '';
  const problem = /\[Problem\]\s*([\s\S]*?)\s*\[Solution\]/.exec(prompt)?.[1] ?? '';
  const domain = likeliestDomain(problem, domains);
  const told = Object.entries(errorKinds).find(
    ([key, { because }]) => kinds.includes(key) && step.includes(because),
  );
  const broken = checkEquations(step, { roundingTolerant: true }).some(({ holds }) => !holds);
  const [error_type, confidence] =
    told !== undefined ? [told[0], 0.8] : broken ? ['calculation_slip', 0.5] : ['other', 0.2];
  return JSON.stringify({ error_type, domain, confidence });
}
