// `latebench simulate`: the simulated endpoint as a separate server, for other tools and for experiments.

import { exitCodes, LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { namedText } from '../../storage/named-text.ts';
import { readOptionInput } from '../../storage/option-input.ts';
import { checkArguments, defineCommand } from '../command.ts';
import { seedOption } from '../options.ts';

async function faultsFrom(path: string): Promise<readonly FaultRule[]> {
  const refuse = (message: string, cause: unknown): LateBenchError =>
    new LateBenchError('LB_CONFIG', `${path}: ${message} (--faults)`, { cause });
  const text = namedText(path, '--faults');
  let rules: unknown;
  try {
    rules = parseJson(text);
  } catch (cause) {
    throw refuse(`the fault script is not JSON: ${(cause as Error).message.replaceAll('\n', ' ')}`, cause);
  }
  const { readFaultRules } = await import('../../simulator/faults/rules.ts');
  await readOptionInput(`--faults ${path}`, async () => readFaultRules(rules));
  return rules as readonly FaultRule[];
}

export const simulateCommand = defineCommand({
  name: 'simulate',
  summary: 'serve the simulated endpoint on loopback',
  usage: '[--port N] [--faults FILE]',
  examples: [
    'latebench simulate --port 8377 &',
    'latebench simulate --port 8377 --faults storm.json',
    'latebench critic --base-url http://127.0.0.1:8377/v1 --model latebench-sim/critic records.jsonl',
  ],
  about:
    'Serves the OpenAI chat-completions dialect, with and without streaming. It solves nothing: its injector ' +
    'changes a step by rules, its critic checks the equations it can read, its sampler draws tokens from a ' +
    'seeded generator.',
  options: [
    { name: 'port', value: 'N', default: '0', about: 'port on 127.0.0.1 (0 = any free one)', group: 'Work' },
    { name: 'latency', value: 'MS', default: '0', about: 'wait this long before each reply', group: 'Work' },
    { name: 'batch-time', value: 'MS', default: '0', about: 'how long a batch takes', group: 'Work' },
    {
      name: 'batch-expire',
      value: 'SHARE',
      default: '0',
      about: 'share of the requests of batches that expire the first time they are sent',
      group: 'Work',
    },
    {
      name: 'faults',
      value: 'FILE',
      about: 'make replies fail by this JSON list of rules (latebench help endpoints)',
      group: 'Work',
    },
    { name: 'trace-tokens', value: 'N', about: "tokens of the sampler's traces (44 to 163)", group: 'Work' },
    {
      name: 'distinct-replies',
      value: 'N',
      about: 'make only N different replies per prompt and repeat them, for load tests',
      group: 'Work',
    },
    seedOption,
  ],
  docs: 'docs/endpoints.md',
  async run(call) {
    checkArguments(call, 0);
    const { options, stdout, say } = call;
    const { startSimulator } = await import('../../simulator/server.ts');
    const script = options.text('faults');
    // Three more tokens give the answer.
    const words = Math.max(1, (options.whole('trace-tokens', 4) ?? 0) - 3);
    const server = await startSimulator({
      sampler: options.text('trace-tokens') === undefined ? {} : { tokens: [words, words] },
      distinctReplies: options.whole('distinct-replies', 1),
      requestCounts: options.text('distinct-replies') === undefined,
      port: options.whole('port', 0) ?? 0,
      seed: options.whole('seed', 0) ?? 0,
      latencyMs: options.whole('latency', 0) ?? 0,
      batches: {
        timeMs: options.whole('batch-time', 0) ?? 0,
        expire: options.number('batch-expire', 0, 1) ?? 0,
      },
      faults: script === undefined ? [] : await faultsFrom(script),
    });
    stdout.write(`${server.url}\n`);
    say('a simulation, not a language model; stop it with Ctrl-C');
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    await server.close();
    const { requests, completed, refused, spoiled, aborted } = server.counts;
    say(
      `${requests} requests: ${completed} answered, ${refused} rejected, ${spoiled} changed by a fault, ` +
        `${aborted} cancelled by the client`,
    );
    return exitCodes.ok;
  },
});
