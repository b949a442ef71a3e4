// From a stage's zod schema to its options as plain data. A key in camelCase becomes a flag in kebab-case; a switch that
// is on by default becomes `--no-…`; choices, bounds and defaults are those of the schema.
import { z } from 'zod';
import type { OfferedValue, OptionGroup, StageOption } from './option.ts';
import type { Spelling } from './spellings.ts';

/** What an option's schema says beside its type, with its description by `option` (described-option.ts). */
export interface OptionMeta {
  /** Placeholder of the value in help. */
  readonly value?: string;
  readonly group?: OptionGroup;
  readonly short?: string;
  /** Its flag, where that is not the key in kebab-case; false: for pipelines and programs only. */
  readonly flag?: string | false;
  readonly aliases?: readonly string[];
  readonly spelling?: Spelling;
  readonly setting?: string;
  readonly needs?: readonly string[];
  readonly idleWith?: readonly string[];
  /** A spelled option that may be given several times. */
  readonly multiple?: boolean;
  /** Of a switch that is on by default: what its flag without `no-` says in help. None: it has only `--no-…`. */
  readonly positive?: string;
  readonly label?: string;
  readonly example?: string;
  readonly offers?: readonly OfferedValue[];
  /** False: it concerns many records or names a file, so forms for a single record leave it out. */
  readonly form?: false;
}

/** The keys above: they mean nothing in a JSON Schema. */
export const optionMetaKeys = [
  'value',
  'group',
  'short',
  'flag',
  'aliases',
  'spelling',
  'setting',
  'needs',
  'idleWith',
  'multiple',
  'positive',
  'label',
  'example',
  'offers',
  'form',
] as const;

interface Unwrapped {
  readonly inner: z.core.$ZodType;
  readonly preset: unknown;
  readonly meta: OptionMeta & { readonly description?: string | undefined };
}

/** Takes `optional`, `default` and the like off; what an outer layer says wins. */
function unwrap(schema: z.core.$ZodType): Unwrapped {
  const meta: Unwrapped['meta'] = z.globalRegistry.get(schema) ?? {};
  const { def } = schema._zod;
  if (!('innerType' in def)) return { inner: schema, preset: undefined, meta };
  const below = unwrap(def.innerType as z.core.$ZodType);
  const preset = 'defaultValue' in def ? def.defaultValue : below.preset;
  return { inner: below.inner, preset, meta: { ...below.meta, ...meta } };
}

/** `minSteps` → `min-steps`, `topK` → `top-k`. */
export function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Shape = Pick<StageOption, 'kind' | 'min' | 'max' | 'choices' | 'multiple' | 'numbers' | 'words'>;

function shapeOf(schema: z.core.$ZodType, spelled: boolean): Shape | null {
  if (spelled) return { kind: 'text' };
  if (schema instanceof z.ZodBoolean) return { kind: 'switch' };
  if (schema instanceof z.ZodString) return { kind: 'text' };
  if (schema instanceof z.ZodEnum) return { kind: 'text', choices: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral) return { kind: 'text', choices: [...schema.values].map(String) };
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    return {
      kind: schema.isInt ? 'whole' : 'number',
      ...(minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? { min: minValue } : {}),
      ...(maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? { max: maxValue } : {}),
    };
  }
  if (schema instanceof z.ZodUnion) return numberOrWord(schema.options);
  if (!(schema instanceof z.ZodArray)) return null;
  const element = shapeOf(unwrap(schema.element).inner, false);
  if (element === null) return null;
  return element.kind === 'text' ? { ...element, multiple: true } : { ...element, numbers: true };
}

/** A number, or one of a few words. */
function numberOrWord(options: readonly z.core.$ZodType[]): Shape | null {
  const shapes = options.map((option) => shapeOf(unwrap(option).inner, false));
  const number = shapes.find((shape) => shape?.kind === 'whole' || shape?.kind === 'number');
  const words = shapes.flatMap((shape) => shape?.choices ?? []);
  return number === undefined || number === null || words.length === 0 ? null : { ...number, words };
}

function presetText(preset: unknown): string | undefined {
  if (preset === undefined || typeof preset === 'boolean') return undefined;
  if (Array.isArray(preset)) return preset.join(',');
  return typeof preset === 'object' ? JSON.stringify(preset) : String(preset);
}

function rowOf(key: string, schema: z.core.$ZodType): StageOption | null {
  const { inner, preset, meta } = unwrap(schema);
  if (meta.flag === false) return null;
  const shape = shapeOf(inner, meta.spelling !== undefined);
  if (shape === null) {
    throw new Error(
      `option ${key}: the command line cannot spell its type; give it a spelling, or flag: false`,
    );
  }
  const { description, value, group = 'Work', short, flag, aliases, spelling, setting, multiple } = meta;
  const { label, example, offers, needs, idleWith } = meta;
  const negates = shape.kind === 'switch' && preset === true;
  const text = presetText(preset);
  return {
    key,
    name: flag ?? (negates ? `no-${kebab(key)}` : kebab(key)),
    about: description ?? '',
    group,
    ...shape,
    ...(shape.kind === 'switch' ? {} : { value: value ?? 'VALUE' }),
    ...(text === undefined ? {} : { default: text }),
    ...(short === undefined ? {} : { short }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(spelling === undefined ? {} : { spelling }),
    ...(setting === undefined ? {} : { setting }),
    ...(needs === undefined ? {} : { needs }),
    ...(idleWith === undefined ? {} : { idleWith }),
    ...(multiple === undefined ? {} : { multiple }),
    ...(negates ? { negates } : {}),
    ...(label === undefined ? {} : { label }),
    ...(example === undefined ? {} : { example }),
    ...(offers === undefined ? {} : { offers }),
  };
}

/** The flag that says what is so anyway, beside the one that says the opposite. */
function positiveRow(row: StageOption, schema: z.core.$ZodType): readonly StageOption[] {
  const { positive } = unwrap(schema).meta;
  if (positive === undefined) return [];
  const { negates: _, ...rest } = row;
  return [{ ...rest, name: kebab(row.key), about: positive }];
}

/** In the order of the schema. */
export function optionRows(schema: z.ZodObject): readonly StageOption[] {
  return Object.entries(schema.shape).flatMap(([key, option]) => {
    const row = rowOf(key, option);
    return row === null ? [] : [row, ...positiveRow(row, option)];
  });
}

/** Those of the rows that mean something for a single record. */
export function formRows(schema: z.ZodObject): readonly StageOption[] {
  return optionRows(schema).filter(({ key }) => optionMeta(schema.shape[key]!).form !== false);
}

/** What the schema of one option says beside its type. */
export function optionMeta(
  schema: z.core.$ZodType,
): OptionMeta & { readonly description?: string | undefined } {
  return unwrap(schema).meta;
}
