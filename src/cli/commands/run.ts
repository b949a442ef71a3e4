// `latebench run`: a whole pipeline, from its source to a run folder with records, figures and a report.
import type { Command } from '../command.ts';
import { endpointOptions, errorOptions, generalOptions } from '../options.ts';

/** Of the endpoint options, those that mean the same for every role. */
const pipelineOptions = new Set([
  ...['endpoint', 'concurrency', 'max-retries', 'tpm', 'cache', 'offline'],
  ...['budget-usd', 'budget-tokens', 'price', 'metrics-port'],
]);

export const runCommand: Command = {
  name: 'run',
  summary: 'run a whole pipeline into a run folder',
  usage: 'quickstart|FILE [OPTIONS]',
  examples: [
    'latebench run quickstart',
    'latebench run quickstart --set source.synthetic.count=500 --set critic.votes=4',
    'latebench run my-pipeline.ts --run runs/mine',
  ],
  about:
    'A pipeline is a file with export default definePipeline({source, stages, …}). The run folder holds ' +
    'records.parquet, results.json, summary.json, report.html and manifest.json.',
  options: [
    {
      name: 'set',
      value: 'NAME=VALUE',
      multiple: true,
      about: 'change something in the pipeline: seed=3, critic.votes=4',
      group: 'Work',
    },
    { name: 'run', value: 'DIR', about: 'the run folder (runs/<time>)', group: 'Output' },
    ...endpointOptions.filter(({ name }) => pipelineOptions.has(name)),
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/cli.md',
  async run(call) {
    const { runPipelineCommand } = await import('../pipeline-run.ts');
    return runPipelineCommand(call);
  },
};
