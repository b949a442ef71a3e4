// `latebench retry`: what a quarantine file holds, fed through a command again.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, LateBenchError } from '../../errors.ts';
import { checkNames } from '../../records/missing-name.ts';
import { formatCounted } from '../../report/format.ts';
import { inGroup } from '../../stages/option.ts';
import { asOptionError } from '../../storage/option-input.ts';
import { defineCommand } from '../command.ts';

export const retryCommand = defineCommand({
  name: 'retry',
  summary: 're-run a command on quarantined records',
  usage: 'QUARANTINE [--stage NAME] [--code CODE] [-- COMMAND [OPTIONS]]',
  examples: [
    'latebench retry runs/x/quarantine.jsonl -- critic --endpoint sim > more.jsonl',
    'latebench retry q.jsonl --code LB_SCHEMA > to-mend.jsonl',
  ],
  about:
    'Without a command, the raw lines are printed as they were in the input. A line that was stored only in ' +
    'part (because it was too long) cannot be processed again; it is left out and reported on stderr.',
  options: inGroup('Selection', [
    { name: 'stage', value: 'NAME', about: 'only what this stage rejected' },
    { name: 'code', value: 'CODE', about: 'only what was rejected for this reason' },
  ]),
  docs: 'docs/cli.md',
  async run(call) {
    const [{ Readable }, { readInput }, { main }] = await Promise.all([
      import('node:stream'),
      import('../../storage/input.ts'),
      import('../main.ts'),
    ]);
    const { options, stdin, stdout, stderr, say } = call;
    const [path, ...command] = options.positionals;
    if (path === undefined) throw new LateBenchError('LB_USAGE', 'name the quarantine file');
    if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      const file = join(path, 'quarantine.jsonl');
      throw existsSync(file)
        ? new LateBenchError('LB_INPUT_DIRECTORY', `${path} is a directory; name the file in it: ${file}`)
        : new LateBenchError('LB_INPUT_MISSING', `${path} has no quarantined records (no ${file})`);
    }
    const [stage, code] = [options.text('stage'), options.text('code')];
    let cut = 0;
    let chosen = 0;
    const stages = new Set<string>();
    const codes = new Set<string>();
    const checkChosen = (): void => {
      if (chosen > 0) return;
      const nothing = 'no quarantined record has it';
      if (stage !== undefined) checkNames([stage], stages, { option: '--stage', nothing });
      if (code !== undefined) checkNames([code], codes, { option: '--code', nothing });
    };
    const onBad = (bad: { readonly message: string }): never => {
      throw new LateBenchError('LB_CONFIG', `${path} is not a quarantine file: ${bad.message}`);
    };
    const rows = async function* () {
      try {
        yield* readInput(path, { stdin, onBad });
      } catch (error) {
        throw asOptionError(error);
      }
    };
    const lines = async function* (): AsyncGenerator<Buffer> {
      for await (const group of rows()) {
        for (const { raw, stage: from, code: reason } of group) {
          if (typeof raw !== 'string') onBad({ message: 'a line has no `raw`' });
          if (typeof from === 'string') stages.add(from);
          if (typeof reason === 'string') codes.add(reason);
          if ((stage !== undefined && from !== stage) || (code !== undefined && reason !== code)) continue;
          chosen += 1;
          if (reason === 'LB_LINE_TOO_LONG') cut += 1;
          else
            yield Buffer.from(
              `${String(raw).replaceAll('\n', ' ')}\n`,
              reason === 'LB_UTF8' ? 'latin1' : 'utf8',
            );
        }
      }
      if (stages.size > 0 || codes.size > 0) checkChosen();
    };
    const source = Readable.from(lines(), { objectMode: false });
    const done = async (): Promise<number> => {
      if (command.length > 0) return main('latebench', command, { stdin: source, stdout, stderr });
      for await (const line of source)
        if (!stdout.write(line)) await new Promise((resolve) => stdout.once('drain', resolve));
      return exitCodes.ok;
    };
    const exitCode = await done();
    if (cut > 0)
      say(`${formatCounted(cut, 'line was', 'lines were')} kept only in part and cannot be fed again`);
    return exitCode;
  },
});
