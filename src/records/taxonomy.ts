// Kinds of reasoning errors that are worth injecting: each breaks the logic of a step, none is a slip of arithmetic.
// Data only; prompts, the simulation and the classification of natural errors all speak of the same kinds.

export const mathDomains = [
  'algebra',
  'number theory',
  'combinatorics',
  'geometry',
  'probability',
  'calculus',
  'sequences',
  'inequalities',
] as const;
export type MathDomain = (typeof mathDomains)[number];

export interface ErrorType {
  readonly key: string;
  readonly name: string;
  /** What makes a step an error of this kind. */
  readonly definition: string;
  readonly example: string;
  /** Where it comes naturally; an error type can be asked for anywhere. */
  readonly domains: readonly MathDomain[];
}

export const errorTypes: readonly ErrorType[] = [
  {
    key: 'wrong_rule',
    name: 'wrong rule or property',
    definition: 'applies a rule, identity or property that does not hold for the objects at hand',
    example: 'writes log(a + b) as log a + log b',
    domains: ['algebra', 'calculus', 'sequences', 'probability'],
  },
  {
    key: 'unjustified_assumption',
    name: 'unjustified assumption',
    definition: 'uses a fact that neither the problem nor the earlier steps give',
    example: 'takes a triangle to be isosceles because two of its angles look alike',
    domains: ['geometry', 'algebra', 'combinatorics', 'probability'],
  },
  {
    key: 'missing_case',
    name: 'missing case',
    definition: 'leaves out a case that contributes to the answer, and goes on as if the list were complete',
    example: 'solves |x - 2| = 5 with x - 2 = 5 only',
    domains: ['combinatorics', 'algebra', 'number theory', 'probability'],
  },
  {
    key: 'invalid_inference',
    name: 'invalid inference',
    definition:
      'draws a conclusion that does not follow from what was shown, although it may look close to it',
    example: 'concludes from ab = 0 that a = 0',
    domains: ['algebra', 'number theory', 'geometry', 'calculus'],
  },
  {
    key: 'theorem_out_of_domain',
    name: 'theorem outside its domain',
    definition: 'uses a theorem where one of its conditions is not met',
    example: "applies Fermat's little theorem modulo a composite number",
    domains: ['number theory', 'calculus', 'geometry', 'probability'],
  },
  {
    key: 'inequality_direction',
    name: 'sign or direction of an inequality',
    definition:
      'keeps or turns the direction of an inequality, or a sign, against the rule for the operation',
    example: 'divides an inequality by a negative number without turning it',
    domains: ['inequalities', 'algebra', 'calculus'],
  },
  {
    key: 'boundary',
    name: 'boundary or off-by-one',
    definition: 'counts an end point that does not belong, or leaves out one that does',
    example: 'counts the integers from 5 to 20 as 15',
    domains: ['combinatorics', 'sequences', 'number theory', 'inequalities'],
  },
  {
    key: 'quantifier',
    name: 'confused quantifiers',
    definition: 'takes "for some" for "for all", or changes the order of quantifiers',
    example: 'shows a property for one prime and uses it for every prime',
    domains: ['number theory', 'combinatorics', 'calculus'],
  },
  {
    key: 'converse',
    name: 'converse or inverse',
    definition: 'uses the converse of an implication as if it had been shown',
    example: 'concludes that n is prime because 2^n - 2 is divisible by n',
    domains: ['number theory', 'geometry', 'algebra'],
  },
  {
    key: 'misread_condition',
    name: 'misread condition',
    definition: 'uses a condition of the problem in a form that it does not have',
    example: 'takes "at least two" for "exactly two"',
    domains: ['combinatorics', 'probability', 'algebra', 'geometry'],
  },
  {
    key: 'circularity',
    name: 'circular argument',
    definition: 'uses what is to be shown, or something equivalent to it, as a reason',
    example: 'finds the limit of a sequence by assuming that it is the value claimed',
    domains: ['calculus', 'geometry', 'sequences'],
  },
  {
    key: 'over_generalisation',
    name: 'over-generalisation',
    definition: 'takes a pattern seen in a few cases, or in a special case, for the general rule',
    example: 'reads off from three terms that a sequence is geometric',
    domains: ['sequences', 'combinatorics', 'number theory'],
  },
  {
    key: 'geometric_misconception',
    name: 'geometric misconception',
    definition: 'uses a false relation between lengths, angles, areas or figures',
    example: 'scales an area by the ratio of the sides instead of its square',
    domains: ['geometry'],
  },
  {
    key: 'dependence',
    name: 'dependence taken for independence',
    definition: 'multiplies or adds as if events or choices did not depend on, or overlap with, each other',
    example: 'multiplies the probabilities of two draws without replacement as if the first were put back',
    domains: ['probability', 'combinatorics'],
  },
  {
    key: 'lost_solution',
    name: 'lost or extraneous solution',
    definition:
      'divides by something that may be zero, or squares, and does not check what that loses or adds',
    example: 'cancels x from x^2 = 3x and keeps x = 3 only',
    domains: ['algebra', 'calculus'],
  },
];

/**
 * What a classification may say beside the types above: natural errors are not chosen, and many are slips. Nothing
 * injects these.
 */
export const otherErrorLabels = [
  {
    key: 'calculation_slip',
    definition: 'a plain mistake of arithmetic or of copying, the reasoning is sound',
  },
  { key: 'other', definition: 'none of these, or it cannot be told' },
] as const;

export function errorTypeOf(key: string): ErrorType | undefined {
  return errorTypes.find((type) => type.key === key);
}
