// How well one critic does in each slice of the records chosen: by place of the error first of all, then by length,
// type and whatever else tells records apart. Unreadable replies are wrong answers, as in `latebench score`.
import type { Query } from '../api.ts';
import type { Slice, SliceCell, SlicesPage } from '../api-analysis.ts';
import { type Dimension, outcomes } from '../records/dimensions.ts';
import { criticOf, selection } from '../sources/selection.ts';
import type { Source } from '../sources/source.ts';
import { shareOf } from './share.ts';

const sliced = [
  'place',
  'late',
  'length',
  'type',
  'source',
  'mode',
  'dataset',
  'subset',
  'subject',
  'difficulty',
  'generator',
  'task',
];
const maxCells = 24;

type Counts = Float64Array;
const at = (name: (typeof outcomes)[number]): number => outcomes.indexOf(name);

function cellOf(value: string, counts: Counts): SliceCell {
  const of = (...names: (typeof outcomes)[number][]): number =>
    names.reduce((sum, name) => sum + counts[at(name)]!, 0);
  const unreadableErroneous = counts[outcomes.length]!;
  const unreadableCorrect = counts[outcomes.length + 1]!;
  const erroneous = of('exact', 'too early', 'too late', 'missed') + unreadableErroneous;
  const correct = of('passed', 'false alarm') + unreadableCorrect;
  return {
    value,
    n: erroneous + correct,
    exact: shareOf(of('exact'), erroneous),
    detected: shareOf(of('exact', 'too early', 'too late'), erroneous),
    passed: shareOf(of('passed'), correct),
    unreadable: unreadableErroneous + unreadableCorrect,
  };
}

/** Rows of each code and outcome; unreadable replies are told apart by the label. */
function countCells(
  rows: Uint32Array,
  codes: ArrayLike<number>,
  values: number,
  judged: Dimension,
  gold: Int32Array,
): Counts[] {
  const unreadable = at('unreadable');
  const counts = Array.from({ length: values }, () => new Float64Array(outcomes.length + 2));
  for (const row of rows) {
    const outcome = judged.codes[row]!;
    if (outcome === 0) continue;
    const slot = outcome !== unreadable ? outcome : gold[row] === -1 ? outcomes.length + 1 : outcomes.length;
    const cell = counts[codes[row]!]!;
    cell[slot] = cell[slot]! + 1;
  }
  return counts;
}

/** `annotator`: whose judgements can be filtered by. */
export async function slicesOf(source: Source, query: Query, annotator: string | null): Promise<SlicesPage> {
  for (const part of ['fields', 'verdicts', 'steps'] as const) await source.ready(part);
  const { columns, dimensions } = source;
  const critics = [...columns.critics.keys()];
  const critic = criticOf(source, query);
  if (critic === undefined) return { critic: null, critics, total: null, slices: [] };
  const { rows } = await selection(source, query, annotator);
  const judged = dimensions.outcome(critic);
  const [all] = countCells(rows, new Uint8Array(columns.rows), 1, judged, columns.gold);
  const known = dimensions.all();
  const slices = sliced.flatMap((name): Slice[] => {
    const dimension = known.find((one) => one.name === name);
    if (dimension === undefined) return [];
    const counts = countCells(rows, dimension.codes, dimension.labels.length, judged, columns.gold);
    const cells = dimension.labels
      .map((value, code) => cellOf(value, counts[code]!))
      .filter(({ value, n }) => n > 0 && value !== '');
    const byPlace = ['place', 'late', 'length', 'difficulty'].includes(name);
    const shown = (byPlace ? cells : cells.sort((a, b) => b.n - a.n)).slice(0, maxCells);
    return shown.length < 2 && name !== 'place' ? [] : [{ name, title: dimension.title, cells: shown }];
  });
  return { critic, critics, total: cellOf('all', all!), slices };
}
