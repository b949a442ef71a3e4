// Power: how many records show a difference between two critics, what the records at hand can show, and what it takes.
import type { Role } from '../../config/setting-table.ts';
import { joinedFiles } from '../compare/joined-files.ts';
import { defineReduce } from '../define.ts';
import { createRecordNotes } from '../score/record-notes.ts';
import { createUnlabelled } from '../score/unlabelled.ts';
import { assumedBasis, pilotBasis } from './basis.ts';
import { createCosts } from './costs.ts';
import { powerOptions as options } from './options.ts';
import { measuredRuns } from './pace.ts';

const role: Role = 'critic';
export const power = defineReduce({
  name: 'power',
  summary: 'compute how many records and votes show a difference between two critics',
  usage: '[OPTIONS] [FILE [FILE…]]',
  about:
    'Uses a pilot (files as for `compare`, with one or two critics) or assumed rates. Studies are simulated: ' +
    'whole problems of the pilot are drawn, the second critic is shifted by the difference, and each study ' +
    'is tested as in `compare`. Cost is for both critics, at the prices of their models, and the duration ' +
    'is estimated from the calls of the pilot if that is a run folder. No model is called.',
  examples: [
    'latebench power --difference 3 mini.jsonl large.jsonl',
    'latebench power runs/pilot',
    'latebench power --difference 2,5,10 --critics mini,large judged.jsonl --call-seconds 4',
    'latebench power --f1 0.7 --disagreement 0.2 --records-per-problem 4 --icc 0.3',
    'latebench power --accuracy 0.6,0.9 --records 400 --format json | jq .detectable',
  ],
  docs: 'docs/metrics.md',
  options,
  others: 'others',
  names: ({ critics, others }) =>
    others.length > 0 ? [] : [{ option: 'critics', of: 'critic', names: critics }],
  estimates: role,
  needsRecords: ({ accuracy, f1 }) => accuracy === undefined && f1 === undefined,
  async build(asked, context) {
    const [{ createPilot }, { planStudy }, { powerText }, join] = await Promise.all([
      import('../../metrics/power/outcomes.ts'),
      import('../../metrics/power/plan.ts'),
      import('../../report/power-tables.ts'),
      joinedFiles(context.sources, asked.others),
    ]);
    const pilot = createPilot({ parse: asked.parse });
    const notes = createRecordNotes('power', context.say);
    const unlabelled = createUnlabelled('power', context.say);
    let records = 0;
    return {
      add(record) {
        records += 1;
        const joined = join === undefined ? record : join.attach(record);
        notes.look(joined);
        unlabelled.look(record);
        pilot.add(joined);
      },
      async finish({ allRead }) {
        join?.check({ allowMissing: true, allRead });
        if (records > 0) unlabelled.check();
        notes.tell();
        unlabelled.tell();
        const given = records === 0 ? assumedBasis(asked) : pilotBasis(asked, pilot.result(asked.critics));
        const costs = createCosts(asked, 'outcomes' in given.from ? given.from : null, {
          endpoint: context.configured(role),
          rpm: context.rpm(role),
          price: context.price,
          concurrency: context.concurrency,
          runs: await measuredRuns([...context.sources, ...asked.others]),
        });
        const value = planStudy(given.from, {
          metric: asked.headline,
          differences: asked.difference.map((points) => points / 100),
          power: asked.power,
          comparisons: asked.comparisons,
          records: asked.records ?? null,
          correlation: given.correlation,
          studies: asked.studies,
          bootstrap: asked.bootstrap,
          seed: context.seed,
          cost: costs.of,
          votes: costs.votes,
          notes: [...given.notes, ...costs.notes],
        });
        return { value, text: (style) => powerText(value, asked.format, style) };
      },
    };
  },
});
