// `latebench run`: a whole pipeline, from its source to a run folder with records, results and a report.
import { pipelineNames } from '../../pipeline/pipeline-names.ts';
import { defineCommand } from '../command.ts';
import { endpointOptions } from '../endpoint-options.ts';
import { openOption } from '../open-in-browser.ts';
import { datasetsOption, engineOptions, errorOptions, limitOption } from '../options.ts';

/** Of the endpoint options, those that mean the same for every role. */
const pipelineOptions = new Set([
  ...[
    'endpoint',
    'model',
    'concurrency',
    'max-retries',
    'max-reply-mb',
    'ca-file',
    'wait-for-endpoint',
    'drain',
    'tpm',
    'cache',
    'offline',
    'fresh',
    'batch',
    'batch-wait',
  ],
  ...['budget-usd', 'budget-tokens', 'budget-folder', 'price', 'metrics-port'],
]);

export const runCommand = defineCommand({
  name: 'run',
  summary: 'run a whole pipeline into a run folder',
  usage: 'NAME|FILE [OPTIONS]',
  words: pipelineNames,
  examples: [
    'latebench run quickstart',
    'latebench run quickstart --set source.synthetic.count=500 --set critic.votes=4',
    'latebench run critic-benchmark --plan',
    'latebench run critic-grid --dry-run --price in=0.15,out=0.6',
    'latebench run processbench --model M --api-url URL --limit 10',
    'latebench run my-pipeline.json --run runs/mine',
    'latebench run my-pipeline.json --run runs/mine --set critic.votes=4 --from critic',
  ],
  about:
    'A pipeline is a file with export default definePipeline({source, stages, …}), or the same as JSON. The run ' +
    'folder holds records.parquet, results.json, summary.json, report.html and manifest.json. Everything is checked ' +
    'before the first call; running the command again resumes, and no reply is paid for twice. With `grid`, a pipeline ' +
    'runs every combination of options of a critic, chooses the best and tests it (latebench help grids).',
  options: [
    {
      name: 'set',
      value: 'NAME=VALUE',
      multiple: true,
      about: 'change something in the pipeline: seed=3, critic.votes=4',
      group: 'Work',
    },
    {
      name: 'plan',
      aliases: ['dry-run'],
      about: 'print what would be done and called, without running it',
      group: 'Work',
    },
    {
      name: 'from',
      value: 'STAGE',
      about:
        'start at this stage (its kind, or its place from 1), with the output of the stages before it in the run ' +
        'folder',
      group: 'Work',
    },
    {
      name: 'full',
      about: 'print every table; the default is the answer and the path of the report',
      group: 'Output',
    },
    { ...openOption, about: 'open the report in a browser at the end' },
    { name: 'run', value: 'DIR', about: 'the run folder (runs/<time>)', group: 'Output' },
    datasetsOption,
    { ...limitOption, about: 'take the first N records of each file' },
    ...engineOptions,
    ...endpointOptions.filter(({ name }) => pipelineOptions.has(name)),
    ...errorOptions,
  ],
  docs: 'docs/pipelines.md',
  run: async (call) => (await import('../pipeline-run.ts')).runPipelineCommand(call),
});
