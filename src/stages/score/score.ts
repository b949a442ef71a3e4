// Score: how well critics find first errors, beside baselines that do not read.
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { createIdWatch, type IdWatch } from '../../records/missing-name.ts';
import type { ScoreObject } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { defineReduce } from '../define.ts';
import { option } from '../described-option.ts';
import { checkScored, createJudgedCount } from './judged-count.ts';
import { namedFields, namedInRecords } from './named-in-records.ts';
import { formatOption, joinedCritiques, scoreFields, scoreSettings } from './options.ts';
import { createRecordNotes } from './record-notes.ts';

const options = z.strictObject({
  format: formatOption,
  gold: option(
    z.array(z.string()).optional(),
    "people's labels instead of the records' own: annotations, a folder of them, or a run folder",
    { value: 'FILE', group: 'Input' },
  ),
  errata: option(
    z.array(z.string()).optional(),
    'corrected labels, as annotations: score by them, and also show the scores by the earlier labels',
    { value: 'FILE', group: 'Input' },
  ),
  ...scoreFields,
});

/** Scores by the labels before they were corrected, beside the collector; null without corrections. */
async function correctionsOf(asked: z.output<typeof options>, seed: number) {
  const { gold, errata } = asked;
  if (errata === undefined) return null;
  if (gold !== undefined) throw new LateBenchError('LB_USAGE', '--errata and --gold exclude each other');
  const [{ errataIn }, { errataScore }, { createScore }] = await Promise.all([
    import('../../datasets/annotation-files.ts'),
    import('../../metrics/errata-score.ts'),
    import('../../metrics/score.ts'),
  ]);
  const { erratumOf, about } = await errataIn(errata);
  const before = createScore(scoreSettings(asked, seed));
  const counts = { corrected: 0, stale: 0 };
  return {
    about: createIdWatch(`--errata ${errata.join(', ')}`, about),
    correct(record: Solution): Solution {
      before.add(record);
      const erratum = erratumOf(record);
      if (erratum === 'stale') counts.stale += 1;
      if (erratum === null || erratum === 'stale') return record;
      counts.corrected += 1;
      return { ...record, error_steps: [...erratum.after] };
    },
    score: (after: ScoreObject) => errataScore(before.result(), after, counts),
  };
}

async function labelsOf(gold: readonly string[] | undefined) {
  if (gold === undefined) return null;
  const { goldLabels } = await import('../../datasets/annotation-files.ts');
  const { relabel, about } = await goldLabels(gold);
  return { relabel, about: createIdWatch(`--gold ${gold.join(', ')}`, about) };
}

export const score = defineReduce({
  name: 'score',
  summary: 'score the critics in the records, next to position baselines',
  usage: '[OPTIONS] [FILE…]',
  about:
    'ProcessBench metrics use the first error of each critic, DeltaBench metrics the list of erroneous ' +
    'steps. An unparsed or failed critique is a wrong answer, counted separately; it is never "no error". ' +
    'Shares of records have Wilson intervals, other metrics a bootstrap over problems.',
  examples: [
    'latebench score judged.jsonl',
    'latebench critic --endpoint sim records.jsonl | latebench score --format json > score.json',
    'latebench score --by injection_mode,position_decile --format md judged.jsonl',
    'latebench score --critiques predictions.csv processbench.jsonl',
    'latebench score --gold runs/mine runs/mine/records.parquet',
    'latebench score --errata annotations judged.jsonl',
    'latebench score --threshold-split dev --split-field meta.split judged.jsonl',
  ],
  docs: 'docs/metrics.md',
  options,
  names: namedFields,
  async build(asked, { seed, say }) {
    const [{ createCollector }, { formatScore }, joined] = await Promise.all([
      import('../../metrics/collector.ts'),
      import('../../report/format-score.ts'),
      joinedCritiques(asked),
    ]);
    const { gold, format } = asked;
    const collector = createCollector(scoreSettings(asked, seed));
    const corrections = await correctionsOf(asked, seed);
    const labels = await labelsOf(gold);
    const ids: readonly IdWatch[] = [labels, corrections].flatMap((one) => (one === null ? [] : [one.about]));
    const judged = createJudgedCount('score', asked);
    const notes = createRecordNotes('score', say);
    const named = namedInRecords(asked);
    return {
      add(record) {
        const attached = joined.attach(labels === null ? record : labels.relabel(record));
        for (const watch of ids) watch.look(record);
        notes.look(attached);
        judged.add(attached);
        named.look(attached);
        collector.add(corrections === null ? attached : corrections.correct(attached));
      },
      async finish({ allRead }) {
        judged.check();
        joined.check(allRead);
        for (const watch of ids) watch.check();
        named.check();
        notes.tell();
        const models = Object.values(collector.models);
        const scored = collector.score();
        named.checkScore(scored);
        checkScored('score', scored);
        const value = corrections === null ? scored : { ...scored, errata: corrections.score(scored) };
        return { value, score: value, text: (style) => formatScore(value, format, { models, style }) };
      },
    };
  },
});
