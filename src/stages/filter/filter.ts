// The filter: keeps the records that meet every condition, and samples or balances what is left.
import { z } from 'zod';
import { filterFields, streamFilterFields } from '../../datasets/filter-schema.ts';
import { parseSample } from '../../datasets/sample.ts';
import { createIdWatch } from '../../records/missing-name.ts';
import { readOptionInput } from '../../storage/option-input.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap, type StageContext } from '../define.ts';
import { option } from '../described-option.ts';
import { lookedAt } from '../looked-at.ts';

const group = 'Selection';
const files = z.array(z.string()).optional();

const options = z.strictObject({
  ...filterFields,
  ...streamFilterFields,
  accepted: option(files, 'records that people accepted: annotations, a folder of them, or a run folder', {
    value: 'FILE',
    group,
  }),
  overlap: option(files, 'drop problems that overlap those of FILE', { value: 'FILE', group }),
  overlapWords: option(z.int().min(1).default(10), 'words per n-gram of --overlap', {
    value: 'N',
    group,
    needs: ['overlap'],
  }),
  overlapShare: option(
    z.number().min(0).max(1).optional(),
    'share of n-grams from which a problem overlaps, 0-1 (0.5)',
    { value: 'X', group, needs: ['overlap'] },
  ),
  sample: option(
    z.union([z.int().min(0), z.string()]).optional(),
    'keep N records at random, or P percent of them',
    { value: 'N|P%', group, spelling: 'countOrShare' },
  ),
  balance: option(
    z.boolean().optional(),
    'keep equal numbers of erroneous and correct solutions; the larger class is sampled (with --sample N, both)',
    { group },
  ),
  seed: option(z.int().optional(), "seed of everything random here (the run's)", { flag: false }),
  report: option(z.boolean().optional(), 'print how many records each condition saw, dropped and kept', {
    group: 'Output',
  }),
});

export const filter = defineMap({
  name: 'filter',
  summary: 'keep the records that meet every condition',
  about:
    'A condition is FIELD<op>VALUE with one of = != < <= > >= ~ (~ matches a regular expression). Dots ' +
    'select nested fields, and steps.length is the number of steps. Numbers are compared as numbers. Nothing ' +
    'is evaluated as code. Conditions are applied in order; --report shows how many records each of them ' +
    'kept.',
  examples: [
    'latebench filter --min-steps 8 --no-error records.jsonl > correct.jsonl',
    "latebench filter --where subject=algebra --where 'meta.level>=4' records.jsonl",
    'latebench filter --has-error --sample 200 --seed 1 records.jsonl > sample.jsonl',
    'latebench filter --preset latebench-error --late --single-error --unique near --report records.jsonl > late.jsonl',
  ],
  docs: 'docs/datasets.md',
  options,
  ports: { in: 'records', main: 'records' },
  onlyChooses: true,
  role: 'embed',
  limits: 'output',
  needs: ({ unique }) =>
    unique === 'meaning' ? [{ role: 'embed', callsPerRecord: 1, atOnce: 1, dialect: 'embeddings' }] : [],
  readsCritiques: ({ where = [] }) =>
    where.some((condition) => condition.trimStart().startsWith('critiques')),
  discardsCritiques: ({ sample, balance }) => sample !== undefined || balance === true,
  followedBy({ sample, balance, seed }) {
    const of = shareOf(sample) === null ? sample : undefined;
    if (balance === true) return [{ use: 'balance', with: { of, seed } }];
    return of === undefined ? [] : [{ use: 'sample', with: { of, seed } }];
  },
  async build({ sample: asked, balance: _balance, report, overlapWords, ...conditions }, context) {
    const { filterStage } = await import('../../datasets/filter.ts');
    const { seed = context.seed, accepted, overlap, ...rest } = conditions;
    const share = shareOf(asked);
    const stage = filterStage({
      seed,
      ...rest,
      ...(share === null ? {} : { share }),
      ...(accepted === undefined ? {} : await acceptedIn(accepted)),
      overlap: overlap === undefined ? undefined : await overlapOf(overlap, overlapWords, context.say),
      embed: rest.unique === 'meaning' ? await embedder(context) : undefined,
      answersEqual: rest.consistentAnswer === true ? await meaning() : undefined,
    });
    const { funnelTable } = await import('../../datasets/quality/funnel.ts');
    return {
      step: stageStep(stage, rest.unique === 'meaning' ? context.concurrency : 1),
      ...(rest.where === undefined && accepted === undefined
        ? {}
        : { after: lookedAt([{ check: stage.end }]) }),
      observe: () => ({
        add: () => {},
        summary() {
          const lines = stage.funnel();
          if (report === true) return funnelTable(lines);
          return lines.flatMap(({ check, note }) =>
            note !== null && rest.where?.includes(check) === true ? [`${check}: ${note}`] : [],
          );
        },
      }),
    };
  },
});

/** A share is decided record by record; a number of records needs the whole stream. */
function shareOf(sample: number | string | undefined): number | null {
  if (sample === undefined) return null;
  const requested = parseSample(String(sample));
  return 'share' in requested ? requested.share : null;
}

async function acceptedIn(paths: readonly string[]) {
  const { acceptedRecords } = await import('../../datasets/annotation-files.ts');
  const { accepted, about } = await acceptedRecords(paths);
  return { accepted, judged: createIdWatch(`--accepted ${paths.join(', ')}`, about) };
}

async function overlapOf(paths: readonly string[], words: number, say: (line: string) => void) {
  const { readOverlapList } = await import('../../datasets/quality/overlap-list.ts');
  return readOptionInput('--overlap', () => readOverlapList(paths, { words, say }));
}

async function embedder({ endpoint, dry }: StageContext) {
  const { endpointEmbed } = await import('./endpoint-embed.ts');
  return endpointEmbed(await endpoint('embed', { dialect: 'embeddings' }), dry);
}

async function meaning() {
  const { sameMeaning } = await import('../../datasets/quality/math-answers.ts');
  return sameMeaning;
}
