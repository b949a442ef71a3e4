// `latebench schedule`: runs a pipeline by its cron expression, or writes the unit for a scheduler that is there.
import { pipelineNames } from '../../pipeline/pipeline-names.ts';
import type { Command } from '../command.ts';
import { tryOption } from '../options.ts';
import { runCommand } from './run.ts';

const ownWords = new Set(['plan', 'from', 'run', 'budget-folder']);

export const scheduleCommand: Command = {
  name: 'schedule',
  summary: 'run a pipeline repeatedly, by its cron expression',
  usage: 'NAME|FILE [OPTIONS]',
  words: pipelineNames,
  examples: [
    'latebench schedule nightly.ts',
    "latebench schedule critic-benchmark --cron '0 2 * * *' --timezone Europe/Berlin",
    'latebench schedule nightly.ts --print systemd',
  ],
  about:
    'One run at a time, each in a separate folder under the folder of the schedule. The budget covers all ' +
    'runs together. One run makes up for missed times. An interrupted run resumes automatically, and one ' +
    'that stopped early resumes at the next time.',
  options: [
    { name: 'cron', value: 'EXPR', about: "five fields, instead of the pipeline's schedule", group: 'Work' },
    { name: 'timezone', value: 'NAME', about: 'time zone of the expression (UTC)', group: 'Work' },
    {
      name: 'catch-up',
      value: 'HOW',
      choices: ['latest', 'none'],
      about: 'run once for times that were missed, or wait for the next (latest)',
      group: 'Work',
    },
    { name: 'once', about: 'run what is due now, and stop: for another scheduler', group: 'Work' },
    {
      name: 'print',
      value: 'KIND',
      choices: ['systemd', 'cron', 'k8s'],
      about: 'write the unit for this scheduler, and stop',
      group: 'Output',
    },
    { name: 'folder', value: 'DIR', about: 'folder of the schedule (runs/<name>)', group: 'Output' },
    { ...tryOption, about: 'print when it would run and what a run would do, without running it' },
    ...runCommand.options.filter(({ name }) => !ownWords.has(name)),
  ],
  docs: 'docs/pipelines.md',
  run: async (call) => (await import('../schedule-run.ts')).runScheduleCommand(call),
};
