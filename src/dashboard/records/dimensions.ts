// The ways in which records can be told apart: each a small code a record and the names of the codes. Filters, facet
// counts and slices are made of nothing else.
import { lateStart } from '../../records/steps.ts';
import { absent, fieldNames, type RecordColumns, unknownLabel, unreadable } from './columns.ts';

export interface Dimension {
  readonly name: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly codes: Uint8Array | Uint16Array;
  /** Code 0 means that there is nothing to say. */
  readonly hasNone: boolean;
}

const fieldTitles: Readonly<Record<(typeof fieldNames)[number], string>> = {
  dataset: 'Dataset',
  subset: 'Subset',
  generator: 'Generator',
  subject: 'Subject',
  difficulty: 'Difficulty',
  task: 'Task',
  source: 'Source of the error',
  status: 'Injection',
  mode: 'Injection mode',
  type: 'Error type',
  review: 'For review',
};

export const recordLabels = ['unknown', 'erroneous', 'correct'] as const;

export const outcomes = [
  'not judged',
  'exact',
  'too early',
  'too late',
  'missed',
  'passed',
  'false alarm',
  'unreadable',
] as const;
export type Outcome = (typeof outcomes)[number];
const code = (name: Outcome): number => outcomes.indexOf(name);

/** The outcome of a critic's verdict, given the label; both as in columns.ts. */
export function outcomeCode(label: number, named: number): number {
  if (named === absent || label === unknownLabel) return 0;
  if (named === unreadable) return code('unreadable');
  if (label === -1) return code(named === -1 ? 'passed' : 'false alarm');
  if (named === label) return code('exact');
  if (named === -1) return code('missed');
  return code(named < label ? 'too early' : 'too late');
}

const tenths = ['', ...Array.from({ length: 10 }, (_, at) => `${at * 10}–${at * 10 + 10} %`)];
const lengths = ['', '1–4', '5–8', '9–12', '13–20', '21–40', '41 or more'];
const lengthBounds = [4, 8, 12, 20, 40];

function mapped(rows: number, codeOf: (row: number) => number): Uint8Array {
  const codes = new Uint8Array(rows);
  for (let row = 0; row < rows; row += 1) codes[row] = codeOf(row);
  return codes;
}

export interface Dimensions {
  /** Every dimension but those that need a critic or an annotator. */
  readonly all: () => readonly Dimension[];
  readonly outcome: (critic: string) => Dimension;
  /** Forgets what was derived, because more is known now. */
  readonly renew: () => void;
}

export function createDimensions(columns: RecordColumns): Dimensions {
  const { rows, gold, steps, noRecord } = columns;
  const derived = new Map<string, Dimension>();
  const keep = (name: string, make: () => Dimension): Dimension => {
    const known = derived.get(name) ?? make();
    derived.set(name, known);
    return known;
  };
  const fields: Dimension[] = fieldNames.map((name) => ({
    name,
    title: fieldTitles[name],
    labels: columns.fields[name].values,
    codes: columns.fields[name].codes,
    hasNone: true,
  }));
  const label = () =>
    keep('label', () => ({
      name: 'label',
      title: 'Label',
      labels: [...recordLabels, 'not a record'],
      codes: mapped(rows, (row) =>
        noRecord[row] === 1 ? recordLabels.length : gold[row] === unknownLabel ? 0 : gold[row] === -1 ? 2 : 1,
      ),
      hasNone: false,
    }));
  const place = () =>
    keep('place', () => ({
      name: 'place',
      title: 'Place of the first error',
      labels: tenths,
      codes: mapped(rows, (row) => {
        const [first, count] = [gold[row]!, steps[row]!];
        return first < 0 || first >= count ? 0 : Math.floor((first * 10) / count) + 1;
      }),
      hasNone: true,
    }));
  const late = () =>
    keep('late', () => ({
      name: 'late',
      title: 'Last third',
      labels: ['', 'late error', 'earlier error'],
      codes: mapped(rows, (row) => {
        const [first, count] = [gold[row]!, steps[row]!];
        return first < 0 || count === 0 ? 0 : first >= lateStart(count)! ? 1 : 2;
      }),
      hasNone: true,
    }));
  const length = () =>
    keep('length', () => ({
      name: 'length',
      title: 'Steps',
      labels: lengths,
      codes: mapped(rows, (row) => {
        const count = steps[row]!;
        if (count === 0) return 0;
        const at = lengthBounds.findIndex((bound) => count <= bound);
        return at === -1 ? lengthBounds.length + 1 : at + 1;
      }),
      hasNone: true,
    }));
  return {
    all: () => [label(), place(), late(), length(), ...fields],
    outcome: (critic) =>
      keep(`outcome ${critic}`, () => {
        const named = columns.critics.get(critic);
        return {
          name: 'outcome',
          title: 'Outcome',
          labels: outcomes,
          codes: mapped(rows, (row) => (named === undefined ? 0 : outcomeCode(gold[row]!, named[row]!))),
          hasNone: false,
        };
      }),
    renew: () => derived.clear(),
  };
}
