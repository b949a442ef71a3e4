// What `latebench inject` does around its stage: where accepted, rejected and failed records go, and their counts.

import { type InjectOptions, injectStage } from '../inject/inject.ts';
import type { Injection } from '../records/injection.ts';
import { toStepIndex } from '../records/steps.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import { stageStep } from '../stream/step.ts';
import type { Call } from './command.ts';
import { runFilter } from './filter-run.ts';
import type { ParsedOptions } from './option.ts';
import { roleEndpoint } from './role-endpoint.ts';

function choices(options: ParsedOptions): Partial<InjectOptions> {
  const step = options.whole('step', 1);
  return {
    cleanFraction: options.number('clean-fraction', 0, 1) ?? 0,
    types: options
      .text('types')
      ?.split(',')
      .map((key) => key.trim()),
    step: step === undefined ? undefined : toStepIndex(step),
    maxAttempts: options.whole('max-attempts', 1),
    requireCorrect: options.flag('require-correct'),
    temperature: options.number('temperature', 0, 2),
  };
}

export function runInject(call: Call): Promise<number> {
  const { options } = call;
  const keep = options.flag('keep-rejected');
  const rejectsPath = options.text('rejects');
  return runFilter(call, async () => {
    const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'inject');
    const stage = injectStage({
      cleanFraction: 0,
      ...choices(options),
      endpoint: chat,
      seed: options.whole('seed', 0) ?? 0,
    });
    const rejects: Sink | undefined = rejectsPath === undefined ? undefined : await openOutput(rejectsPath);
    const counts = { accepted: 0, clean: 0, rejected: 0, failed: 0, untouched: 0 };
    const divert = (record: Row): boolean | Promise<boolean> => {
      const status = (record.injection as Injection | null | undefined)?.status;
      counts[status ?? 'untouched'] += 1;
      if (status !== 'rejected' && status !== 'failed') return false;
      const more = rejects?.write(record);
      return more === undefined ? !keep : more.then(() => !keep);
    };
    return {
      steps: [stageStep(stage, config.concurrency)],
      limitAt: 'input',
      endpoints,
      endpoint: { role: 'inject', chat },
      divert,
      dryRun: dryRun !== undefined,
      summary: () => [
        ...report(),
        Object.entries(counts)
          .map(([name, count]) => `${count} ${name}`)
          .join(', '),
      ],
      close: async () => {
        await rejects?.close();
      },
    };
  });
}
