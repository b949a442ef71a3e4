// What a schema says against a value, in one line, with the name that was probably meant.
import { z } from 'zod';
import { issueWords, valueAt } from './issue-text.ts';
import { nameList } from './name-list.ts';
import { didYouMean } from './nearest-name.ts';

const childOf = (value: unknown, key: PropertyKey): unknown => valueAt(value, [key]);

const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault];

/** The schemas that may hold at `path`; of a union, those that the value's own discriminator chooses. */
function schemasAt(schema: unknown, path: readonly PropertyKey[], value?: unknown): readonly unknown[] {
  if (wrappers.some((wrapper) => schema instanceof wrapper))
    return schemasAt((schema as z.ZodOptional).unwrap(), path, value);
  if (schema instanceof z.ZodUnion) {
    const kinds = schema.options.filter((option) => fits(option, discriminatorOf(schema), value));
    return kinds.flatMap((option) => schemasAt(option, path, value));
  }
  const [key, ...rest] = path;
  if (key === undefined) return [schema];
  const inner = childOf(value, key);
  if (schema instanceof z.ZodObject) return schemasAt(schema.shape[String(key)], rest, inner);
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest, inner);
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, rest, inner);
  return [];
}

function discriminatorOf(schema: z.ZodUnion): string | undefined {
  return schema instanceof z.ZodDiscriminatedUnion ? schema.def.discriminator : undefined;
}

function literalsOf(option: unknown, key: string): readonly string[] {
  const literal = option instanceof z.ZodObject ? option.shape[key] : undefined;
  return literal instanceof z.ZodLiteral ? [...literal.values].map(String) : [];
}

/** False where the value says that it is of another kind. */
function fits(option: unknown, discriminator: string | undefined, value: unknown): boolean {
  if (discriminator === undefined) return true;
  const kind = childOf(value, discriminator);
  return typeof kind !== 'string' || literalsOf(option, discriminator).includes(kind);
}

/** The names that a value may have at `path`; none where the schema does not say. */
export function namesAt(schema: unknown, path: readonly PropertyKey[], value?: unknown): readonly string[] {
  return schemasAt(schema, path, value).flatMap((one) =>
    one instanceof z.ZodObject ? Object.keys(one.shape) : [],
  );
}

/** The texts that a value may be at `path`; none where the schema does not list them. */
export function choicesAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  return schemasAt(schema, path).flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []));
}

/** What may stand at the path of a discriminator. */
function kindsAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  const key = String(path.at(-1));
  return schemasAt(schema, path.slice(0, -1)).flatMap((one) => literalsOf(one, key));
}

/** Of a union of several forms, what is wrong by the one that was probably meant: the one that fits furthest. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  const isOther = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0;
  return errors.find((issues) => issues.length > 0 && !issues.some(isOther))?.[0];
}

/** The field that a name stands for on the command line, where the two differ: of `samples`, `n`. */
function fieldOfFlag(schema: unknown, path: readonly PropertyKey[], value: unknown, name: string): string {
  const isNamedSo = (field: unknown): boolean => {
    const { flag } = (z.globalRegistry.get(field as z.ZodType) ?? {}) as { readonly flag?: unknown };
    return typeof flag === 'string' && flag.replaceAll('-', '') === name.toLowerCase();
  };
  const fields = schemasAt(schema, path, value).flatMap((one) =>
    one instanceof z.ZodObject ? Object.entries(one.shape) : [],
  );
  const found = fields.find(([, field]) => isNamedSo(field));
  return found === undefined ? '' : `; did you mean ${found[0]}?`;
}

/** What is there is listed once, where nothing near it was meant. `flagged`: the field that a flag stands for. */
function unknownNames(
  names: readonly string[],
  known: readonly string[],
  flagged: (name: string) => string,
): string {
  const meant = names.map((name) => flagged(name) || didYouMean(name, known));
  const each = names.map((name, at) => `it has no field ${name}${meant[at]}`).join('; ');
  return known.length === 0 || !meant.includes('') ? each : `${each}; its fields: ${nameList(known, 12)}`;
}

/** `filter: it has no field minStpes; did you mean minSteps?`. `whole` is said in place of an empty path. */
export function schemaProblem(
  { path, ...issue }: z.core.$ZodIssue,
  schema: z.ZodType,
  value: unknown,
  whole: string,
): string {
  const place = path.length === 0 ? whole : path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const flagged = (name: string): string => fieldOfFlag(schema, path, value, name);
    return `${place}: ${unknownNames(issue.keys, namesAt(schema, path, value), flagged)}`;
  }
  const given = valueAt(value, path);
  if (issue.code === 'invalid_union') {
    const meant = closest({ path, ...issue });
    if (meant !== undefined) {
      return schemaProblem({ ...meant, path: [...path, ...meant.path] }, schema, value, whole);
    }
  }
  const choices =
    issue.code === 'invalid_value'
      ? issue.values.map(String)
      : issue.code === 'invalid_union' && path.length > 0
        ? kindsAt(schema, path)
        : [];
  if (choices.length > 1 && given === undefined)
    return `${place}: it is missing; use one of ${choices.join(', ')}`;
  if (typeof given === 'string' && choices.length > 1) {
    return `${place}: ${given} is none of ${choices.join(', ')}${didYouMean(given, choices)}`;
  }
  return `${place}: ${issueWords({ ...issue, path }, value)}`;
}
