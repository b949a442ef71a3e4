// Options that change nothing beside the others that are given: by flags for commands, by keys for pipelines and programs.
import { LateBenchError } from '../errors.ts';
import type { AnyStage } from './define.ts';
import type { Option, StageOption } from './option.ts';
import { optionRows } from './option-rows.ts';

/** Options as they are given, by the names of their flags. */
export interface GivenOptions {
  has(name: string): boolean;
  /** What is given, or the default; of a list each value. */
  values(name: string): readonly string[];
}

/** An option that is given in vain, and the conditions of which one is missing (`without`) or holds (`beside`). */
interface IdleOption<O extends Pick<Option, 'name'>> {
  readonly option: O;
  readonly kind: 'without' | 'beside';
  readonly conditions: readonly string[];
}

/** `unique=near` is the option and one of its values. */
function partsOf(condition: string): readonly [name: string, value?: string] {
  return condition.split('=') as [string, string?];
}

function holds(condition: string, given: GivenOptions): boolean {
  const [name, value] = partsOf(condition);
  if (value !== undefined) return given.values(name).includes(value);
  // No votes are none.
  return given.has(name) && given.values(name).at(-1) !== '0';
}

/** The first of the given options that nothing reads. A condition on an option that is not among `options` is met. */
export function idleOption<O extends Option>(
  options: readonly O[],
  given: GivenOptions,
): IdleOption<O> | undefined {
  const names = new Set(options.map(({ name }) => name));
  const isThere = (condition: string): boolean => names.has(partsOf(condition)[0]);
  for (const option of options.filter(({ name }) => given.has(name))) {
    const { needs = [], idleWith = [] } = option;
    if (needs.length > 0 && needs.every((need) => isThere(need) && !holds(need, given)))
      return { option, kind: 'without', conditions: needs };
    const beside = idleWith.filter((other) => isThere(other) && holds(other, given));
    if (beside.length > 0) return { option, kind: 'beside', conditions: beside };
  }
  return undefined;
}

/** What is wrong with it; `shown` spells an option, or one of its values, as the user writes it. */
export function idleWords<O extends Pick<Option, 'name'>>(
  { option, kind, conditions }: IdleOption<O>,
  shown: (name: string, value?: string) => string,
): string {
  const others = conditions.map((condition) => shown(...partsOf(condition)));
  const [word, remedy] =
    kind === 'without' ? ['without', 'give both, or neither'] : ['beside', 'leave out one of them'];
  return `${shown(option.name)} changes nothing ${word} ${others.join(' or ')}: ${remedy}`;
}

function isOn({ negates }: StageOption, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value === 'boolean' ? value !== (negates === true) : true;
}

/**
 * What holds for the flags of a stage, for its options as pipelines and programs write them.
 *
 * @param given The options as they are given.
 * @param checked The same with their defaults.
 * @throws LB_CONFIG
 */
export function checkIdleOptions(
  { name, options }: Pick<AnyStage, 'name' | 'options'>,
  given: Readonly<Record<string, unknown>>,
  checked: Readonly<Record<string, unknown>>,
): void {
  const rows = optionRows(options);
  const byName = new Map(rows.map((row) => [row.name, row]));
  const idle = idleOption(rows, {
    has(flag) {
      const row = byName.get(flag);
      return row !== undefined && isOn(row, given[row.key]);
    },
    values: (flag) => [checked[byName.get(flag)?.key ?? '']].flat().map(String),
  });
  if (idle === undefined) return;
  const words = idleWords(idle, (flag, value) => {
    const { key, negates } = byName.get(flag)!;
    return negates === true ? `${key}: false` : value === undefined ? key : `${key} ${JSON.stringify(value)}`;
  });
  throw new LateBenchError('LB_CONFIG', `${name}: ${words}`);
}
