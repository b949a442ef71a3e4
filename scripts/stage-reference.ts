// The reference of stages as Markdown, from their declarations: what each takes and hands on, and a table of its options.
import { z } from 'zod';
import { declaredCommands } from '../src/cli/catalogue.ts';
import type { CommandFacts } from '../src/cli/command-table.ts';
import { loadStage, stageNames } from '../src/stages/catalogue.ts';
import type { AnyStage } from '../src/stages/define.ts';
import type { StageOption } from '../src/stages/option.ts';
import { kebab, optionRows } from '../src/stages/option-rows.ts';
import type { Variant } from '../src/stages/variant.ts';

export interface JsonType {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonType[];
  readonly oneOf?: readonly JsonType[];
  readonly items?: JsonType | false;
  readonly prefixItems?: readonly JsonType[];
  readonly properties?: Readonly<Record<string, JsonType>>;
  readonly additionalProperties?: JsonType | boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

/** Where a stage's flags are: a command, and for a variant the switch before them and the options that are not its own. */
export interface Flags {
  readonly command: Pick<CommandFacts, 'name' | 'options'>;
  readonly variant?: Variant;
}

export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const json = (value: unknown): string => code(JSON.stringify(value));
export const prose = (text: string): string => text.replaceAll(/[|<>*]/g, (mark) => `\\${mark}`);
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function bounded(name: string, { minimum, exclusiveMinimum, maximum }: JsonType): string {
  const from = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const to = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const below = to === undefined ? '' : `at most ${to}`;
  if (exclusiveMinimum !== undefined) return `${name} above ${exclusiveMinimum}${below && `, ${below}`}`;
  if (from === undefined) return `${name}${below && ` of ${below}`}`;
  return to === undefined ? `${name} of at least ${from}` : `${name} from ${from} to ${to}`;
}

/** `whole number from 1 to 9`, `list of texts`, … */
export function typeText(type: JsonType, plural = ''): string {
  const { anyOf, oneOf = anyOf, enum: values, prefixItems, items, properties, additionalProperties } = type;
  if (oneOf !== undefined) return oneOf.map((one) => typeText(one)).join(', or ');
  if (type.const !== undefined) return json(type.const);
  if (values !== undefined) return values.map(json).join(', ');
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => typeText(one)).join(', ')}]`;
  if (type.type === 'array') return items ? `list of ${typeText(items, 's')}` : 'list';
  if (type.type === 'object') {
    if (properties !== undefined) {
      const parts = Object.entries(properties).map(([key, part]) => `${code(key)} (${typeText(part)})`);
      return `object with ${parts.join(', ')}`;
    }
    return typeof additionalProperties === 'object'
      ? `object of ${typeText(additionalProperties, 's')}`
      : 'object';
  }
  if (type.type === 'boolean') return 'true or false';
  if (type.type === 'string') return `text${plural}`;
  return bounded(`${type.type === 'integer' ? 'whole number' : 'number'}${plural}`, type);
}

function flagText(row: StageOption | undefined, key: string, flags: Flags | undefined): string {
  const { command, variant } = flags ?? {};
  const shared = variant?.shares.includes(key) === true;
  const own = variant === undefined ? row?.name : row && `${variant.flag}-${row.name}`;
  const name = shared ? kebab(key) : own;
  const option = command?.options.find((one) => one.name === name);
  if (option === undefined) return '';
  const { short, value } = option;
  return code(
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
  );
}

/** Spellings whose text says something else than the value in a pipeline. */
const spelled: Partial<Record<string, string>> = {
  stepFromOne: 'the flag counts from 1, the option from 0',
  fileText: 'the flag names a file, the option holds its text',
  textOrFile: 'the flag takes the text or a file, the option holds the text',
};

function aboutText(row: StageOption | undefined, about: string): string {
  const note = spelled[row?.spelling ?? ''];
  const off = row?.negates === true ? '`false`: ' : '';
  return `${off}${prose(about)}${note === undefined ? '' : `; ${note}`}`;
}

function table(stage: AnyStage, flags: Flags | undefined): string {
  const { properties, required = [] } = z.toJSONSchema(stage.options, { io: 'input' });
  const rows = optionRows(stage.options);
  const lines = Object.entries((properties ?? {}) as Record<string, JsonType>).map(([key, type]) => {
    const row = rows.find((one) => one.key === key);
    const preset = type.default === undefined ? '' : json(type.default);
    const cells = [
      code(key),
      flagText(row, key, flags),
      typeText(type),
      required.includes(key) ? 'required' : preset,
      aboutText(row, type.description ?? ''),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  if (lines.length === 0) return 'It has no options.\n';
  return ['| option | flag | type | default | |', '| --- | --- | --- | --- | --- |', ...lines, ''].join('\n');
}

function portsText(stage: AnyStage): string {
  if (stage.kind === 'reduce') return 'records in, a result out';
  if (stage.kind === 'stream') return 'records in, records out';
  const words = { layout: "rows in another project's layout", none: 'nothing' } as const;
  const word = (port: string): string => (port === 'layout' || port === 'none' ? words[port] : port);
  const side = stage.kind === 'map' ? stage.ports.side : undefined;
  const rest = side === undefined ? '' : `; ${side.about} to ${code(side.name)}`;
  return `${word(stage.ports.in)} in, ${word(stage.ports.main)} out${rest}`;
}

function callsText(stage: AnyStage): string {
  const role = stage.kind === 'reduce' || stage.kind === 'stream' ? undefined : stage.role;
  if (role === undefined) return 'Calls no model.';
  return role === 'every' ? 'Calls the models of all roles.' : `Calls the model of the role ${code(role)}.`;
}

/** One stage, under its name. */
export function stageSection(stage: AnyStage, flags: Flags | undefined): string {
  const page = stage.docs.replace(/^docs\//, '');
  const { command, variant } = flags ?? {};
  const call = variant === undefined ? command?.name : `${command?.name} --${variant.flag}`;
  const facts = [
    `Kind: ${stage.kind}`,
    `ports: ${portsText(stage)}`,
    call === undefined ? 'no command' : `command: ${code(`latebench ${call}`)}`,
  ].join('; ');
  const head = `## ${stage.name}\n\n${sentence(prose(stage.summary))} ${callsText(stage)} More in [${page}](${page}).\n\n${facts}.\n`;
  return `${head}\n${table(stage, flags)}`;
}

