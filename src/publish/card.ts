// The dataset card: the YAML header that the hub reads, then a description with the version's statistics and charts.
import { formatCount, formatCounted, formatDecimal, formatPercent } from '../report/format.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { simulationNotice } from '../report/simulation.ts';
import type { Table } from '../report/table.ts';
import { notStated } from './candidates.ts';
import { parts } from './choose.ts';
import { citationOf } from './citation.ts';
import type { DatasetStatistics, Spread } from './dataset-statistics.ts';
import type { FigureFile } from './figures.ts';
import type { YieldLine } from './funnel.ts';
import { layout } from './layout.ts';
import type { SourceFacts } from './sources.ts';
import type { DatasetSpec } from './spec.ts';
import { splits } from './splits.ts';

export interface CardFacts {
  readonly spec: DatasetSpec;
  readonly statistics: DatasetStatistics;
  readonly funnel: readonly YieldLine[];
  readonly sources: readonly SourceFacts[];
  readonly figures: readonly FigureFile[];
  /** By role; empty where nothing was called. */
  readonly models: Readonly<Record<string, string>>;
  readonly simulated: boolean;
  /** Of the quality report, as Markdown. */
  readonly quality: string;
}

/** JSON strings are YAML strings. */
const yaml = (value: string): string => JSON.stringify(value);

const sizes: readonly (readonly [number, string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
  [1e8, '10M<n<100M'],
  [1e9, '100M<n<1B'],
];

/** The hub's name for so many records: it rejects cards with another. */
export function sizeCategory(records: number): string {
  return sizes.find(([below]) => records < below)?.[1] ?? '1B<n<10B';
}

function header({ spec, statistics, simulated }: CardFacts): string {
  const present = splits.filter((split) =>
    Object.values(statistics.splits[split]).some((count) => count > 0),
  );
  const hubName = { train: 'train', dev: 'validation', test: 'test' } as const;
  const files = present.flatMap((split) => [
    `      - split: ${hubName[split]}`,
    `        path: ${layout.parquet(split)}`,
  ]);
  return [
    '---',
    `pretty_name: ${yaml(spec.name)}`,
    `license: ${yaml(spec.licence)}`,
    'language:',
    '  - en',
    'task_categories:',
    '  - text-generation',
    'tags:',
    ...[
      'mathematics',
      'error-detection',
      'process-supervision',
      'latebench',
      ...(simulated ? ['simulated'] : []),
    ].map((tag) => `  - ${tag}`),
    'size_categories:',
    `  - ${yaml(sizeCategory(statistics.records))}`,
    'configs:',
    '  - config_name: default',
    '    data_files:',
    ...files,
    '---',
    '',
  ].join('\n');
}

const number = (key: string, title: string): Table['columns'][number] => ({
  key,
  title,
  align: 'right',
  format: (value) => formatCount(Number(value)),
});

function countsTable({ splits: bySplit }: DatasetStatistics): Table {
  return {
    columns: [
      { key: 'split', title: 'split' },
      ...parts.map((part) => number(part, part)),
      number('all', 'all'),
    ],
    rows: [...splits.map((split) => ({ name: split, counts: bySplit[split] }))].map(({ name, counts }) => ({
      split: name,
      ...counts,
      all: Object.values(counts).reduce((sum, count) => sum + count, 0),
    })),
  };
}

function funnelTable(funnel: readonly YieldLine[]): Table {
  return {
    columns: [
      { key: 'step', title: 'step' },
      number('in', 'in'),
      number('out', 'out'),
      { key: 'why', title: 'left out' },
    ],
    rows: funnel.map(({ step, in: entered, out, reasons }) => ({
      step,
      in: entered,
      out,
      why: Object.entries(reasons)
        .map(([reason, count]) => `${reason}: ${count}`)
        .join('; '),
    })),
  };
}

function sourcesTable(sources: readonly SourceFacts[]): Table {
  return {
    columns: [
      { key: 'source', title: 'source' },
      number('rows', 'rows'),
      { key: 'licence', title: 'licence' },
      { key: 'sha256', title: 'sha256' },
      { key: 'url', title: 'from' },
    ],
    rows: sources.map(({ source, rows, licence, permission, sha256, url }) => ({
      source,
      rows,
      licence: `${licence ?? notStated}${permission === undefined ? '' : ` (${permission})`}`,
      sha256: sha256 === null ? null : sha256.slice(0, 16),
      url,
    })),
  };
}

function countList(title: string, counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).map(([name, count]) => `${name} (${formatCount(count)})`);
  return named.length === 0 ? '' : `- ${title}: ${named.join(', ')}\n`;
}

