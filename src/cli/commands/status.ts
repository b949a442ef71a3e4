// `latebench status`: how a run is doing, or how it went, from the files in its folder.
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'show the progress or the outcome of a run',
  usage: 'RUN [--format json]',
  examples: [
    'latebench status runs/late',
    'watch latebench status runs/late',
    'latebench status data/pools/aime25',
  ],
  about:
    'Reads the events that the processes of a run write to its folder, on any machine: calls, rates, ' +
    'latency, tokens, spend, retries, depth and lag of the queue, unfinished batches. RUN is a run folder or ' +
    'a pool.',
  options: [printOption('table', 'json')],
  docs: 'docs/scale.md',
  run: async (call) => (await import('../status-run.ts')).runStatusCommand(call),
});
