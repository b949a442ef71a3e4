// Whether a condition names a field, and a value of it, that records have: `subject=algebr` would otherwise give an empty
// result that looks like an answer.
import { nameList } from '../records/name-list.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { choicesAt } from '../records/schema-problem.ts';
import { solutionSchema } from '../records/solution.ts';
import { createFieldWatch } from './field-watch.ts';
import { type Condition, valueAt } from './where.ts';

export interface ConditionWatch {
  look(record: object): void;
  /** At the end: what to say where no record has the field, or has something that the value can be compared with; else null. */
  missingField(): string | null;
  /** At the end: what to say where records have the field, and none the value; else null. */
  missingValue(): string | null;
}

/** Values that are remembered for a message, and the longest of them. */
const maxValues = 1000;
const maxLength = 60;

/** Numbers, truth values and null are no names: that no record has one is an answer. */
const noName = /^(?:true|false|null|[+-]?[\d.][\d.eE+-]*|)$/;

export function createConditionWatch({ path, operator, value }: Condition): ConditionWatch {
  const field = createFieldWatch(path);
  const names =
    (operator === '=' || operator === '!=') &&
    !noName.test(value) &&
    !choicesAt(solutionSchema, path).includes(value);
  const values = new Set<string>();
  let found = !names;
  const isOrder = /^[<>]/.test(operator) && (value.trim() === '' || Number.isNaN(Number(value)));
  let numbers = 0;
  let others = 0;
  const noNumber = (): string | null =>
    numbers > 0 && others === 0
      ? `${path.join('.')} is a number, and ${JSON.stringify(value)} is none`
      : null;
  const unknown = (): string | null => {
    if (found || values.size === 0) return null;
    const all = [...values];
    const there = all.filter(({ length }) => length <= maxLength);
    return `no record has this value of ${path.join('.')} (found: ${nameList(there)})${didYouMean(value, there)}`;
  };
  return {
    look(record) {
      field.look(record);
      if (found && !isOrder) return;
      const given = valueAt(record, path);
      if (isOrder) {
        if (typeof given === 'number') numbers += 1;
        else if (given !== undefined && given !== null) others += 1;
        return;
      }
      if (typeof given !== 'string') return;
      found = given === value;
      if (values.size < maxValues) values.add(given);
    },
    missingField: () => field.missing() ?? noNumber(),
    missingValue: unknown,
  };
}