type Commands = Readonly<Record<string, CommandFacts>>;

/** The command that runs a stage, or the one that runs it as its variant. */
function flagsOf(stage: AnyStage, stages: readonly AnyStage[], commands: Commands): Flags | undefined {
  const name = stage.kind === 'job' ? (stage.command ?? stage.name) : stage.name;
  const [first = '', action] = name.split(' ');
  const command = commands[first];
  const actions = command?.actions?.find((one) => one.name === action || one.name === name);
  const facts = action === undefined ? command : actions;
  if (facts !== undefined) return { command: { name, options: facts.options } };
  const host = stages.find((one) => one.kind === 'map' && one.variant?.use === stage.name);
  const owner = host === undefined ? undefined : commands[host.name];
  if (host?.kind !== 'map' || host.variant === undefined || owner === undefined) return undefined;
  return { command: owner, variant: host.variant };
}

/** docs/reference.md. */
export async function referencePage(): Promise<string> {
  const [stages, commands] = await Promise.all([Promise.all(stageNames.map(loadStage)), declaredCommands()]);
  const index = stages.map(
    ({ name, kind, summary }) => `| [${name}](#${name}) | ${kind} | ${prose(summary)} |`,
  );
  const head = [
    '# Reference of stages',
    '',
    'Made from the declarations by `npm run reference`. A `map` turns records into records, a `stream` looks at all of',
    'them, for example to sample from them, a `reduce` reads records to',
    'their end and comes to one result, a `job` does a piece of work as a whole. *Option* is the name in pipelines and',
    'programs; an option without a flag is for those only. Options that all commands share (input, output, endpoints,',
    'limits, errors) are in `latebench COMMAND --help` and in [cli.md](cli.md).',
    '',
    '| stage | kind | |',
    '| --- | --- | --- |',
    ...index,
    '',
  ].join('\n');
  const sections = stages.map((stage) => stageSection(stage, flagsOf(stage, stages, commands)));
  return `${head}\n${sections.join('\n')}`;
}
