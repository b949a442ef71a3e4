// The cells of a grid as a table: development beside held-out records, and each cell against the reference.
import type { GridObject, GridRow } from '../records/grid.ts';
import { formatP, headlineTitle } from './comparison-tables.ts';
import { formatCount, formatPercent, formatPoints } from './format.ts';
import { gridRules } from './grid-text.ts';
import { countColumn } from './score-figures.ts';
import type { CellValue, Column, Table } from './table.ts';

function number(key: string, title: string, format: (value: number) => string): Column {
  return { key, title, align: 'right', format: (value) => format(Number(value)) };
}

const forPrograms = (key: string): Column => ({ key, title: key, audience: 'programs' });

function verdictOf({ name, eliminated, test }: GridRow, { chosen, finding, settings }: GridObject): string {
  const words = [
    ...(name === settings.reference ? ['reference'] : []),
    ...(name === chosen ? [finding === 'better' ? 'chosen, better' : 'chosen'] : []),
    ...(eliminated === null ? [] : [`out after rung ${eliminated}`]),
    ...(test?.differs === true ? [(test.difference ?? 0) > 0 ? 'differs: better' : 'differs: worse'] : []),
  ];
  return words.join('; ');
}

function rowOf(row: GridRow, grid: GridObject): Record<string, CellValue> {
  const { place, name, development, held_out: heldOut, test, usage } = row;
  return {
    ...{ place, name, development: development.value, held_out: heldOut.value },
    judged: development.n + heldOut.n,
    held_out_low: heldOut.interval?.[0] ?? null,
    held_out_high: heldOut.interval?.[1] ?? null,
    difference: test?.difference ?? null,
    interval: test?.interval == null ? null : test.interval.map(formatPoints).join(' to '),
    low: test?.interval?.[0] ?? null,
    high: test?.interval?.[1] ?? null,
    p_alone: test?.p ?? null,
    p_adjusted: test?.p_adjusted ?? null,
    calls: usage.calls,
    tokens_alone: usage.prompt_tokens + usage.completion_tokens,
    // A cell need not be called after its model, and a simulation has to show.
    models: grid.models.join(' '),
    verdict: verdictOf(row, grid),
  };
}

/** `brief`: the columns that fit a terminal. `max`: this many rows, and the reference. */
export function gridTable(grid: GridObject, { brief, max }: { brief: boolean; max?: number }): Table {
  const title = headlineTitle(grid.settings.headline);
  const { reference } = grid.settings;
  const halved = grid.settings.rungs.length > 0;
  const shown = grid.cells.filter(
    ({ place, name }) => max === undefined || place <= max || name === reference || name === grid.chosen,
  );
  const left = grid.cells.length - shown.length;
  const all: readonly Column[] = [
    { key: 'place', title: '#', align: 'right' },
    { key: 'name', title: 'cell', wraps: true },
    ...(halved || !brief ? [countColumn('judged', 'records')] : []),
    number('development', `${title}\ndev`, formatPercent),
    number('held_out', `${title}\nheld out`, formatPercent),
    ...(brief ? [] : ['held_out_low', 'held_out_high'].map(forPrograms)),
    number('difference', 'vs ref', formatPoints),
    ...(brief
      ? []
      : [{ key: 'interval', title: '95% interval', align: 'right', audience: 'people' } as const]),
    ...(brief ? [] : ['low', 'high', 'p_alone'].map(forPrograms)),
    number('p_adjusted', 'p\n(Holm)', formatP),
    { key: 'verdict', title: 'finding', wraps: true },
    ...(brief ? [] : [countColumn('calls', 'calls alone')]),
    ...(brief ? [] : ['tokens_alone', 'models'].map(forPrograms)),
  ];
  return {
    columns: all,
    rows: shown.map((row) => rowOf(row, grid)),
    notes: [
      ...(left === 0 ? [] : [`${formatCount(left)} more cells are in grid.html and grid.json.`]),
      ...(brief ? [] : gridRules(grid)),
    ],
  };
}
