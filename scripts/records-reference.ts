// docs/records.md: the fields of a record and of what stages add to it, from the schemas and the comments beside them.
import { z } from 'zod';
import { critiqueSchema, voteSchema } from '../src/records/critique.ts';
import { difficultySchema, injectionSchema, verificationSchema } from '../src/records/injection.ts';
import { provenanceSchema } from '../src/records/provenance.ts';
import { type Solution, solutionSchema } from '../src/records/solution.ts';
import { usageSchema } from '../src/records/usage.ts';
import { commentsOfKeys } from './declaration-comments.ts';
import { code, type JsonType, prose, typeText } from './stage-reference.ts';

type OwnField = Extract<keyof typeof solutionSchema.shape, string> & keyof Solution;

const fields: Readonly<Record<OwnField, string>> = {
  id: 'unique in a file: `dataset[/subset]/original_id`',
  dataset: 'where the problem came from',
  subset: 'the part of the dataset',
  original_id: "the dataset's own id",
  generator: 'who wrote the solution',
  subject: 'algebra, number theory, …',
  difficulty: 'as the dataset states it',
  task: 'the kind of problem: math, code, physics, …',
  problem: 'the statement',
  answer: 'the reference answer',
  steps: 'the solution under judgement, a text each step',
  final_answer: 'the answer that this solution reaches',
  final_answer_correct: 'whether it is right',
  error_steps: 'the wrong steps, counted from 0; `[]` = known to be correct, `null` = unknown',
  error_source: 'who put the error there',
  injection: 'added by `inject`: [injection](#injection)',
  critiques: 'one entry for each critic: [critique](#critique)',
  provenance: 'which stages changed the record: [provenance](#provenance)',
  meta: 'what the dataset says beyond this, by name',
};

const source = (name: string): string => `src/records/${name}.ts`;

/** A type of zod's JSON Schema: null may be one of several types, or of a list of them. */
type NullableType = Omit<JsonType, 'type'> & { readonly type?: string | readonly string[] };

/** Objects within objects have their own section. */
function shortType({ type: names, anyOf, ...rest }: NullableType): string {
  const [type, ...others] = [names ?? []].flat().filter((name) => name !== 'null');
  if (anyOf !== undefined)
    return anyOf
      .filter((one) => one.type !== 'null')
      .map(shortType)
      .join(', or ');
  if (type === undefined && rest.enum === undefined) return 'any';
  if (others.length > 0)
    return [type!, ...others].map((one) => shortType({ ...rest, type: one })).join(', or ');
  if (type === 'object') return 'object';
  if (type !== 'array' || !rest.items)
    return typeText({ ...rest, ...(type !== undefined && { type }) } as JsonType);
  const item = rest.items as NullableType;
  return item.properties === undefined ? `list of ${shortType(item)}` : 'list of objects';
}

function nullable({ type, anyOf = [] }: NullableType): boolean {
  return [type ?? []].flat().includes('null') || anyOf.some((one) => one.type === 'null');
}

function table(schema: z.ZodType, about: (name: string) => string): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties as Record<string, JsonType>).map(([name, type]) => {
    const shown = `${shortType(type)}${nullable(type) ? ' or null' : ''}`;
    return `| ${code(name)} | ${shown} | ${required.includes(name) ? 'yes' : ''} | ${about(name)} |`;
  });
  return ['| field | type | required | |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

function commented(schema: z.ZodType, file: string): string {
  const comments = commentsOfKeys(source(file));
  return table(schema, (name) => prose(comments.get(name) ?? ''));
}

/** docs/records.md. */
export function recordsPage(): string {
  return [
    '# Records',
    '',
    'Made from the schemas by `npm run reference`. A record is one JSON object: a problem with a solution under judgement, and what stages added to it. Steps are counted from 0 in data and from 1 on screen. Fields that are not listed pass through every command untouched. [Formats](formats.md) says how records look in CSV, Parquet and Arrow, and [the command line](cli.md#bad-input) what happens to invalid ones.',
    '',
    '## Record',
    '',
    table(solutionSchema, (name) => fields[name as OwnField] ?? ''),
    '## Injection',
    '',
    'In `injection`, added by `latebench inject`. A rejected or failed injection keeps the original steps.',
    '',
    commented(injectionSchema, 'injection'),
    '### Verification',
    '',
    'In `injection.verification`: what a second model says about the two versions of the step.',
    '',
    commented(verificationSchema, 'injection'),
    '### Difficulty',
    '',
    'In `injection.difficulty`: how many blind critics find the error.',
    '',
    commented(difficultySchema, 'injection'),
    '## Critique',
    '',
    'In `critiques`, one for each critic. `unparsed` and `failed` are never "no error".',
    '',
    commented(critiqueSchema, 'critique'),
    '### Vote',
    '',
    'In `critiques[].votes`, in sample order.',
    '',
    commented(voteSchema, 'critique'),
    '## Usage',
    '',
    'What a stage paid for a record, in `usage`.',
    '',
    commented(usageSchema, 'usage'),
    '## Provenance',
    '',
    'One entry for each stage that changed the record.',
    '',
    commented(provenanceSchema, 'provenance'),
  ].join('\n');
}
