// A compound filter over the codes of records: one function a row, no file is touched.

import { LateBenchError } from '../../errors.ts';
import { nameList } from '../../records/name-list.ts';
import type { RecordColumns } from './columns.ts';
import type { Dimension } from './dimensions.ts';
import type { Comparison, Expression } from './expression.ts';

type Test = (row: number) => boolean;

const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '=': (a, b) => a === b,
};

/** Names in a message. */
const maxNames = 30;

function named(names: readonly string[]): string {
  return nameList(
    names.filter((name) => name !== ''),
    maxNames,
  );
}

function valueTest({ name, labels, codes }: Dimension, value: string): Test {
  const known = value.toLowerCase();
  const code = labels.findIndex((label) => label !== '' && label.toLowerCase() === known);
  if (code === -1) {
    throw new LateBenchError(
      'LB_USAGE',
      `filter: ${name} has no value "${value}"; there is ${named(labels)}`,
    );
  }
  return (row) => codes[row] === code;
}

/** Throws LB_USAGE for a field or a value that the records do not have, and names those that they have. */
export function whereTest(
  expression: Expression,
  dimensions: readonly Dimension[],
  columns: Pick<RecordColumns, 'steps'>,
): Test {
  switch (expression.kind) {
    case 'value': {
      const dimension = dimensions.find(({ name }) => name === expression.field);
      if (dimension !== undefined) return valueTest(dimension, expression.value);
      const names = [...dimensions.map(({ name }) => name), 'steps'];
      throw new LateBenchError(
        'LB_USAGE',
        `filter: there is no field ${expression.field}; there is ${named(names)}`,
      );
    }
    case 'steps': {
      const { comparison, count } = expression;
      return (row) => compare[comparison](columns.steps[row]!, count);
    }
    case 'not': {
      const inner = whereTest(expression.of, dimensions, columns);
      return (row) => !inner(row);
    }
    default: {
      const tests = expression.of.map((one) => whereTest(one, dimensions, columns));
      return expression.kind === 'all'
        ? (row) => tests.every((test) => test(row))
        : (row) => tests.some((test) => test(row));
    }
  }
}
