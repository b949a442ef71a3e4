// The mathematical domain of a record, from what the source calls its subject. It is read from labels and not guessed
// from the problem's text: `latebench classify` does that, with a model.
import type { Solution } from '../records/solution.ts';
import { type MathDomain, mathDomains } from '../records/taxonomy.ts';

/** Other names of the domains, as sources write them. */
const names: readonly (readonly [RegExp, MathDomain])[] = [
  [/number.?theory|divisib|diophant|prime|congruence/, 'number theory'],
  [/counting|combinator|graph theory|discrete/, 'combinatorics'],
  [/probab|statistic/, 'probability'],
  [/geometr|trigonom|triangle/, 'geometry'],
  [/inequalit/, 'inequalities'],
  [/sequence|series|recurrence|progression/, 'sequences'],
  [/calculus|analysis|derivative|integral|limit|differential/, 'calculus'],
  [/algebra|equation|polynomial|function|logarithm/, 'algebra'],
];

function named(label: string): MathDomain | null {
  const plain = label.trim().toLowerCase().replaceAll('_', ' ');
  return (
    mathDomains.find((domain) => domain === plain) ?? names.find(([name]) => name.test(plain))?.[1] ?? null
  );
}

/** From a classification, else from `subject`, else from `task`; null where none of them names a domain. */
export function domainOf(record: Solution): MathDomain | null {
  const { domain } = (record.classification ?? {}) as { domain?: unknown };
  for (const label of [domain, record.subject, record.task]) {
    const found = typeof label === 'string' ? named(label) : null;
    if (found !== null) return found;
  }
  return null;
}
