// `latebench status`: how a run is doing, or how it went, from the files in its folder.
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'say how a run is doing, or how it went',
  usage: 'RUN [--format json]',
  examples: [
    'latebench status runs/late',
    'watch latebench status runs/late',
    'latebench status data/pools/aime25',
  ],
  about:
    'Reads the events that the processes of a run leave in its folder, on any machine: calls, rates, latency, tokens, ' +
    'spend, retries, depth and lag of the queue, batches that have not ended. RUN is a run folder or a pool.',
  options: [printOption('table', 'json')],
  docs: 'docs/scale.md',
  run: async (call) => (await import('../status-run.ts')).runStatusCommand(call),
});
