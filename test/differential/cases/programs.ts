// Library programs: what the commands do, called from 'latebench'. A program whose names change gets a second variant.
import type { Case } from '../case.ts';

const models = `const endpoint = (model) =>
  createChatEndpoint({ baseUrl: '{endpoint}', model, name: 'mine', concurrency: 2, maxRetries: 1, counters, ledger: counters });`;

export const programCases: readonly Case[] = [
  {
    name: 'program/judge-and-score',
    steps: [
      {
        program: [
          {
            exports: 'criticStage',
            text: `import * as latebench from 'latebench';
const { compose, createChatEndpoint, criticStage: critic, injectStage, isDrop, syntheticRecords } = latebench;
// Its name before stages were values of a program.
const score = latebench.scoreRecords ?? latebench.score;
// Its name in 0.1.0 was createLedger, and the option's was ledger.
const counters = (latebench.createUsageCounters ?? latebench.createLedger)();
${models}
const stage = compose(
  injectStage({ endpoint: endpoint('latebench-sim/injector'), cleanFraction: 0.5, seed: 1 }),
  critic({ endpoint: endpoint('latebench-sim/critic'), protocol: 'first_error', votes: 2, seed: 1 }),
);
const { signal } = new AbortController();
async function* judged() {
  for (const record of syntheticRecords({ count: 6, seed: 3 }))
    for await (const one of stage.run(record, { signal })) if (!isDrop(one)) { console.log(JSON.stringify(one)); yield one; }
}
console.log(JSON.stringify(await score(judged(), { by: ['subject'] })));
console.log(counters.total().calls);`,
          },
          {
            exports: null,
            text: `import * as latebench from 'latebench';
import { compose, createChatEndpoint, createUsageCounters, criticStage as critic, injectStage } from 'latebench/experimental';
const { isDrop, scoreRecords: score, syntheticRecords } = latebench;
const counters = createUsageCounters();
${models}
const stage = compose(
  injectStage({ endpoint: endpoint('latebench-sim/injector'), cleanFraction: 0.5, seed: 1 }),
  critic({ endpoint: endpoint('latebench-sim/critic'), protocol: 'first_error', votes: 2, seed: 1 }),
);
const { signal } = new AbortController();
async function* judged() {
  for (const record of syntheticRecords({ count: 6, seed: 3 }))
    for await (const one of stage.run(record, { signal })) if (!isDrop(one)) { console.log(JSON.stringify(one)); yield one; }
}
console.log(JSON.stringify(await score(judged(), { by: ['subject'] })));
console.log(counters.total().calls);`,
          },
        ],
      },
    ],
  },
  {
    name: 'program/files',
    steps: [
      {
        program: `import { adaptRows, openOutput, readInput, syntheticRecords } from 'latebench';
for (const name of ['a.parquet', 'a.jsonl', 'a.csv', 'a.arrow', 'a.jsonl.gz']) {
  const output = await openOutput(name);
  for (const record of syntheticRecords({ count: 4, seed: 1 })) await output.write(record);
  await output.close();
  const onBad = ({ message }) => console.error(message);
  for await (const group of adaptRows(readInput(name, { onBad }), { source: name, onBad, say: console.error }))
    console.log(name, JSON.stringify(group).length);
}`,
      },
    ],
  },
  {
    name: 'program/stream',
    steps: [
      {
        program: [
          {
            exports: 'filterStage',
            text: `import { createErrorPolicy, createTally, filterStage, openQuarantine, stageTransform, syntheticRecords } from 'latebench';
import { Readable } from 'node:stream';
const tally = createTally();
const quarantine = openQuarantine('quarantine.jsonl');
const policy = createErrorPolicy({ onError: 'quarantine', maxErrors: undefined, quarantine, say: console.error });
const late = stageTransform(filterStage({ minSteps: 12 }), { policy, tally });
const all = [...syntheticRecords({ count: 20, seed: 1 }), { id: 'bad' }];
for await (const one of Readable.from(all).pipe(late)) console.log(one.id);
quarantine.close();
console.log(JSON.stringify([...tally.drops]));`,
          },
          {
            exports: null,
            text: `import { syntheticRecords } from 'latebench';
import { createErrorPolicy, createTally, filterStage, openQuarantine, stageTransform } from 'latebench/experimental';
import { Readable } from 'node:stream';
const tally = createTally();
const quarantine = openQuarantine('quarantine.jsonl');
const policy = createErrorPolicy({ onError: 'quarantine', maxErrors: undefined, quarantine, say: console.error });
const late = stageTransform(filterStage({ minSteps: 12 }), { policy, tally });
const all = [...syntheticRecords({ count: 20, seed: 1 }), { id: 'bad' }];
for await (const one of Readable.from(all).pipe(late)) console.log(one.id);
quarantine.close();
console.log(JSON.stringify([...tally.drops]));`,
          },
        ],
      },
    ],
  },
  {
    name: 'program/run-pipeline-declared',
    steps: [
      {
        program: [
          {
            exports: 'pipelineSchema',
            text: `import { definePipeline, injectionSchema, pipelineSchema, sampleProblems } from 'latebench';
const declared = definePipeline({ name: 'mine', about: 'mine', source: { files: [sampleProblems] }, stages: [{ use: 'filter', with: { minSteps: 8 } }], seed: 1 });
console.log(JSON.stringify({ ...declared, source: typeof declared.source.files[0] }));
console.log(pipelineSchema.safeParse({ name: 'x' }).success, injectionSchema.safeParse({}).success);`,
          },
          {
            exports: null,
            text: `import { definePipeline, injectionSchema, sampleProblems } from 'latebench';
import { pipelineSchema } from 'latebench/experimental';
const declared = definePipeline({ name: 'mine', about: 'mine', source: { files: [sampleProblems] }, stages: [{ use: 'filter', with: { minSteps: 8 } }], seed: 1 });
console.log(JSON.stringify({ ...declared, source: typeof declared.source.files[0] }));
console.log(pipelineSchema.safeParse({ name: 'x' }).success, injectionSchema.safeParse({}).success);`,
          },
        ],
      },
    ],
  },
  {
    name: 'program/exports',
    steps: [
      {
        program: `import * as latebench from 'latebench';
import * as mathverify from 'latebench/mathverify';
for (const [name, value] of Object.entries(latebench)) console.log(name, typeof value);
for (const [name, value] of Object.entries(mathverify)) console.log('mathverify', name, typeof value);
console.log(JSON.stringify(mathverify.verify({ gold: '$\\\\frac{1}{2}$', prediction: 'The answer is $0.5$.' })));`,
      },
    ],
  },
  {
    name: 'program/pool-and-dataset',
    uses: ['pool', 'dataset'],
    steps: [
      {
        program: [
          {
            exports: 'verifyPool',
            text: `import { diffDatasets, exportPoolRows, openPool, readManifest, runVote, trainingRecords, verifyDataset, verifyPool } from 'latebench';
console.log(typeof runVote, typeof trainingRecords);
const pool = await openPool('pool');
for await (const row of exportPoolRows(pool, { tokens: false, top: false })) console.log(JSON.stringify(row).slice(0, 200));
console.log(JSON.stringify(await verifyPool(pool, () => {})));
console.log(JSON.stringify(await verifyDataset('dataset')));
console.log(JSON.stringify(await diffDatasets('dataset', 'dataset')));
console.log(Object.keys(await readManifest('dataset')).join());`,
          },
          {
            exports: null,
            text: `import { diffDatasets, openPool, readManifest, runVote, trainingRecords, verifyDataset } from 'latebench';
import { exportPoolRows, verifyPool } from 'latebench/experimental';
console.log(typeof runVote, typeof trainingRecords);
const pool = await openPool('pool');
for await (const row of exportPoolRows(pool, { tokens: false, top: false })) console.log(JSON.stringify(row).slice(0, 200));
console.log(JSON.stringify(await verifyPool(pool, () => {})));
console.log(JSON.stringify(await verifyDataset('dataset')));
console.log(JSON.stringify(await diffDatasets('dataset', 'dataset')));
console.log(Object.keys(await readManifest('dataset')).join());`,
          },
        ],
      },
    ],
  },
  {
    name: 'program/errors',
    steps: [
      {
        program: [
          {
            exports: 'parseHubAddress',
            text: `import { exitCodes, isLateBenchError, loadPipeline, openPool, parseHubAddress, readAnnotations } from 'latebench';
console.log(JSON.stringify(exitCodes));
for (const attempt of [() => loadPipeline('nowhere'), () => openPool('nowhere'), () => parseHubAddress('hf:'), () => readAnnotations('nowhere')]) {
  try { console.log(JSON.stringify(await attempt())); }
  catch (error) { console.log(isLateBenchError(error), error.code, error.message); }
}`,
          },
          {
            exports: null,
            text: `import { exitCodes, isLateBenchError, loadPipeline, openPool, readAnnotations } from 'latebench';
import { parseHubAddress } from 'latebench/experimental';
console.log(JSON.stringify(exitCodes));
for (const attempt of [() => loadPipeline('nowhere'), () => openPool('nowhere'), () => parseHubAddress('hf:'), () => readAnnotations('nowhere')]) {
  try { console.log(JSON.stringify(await attempt())); }
  catch (error) { console.log(isLateBenchError(error), error.code, error.message); }
}`,
          },
        ],
      },
    ],
  },
];
