// The facts of a run as HTML: what was measured, with what, on what. Values are texts; nothing is interpreted.
import { formatCounted } from './format.ts';
import { element, type Markup } from './markup.ts';

export interface RunFacts {
  /** Model by role: {critic: 'gpt-4o-mini', inject: 'gpt-4o'}. */
  readonly models: Readonly<Record<string, string>>;
  readonly protocol?: string | null;
  readonly votes?: number | null;
  readonly seed?: number | null;
  readonly inputs?: readonly {
    readonly source: string;
    readonly sha256?: string | null;
    readonly records?: number | null;
  }[];
  /** Versions by what they are of: {latebench: '0.1.0', node: 'v22.4.0'}. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Anything else worth saying, by its label. */
  readonly more?: Readonly<Record<string, string>>;
}

type Fact = readonly [label: string, values: readonly string[]];

function inputLines(inputs: NonNullable<RunFacts['inputs']>): string[] {
  return inputs.map(({ source, sha256, records }) =>
    [
      source,
      records == null ? '' : `${formatCounted(records, 'record')}`,
      // Enough of the hash to distinguish files; the manifest has all of it.
      sha256 ? `sha256 ${sha256.slice(0, 12)}…` : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  );
}

function factsOf(facts: RunFacts): Fact[] {
  const one = (label: string, value: string | number | null | undefined): Fact => [
    label,
    value === null || value === undefined ? [] : [String(value)],
  ];
  return [
    ['Models', Object.entries(facts.models).map(([role, model]) => `${role}: ${model}`)],
    one('Protocol', facts.protocol),
    one('Votes', facts.votes),
    one('Seed', facts.seed),
    ['Inputs', inputLines(facts.inputs ?? [])],
    ['Versions', Object.entries(facts.versions ?? {}).map(([name, version]) => `${name} ${version}`)],
    ...Object.entries(facts.more ?? {}).map(([label, value]) => one(label, value)),
  ];
}

/** A description list; what is not known is left out. */
export function factList(facts: RunFacts): Markup {
  const known = factsOf(facts).filter(([, values]) => values.length > 0);
  return element(
    'dl',
    { class: 'facts' },
    known.map(([label, values]) =>
      element(
        'div',
        {},
        element('dt', {}, label),
        values.map((value) => element('dd', { dir: 'auto' }, value)),
      ),
    ),
  );
}
