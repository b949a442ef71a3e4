// Items: which records a person should look at, the most doubtful first.
import { z } from 'zod';
import { type ReviewKind, reviewKinds } from '../../records/review.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { minRaters } from '../../statistics/item-response.ts';
import { checkedSolutions } from '../../stream/solution-stage.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';
import { joinedCritiques, scoreFields } from '../score/options.ts';
import { createRecordNotes } from '../score/record-notes.ts';

const { critiques, criticName, allowMissing } = scoreFields;

const options = z.strictObject({
  strongCritics: option(
    z.array(z.string()).optional(),
    'the strong critics (commas between; by default the more accurate half)',
    { value: 'NAMES', group: 'Selection', spelling: 'list', multiple: true },
  ),
  blindCritics: option(
    z.array(z.string()).optional(),
    'critics that never saw the steps (commas between): an error that they name can be guessed',
    { value: 'NAMES', group: 'Selection', spelling: 'list', multiple: true },
  ),
  critiques,
  criticName,
  allowMissing,
  parse: scoreFields.parse,
});

const kindWords: Readonly<Record<ReviewKind, string>> = {
  label: 'label contradicted',
  shared_miss: 'missed alike by the strong critics',
  split_votes: 'votes split',
  solved_blind: 'solved blind',
  reversed: 'weaker critics better',
};

export const items = defineMap({
  name: 'items',
  summary: 'rank records for review: doubtful labels, shared misses, split votes, and how hard each is',
  about:
    'Writes the records, the most doubtful first, with review: {rank, score, label_doubt, suggested_first_error, reasons, ' +
    'difficulty, discrimination}. The score follows from how far independent critics speak against the label (Dawid and ' +
    'Skene), and from the reasons, each in words. Critics of one model are one voice. Difficulty and discrimination are ' +
    `those of a two-parameter item-response model with 95 % intervals, from ${minRaters} critics on. ` +
    'latebench view opens the file as a queue for review.',
  examples: [
    'latebench items judged.jsonl -o review.jsonl && latebench view review.jsonl',
    'latebench items judged.jsonl --critiques other.jsonl --limit 40 -o first-40.jsonl',
    'latebench items judged.jsonl --blind-critics guesser --strong-critics large,medium -o review.jsonl',
  ],
  docs: 'docs/metrics.md',
  options,
  ports: { in: 'records', main: 'records' },
  limits: 'output',
  seeded: false,
  readsCritiques: () => true,
  names: ({ critiques: file, strongCritics = [], blindCritics = [] }) =>
    file !== undefined
      ? []
      : [
          { option: 'strongCritics', of: 'critic', names: strongCritics },
          { option: 'blindCritics', of: 'critic', names: blindCritics },
        ],
  async build(asked, { say }) {
    const [{ rankedRecords }, joined] = await Promise.all([
      import('../../metrics/items/ranked-records.ts'),
      joinedCritiques(asked),
    ]);
    const { parse, strongCritics: strong, blindCritics: blind = [] } = asked;
    const settings = { parse, strong, blind };
    const notes = createRecordNotes('items', say);
    const attach: typeof joined.attach = (record) => {
      const attached = joined.attach(record);
      notes.look(attached);
      return attached;
    };
    let lines: readonly string[] = [];
    return {
      step: checkedSolutions('items'),
      async *after(records) {
        yield* rankedRecords(records, settings, attach, ({ critics, counts, strong, fitted }) => {
          joined.check(true);
          notes.tell();
          const found = reviewKinds.flatMap((kind) => {
            const n = counts[kind] ?? 0;
            return n === 0 ? [] : [`${formatCount(n)} ${kindWords[kind]}`];
          });
          lines = [
            `items: ${formatCounted(critics, 'critic')}, strong: ${strong.join(', ') || 'none'}; ${found.join(', ') || 'nothing to review'}`,
            ...(fitted
              ? []
              : [
                  `items: difficulty and discrimination need ${minRaters} critics, so they are null (${formatCounted(critics, 'critic')})`,
                ]),
          ];
        });
      },
      observe: () => ({ add: () => {}, summary: () => lines }),
    };
  },
});
