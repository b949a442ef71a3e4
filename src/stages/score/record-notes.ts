// What is said about the records that were summed up: ids that occur again (a file that is named twice, or two that
// overlap, count twice), two critiques of one critic, and verdicts beyond the end of their solution.
import { createDigestSet } from '../../datasets/quality/digest-set.ts';
import type { Critique } from '../../records/critique.ts';
import type { Solution } from '../../records/solution.ts';
import { toStepNumber } from '../../records/steps.ts';
import { formatCount, formatCounted } from '../../report/format.ts';

/** Ids that are remembered, in 8 to 16 MB; records beyond are compared with these. */
const maxIds = 2 ** 19;

export interface RecordNotes {
  /** `record`: with the critiques that are joined to it. */
  look(record: Pick<Solution, 'id' | 'steps' | 'critiques'>): void;
  /** Says what there was to say. */
  tell(): void;
}

/** The last step that a verdict names; -1 where it names none. */
function lastNamed({ first_error: first, error_steps: steps }: Critique): number {
  return (steps ?? []).reduce((last, step) => Math.max(last, step), first ?? -1);
}

function repeatedCritic(critiques: readonly Critique[]): string | undefined {
  const names = new Set<string>();
  return critiques.find(({ critic }) => names.size === names.add(critic).size)?.critic;
}

/** `name`: the command's, for the messages. */
export function createRecordNotes(name: string, say: (line: string) => void): RecordNotes {
  const ids = createDigestSet();
  let records = 0;
  const repeated = { count: 0, first: '' };
  const twice = { count: 0, first: '' };
  const beyond = { count: 0, first: '' };
  const note = (counted: { count: number; first: string }, first: () => string): void => {
    if (counted.count === 0) counted.first = first();
    counted.count += 1;
  };
  return {
    look({ id, steps, critiques }) {
      records += 1;
      if (ids.size < maxIds ? !ids.add(id) : ids.has(id)) note(repeated, () => id);
      const critic = repeatedCritic(critiques ?? []);
      if (critic !== undefined) note(twice, () => `${critic} on ${id}`);
      for (const critique of critiques ?? []) {
        const last = lastNamed(critique);
        if (last < steps.length) continue;
        note(
          beyond,
          () => `${critique.critic} on ${id}, step ${toStepNumber(last)} of ${formatCount(steps.length)}`,
        );
      }
    },
    tell() {
      const of = (count: number): string => `${formatCount(count)} of ${formatCounted(records, 'record')}`;
      if (repeated.count > 0) {
        const verbs = repeated.count === 1 ? 'has the id of an earlier one' : 'have the id of an earlier one';
        say(
          `latebench ${name}: ${of(repeated.count)} ${verbs} (first: ${repeated.first}), and count again: is a file named twice? (latebench compare joins critics by id)`,
        );
      }
      if (twice.count > 0)
        say(
          `latebench ${name}: ${of(twice.count)} ${twice.count === 1 ? 'has' : 'have'} two critiques of one critic (first: ${twice.first}), of which the last counts: give one of the critics another name if they differ`,
        );
      if (beyond.count > 0)
        say(
          `latebench ${name}: ${formatCounted(beyond.count, 'verdict names', 'verdicts name')} a step that the solution does not have (first: ${beyond.first}), which is never right: are they about these records? (steps are counted from 0 in records)`,
        );
    },
  };
}