function spread(title: string, value: Spread | null): string {
  if (value === null) return '';
  const { least, median, mean, most } = value;
  return `- ${title}: ${formatCount(least)} to ${formatCount(most)}, median ${formatDecimal(median, Number.isInteger(median) ? 0 : 1)}, mean ${formatDecimal(mean, 1)}\n`;
}

/** "Errors of the sources" are not natural where a source had injected them. */
function injectedBefore({ parts, injected_before: count }: DatasetStatistics): string[] {
  if (count === 0) return [];
  return [
    `Of the ${formatCounted(parts.natural, 'error')} in the part natural, ${formatCount(count)} ${count === 1 ? 'was' : 'were'} injected before the record came here: \`error_source\` is \`injected\`, and \`injection\` says how. Numbers of natural errors include them.\n`,
  ];
}

function difficultyLine({ critic_difficulty: judged }: DatasetStatistics): string {
  if (judged === null) return '- Critic difficulty: no blind critic was asked\n';
  const { records, mean, by_all, by_some, by_none } = judged;
  return `- Critic difficulty: of ${formatCount(records)} injected errors all blind votes found ${formatCount(by_all)}, some ${formatCount(by_some)}, none ${formatCount(by_none)}; mean share of votes that missed ${formatPercent(mean)}\n`;
}

const standingLimits = [
  'A record has one marked first error; later steps that follow from it are not marked.',
  'Labels of natural errors are those of their sources and were not checked again, except where `publication.decisions` says so.',
  'Injected errors are those that the injecting model can think of: results on them need not hold for natural errors; the quality report compares the two.',
];

/** Errors that the reader does not see are gone, so nothing that is like the reader can miss many of those left. */
function verifierLimit({ spec, models, statistics }: CardFacts): string[] {
  if (
    spec.inject.verifyVotes === 0 ||
    models.inject === undefined ||
    statistics.errors === statistics.parts.natural
  )
    return [];
  return [
    `Injected errors were kept only where ${models.critic} agreed that the step is wrong: results of that model on them, and of its like, are too good.`,
  ];
}

export function datasetCard(facts: CardFacts): string {
  const { spec, statistics, funnel, sources, figures, models, simulated } = facts;
  const named = Object.entries(models).map(([role, model]) => `- ${role}: \`${model}\`\n`);
  return [
    header(facts),
    `# ${spec.name}\n`,
    `${spec.about}\n`,
    ...(simulated
      ? [`**${simulationNotice}** Errors in it were made by rules, not by a language model.\n`]
      : []),
    `Version ${spec.version}: ${formatCounted(statistics.records, 'solution')} of mathematical problems in steps, ${formatCount(statistics.errors)} with a first error that is known and ${formatCount(statistics.clean)} without any, one of each problem. What a field means: LateBench's record format; \`error_steps\` counts from 0, \`[]\` is a correct solution. \`publication\` says which part and split a record belongs to and where it came from.\n`,
    '## Contents\n',
    markdownTable(countsTable(statistics)),
    'natural: errors of the sources; general: injected, place and kind left to the model; manual: injected as a person asked; clean: correct solutions. A problem belongs to a split by the hash of its text, so that no version moves it from train to test; what a version has published, the next ones keep.\n',
    ...injectedBefore(statistics),
    spread('Steps', statistics.steps) +
      spread('Characters', statistics.characters) +
      countList('Subjects', statistics.subjects) +
      countList('Difficulty', statistics.difficulties) +
      countList('Types of injected errors', statistics.error_types) +
      countList('Datasets', statistics.datasets) +
      difficultyLine(statistics),
    ...figures.map(({ title, path }) => `![${title}](${path})\n`),
    '## How it was made\n',
    ...(named.length === 0 ? [] : [named.join('')]),
    markdownTable(funnelTable(funnel)),
    '## Sources\n',
    markdownTable(sourcesTable(sources)),
    countList('Licences, by records', statistics.licences),
    '## Quality\n',
    facts.quality.replaceAll(/^## /gm, '### '),
    '## Known limits\n',
    [...standingLimits, ...verifierLimit(facts), ...spec.limits].map((limit) => `- ${limit}\n`).join(''),
    '## Citation\n',
    `\`\`\`bibtex\n${citationOf(facts)}\n\`\`\`\n`,
    '## Files\n',
    `\`${layout.manifest}\` has the hash of every file, \`${layout.index}\` of every record; \`latebench dataset verify\` checks them, \`latebench dataset diff\` compares two versions, and \`${layout.critiques}\` has what the critics of the quality report said.\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}
