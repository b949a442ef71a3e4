// From a declared grid to its cells, and to the plain pipeline in which every cell is a critic of its own. Cells that ask
// the same calls share them, as critics of one run do.
import { basename, extname } from 'node:path';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { planStages } from '../../executor/build-plan.ts';
import type { GridCell } from '../../records/grid.ts';
import { canonicalJson } from '../../records/identity.ts';
import { didYouMean } from '../../records/nearest-name.ts';
import { loadStage } from '../../stages/catalogue.ts';
import type { ProblemPart } from '../../stages/problem-part.ts';
import type { RecordPipeline, StageDeclaration } from '../schema.ts';
import { stageNamed } from '../stage-files.ts';
import { type GridDeclaration, maxCells } from './schema.ts';

/** A pipeline that declares a grid. */
export type GridPipeline = RecordPipeline & { readonly grid: GridDeclaration };

export interface Grid {
  readonly definition: GridPipeline;
  /** Of the critic that is varied, from 0. */
  readonly place: number;
  readonly cells: readonly GridCell[];
  /** Name of the reference cell. */
  readonly reference: string;
  /** The plain pipeline of these cells, each on a part of the problems where one is given. */
  pipeline(only?: ReadonlySet<string>, parts?: ReadonlyMap<string, ProblemPart>): RecordPipeline;
}

export function isGrid(definition: { readonly grid?: unknown }): definition is GridPipeline {
  return definition.grid !== undefined;
}

function wrong(message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `grid: ${message}`);
}

/** The one that is named, else the only stage that adds critiques. */
async function placeOf({ stages, grid }: GridPipeline): Promise<number> {
  const judges = async (place: number): Promise<boolean> => {
    const stage = await loadStage(stages[place]!.use);
    return stage.kind === 'map' && stage.adds === 'critique';
  };
  if (grid.stage !== undefined) {
    const place = stageNamed({ stages }, grid.stage, 'grid.stage');
    if (await judges(place)) return place;
    throw wrong(
      `stage: ${grid.stage} adds no critique, so its options change the records, and cells would not be compared on the same ones; run a pipeline for each value, then "latebench compare RUN RUN" on what they share`,
    );
  }
  const places = [...stages.keys()];
  const found = await Promise.all(places.map(judges));
  const [first, ...more] = places.filter((place) => found[place]);
  if (first === undefined) {
    throw wrong('no stage adds critiques (critic, prm); a grid compares critics on the same records');
  }
  if (more.length === 0) return first;
  const names = [first, ...more].map((place) => `${place + 1} ${stages[place]!.use}`).join(', ');
  throw wrong(`several stages add critiques (${names}): say which one is varied with grid.stage`);
}

/** How a value is called in the name of a cell: short, without commas, which separate names in lists. */
function valueText(value: unknown): string {
  if (value === null) return 'default';
  if (typeof value === 'object' && 'source' in value && typeof value.source === 'string') {
    return basename(value.source, extname(value.source)) || value.source;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[,;\s]+/g, ' ').slice(0, 60);
}

/** Texts of an option's values, all different. */
function textsOf(values: readonly unknown[]): readonly string[] {
  const taken = new Set<string>();
  return values.map((value) => {
    const text = valueText(value);
    let free = text;
    for (let number = 2; taken.has(free); number += 1) free = `${text} (${number})`;
    taken.add(free);
    return free;
  });
}

function checkNames({ grid, stages }: GridPipeline, place: number, known: readonly string[]): void {
  const { use } = stages[place]!;
  for (const name of Object.keys(grid.vary)) {
    if (!known.includes(name)) throw wrong(`vary: ${use} has no option ${name}${didYouMean(name, known)}`);
    if (name === 'name' || name === 'part')
      throw wrong(`vary: ${name} is the grid's own to set; leave it out`);
    const values = grid.vary[name]!.map(canonicalJson);
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) throw wrong(`vary: ${name} has ${twice} twice`);
  }
  const varied = Object.keys(grid.vary);
  for (const [name, value] of Object.entries(grid.reference ?? {})) {
    if (!varied.includes(name)) {
      throw wrong(`reference: ${name} is not varied${didYouMean(name, varied)}`);
    }
    const texts = grid.vary[name]!.map(canonicalJson);
    if (!texts.includes(canonicalJson(value))) {
      throw wrong(`reference: ${name} ${canonicalJson(value)} is none of its values: ${texts.join(', ')}`);
    }
  }
}

interface Choice {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/** Every combination, the last option changing fastest. */
function combinations({ vary }: GridDeclaration): readonly Choice[] {
  let found: readonly Choice[] = [{ settings: {}, words: [] }];
  for (const [option, values] of Object.entries(vary)) {
    const texts = textsOf(values);
    found = found.flatMap(({ settings, words }) =>
      values.map((value, at) => ({
        settings: { ...settings, [option]: value },
        words: [...words, `${option} ${texts[at]}`],
      })),
    );
  }
  return found;
}

function isReference({ vary, reference = {} }: GridDeclaration, { settings }: GridCell): boolean {
  return Object.entries(vary).every(
    ([name, [first]]) =>
      canonicalJson(settings[name]) === canonicalJson(name in reference ? reference[name] : first),
  );
}

function stageOf(
  { use, with: base }: StageDeclaration,
  { name, settings }: GridCell,
  part: ProblemPart | undefined,
): StageDeclaration {
  const options = Object.entries({ ...base, ...settings, name, part }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { use, with: Object.fromEntries(options) } as StageDeclaration;
}

/**
 * @throws LB_CONFIG for an option that the critic does not have, for a value that it does not take, and for a reference that
 * is no cell
 */
export async function gridOf(definition: GridPipeline): Promise<Grid> {
  const { grid, stages } = definition;
  const place = await placeOf(definition);
  const base = stages[place]!;
  checkNames(definition, place, Object.keys((await loadStage(base.use)).options.shape));
  const choices = combinations(grid);
  if (choices.length > maxCells) {
    throw wrong(`vary: these are ${choices.length} cells, and at most ${maxCells} are compared at once`);
  }
  const given = (base.with as { readonly name?: string }).name;
  const cells = choices.map(({ settings, words }) => ({
    name: [...(given === undefined ? [] : [given]), ...words].join('; '),
    settings,
  }));
  for (const cell of cells) {
    try {
      await planStages([stageOf(base, cell, undefined)], { first: place });
    } catch (cause) {
      if (!isLateBenchError(cause) || cause.code !== 'LB_CONFIG') throw cause;
      throw wrong(`cell ${cell.name}: ${cause.message}`);
    }
  }
  const { grid: _, ...plain } = definition;
  return {
    definition,
    place,
    cells,
    reference: cells.find((cell) => isReference(grid, cell))!.name,
    pipeline(only, parts) {
      const left = cells.filter(({ name }) => only?.has(name) !== false);
      const critics = left.map((cell) => stageOf(base, cell, parts?.get(cell.name)));
      return { ...plain, stages: [...stages.slice(0, place), ...critics, ...stages.slice(place + 1)] };
    },
  };
}
