// `latebench verify`: the command of the stage, and what else can be done with its verdicts: serve them, or compare them
// with those of another grader.
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { LateBenchError } from '../../errors.ts';
import { parse } from '../../mathverify/index.ts';
import { inGroup, type Option } from '../../stages/option.ts';
import { verify } from '../../stages/verify/verify.ts';
import type { Call, Command } from '../command.ts';
import { printOption } from '../options.ts';
import { stageCommand } from '../stage-command.ts';
import { verifyOptionsOf } from '../verify-options.ts';

const serveOptions = inGroup('Server', [
  {
    name: 'serve',
    about: 'answer batches of pairs over HTTP on 127.0.0.1 (docs/mathverify.md)',
  },
  { name: 'port', value: 'N', about: 'port of --serve (0, the default: any free one)' },
  { name: 'threads', value: 'N', about: 'grading threads (one per core)' },
  {
    name: 'pair-timeout',
    value: 'MS',
    about: 'a pair that takes longer is undecided (1000)',
  },
  {
    name: 'queue',
    value: 'N',
    about: 'pairs that may wait or be graded at once; more are answered with 429 (16384)',
  },
  { name: 'max-body', value: 'MIB', about: 'longest body of a request in MiB (8)' },
]);

const auditOptions = inGroup('Audit', [
  {
    name: 'audit',
    about: "compare with another grader's verdicts and list the disagreements by kind",
  },
  {
    name: 'audit-column',
    value: 'KEY',
    about: "field with the other grader's verdict: true, false, 0, 1, or a word such as equal",
  },
  {
    name: 'audit-command',
    value: 'COMMAND',
    about: 'shell command that reads pairs as JSONL and writes one line for each: its verdict',
  },
  { ...printOption('table', 'json'), about: 'how to print the audit' },
]);

/** Of the options of a mode, the others than its switch. */
function withMode([mode, ...others]: readonly Option[]): readonly Option[] {
  const needs = [mode!.name];
  return [mode!, ...others.map((option) => ({ ...option, needs }))];
}

/** Whether a word is an answer: it can be read, or is a reply of several words; and neither is nor ends as a file. */
function isAnswer(word: string): boolean {
  if (word === '-' || existsSync(word) || /\.[a-z]\w*$|^[a-z]{2,}:/i.test(word)) return false;
  return /\s/.test(word) || parse(word).value !== null;
}

/** Of a gold answer and a prediction in the place of files, the row that they are. */
async function withPair(call: Call): Promise<Call> {
  const { options } = call;
  const [gold, pred, ...more] = options.positionals;
  if (gold === undefined || pred === undefined || more.length > 0) return call;
  if (!isAnswer(gold) || !isAnswer(pred)) return call;
  const { goldKey, predKey } = await verifyOptionsOf(options);
  const row = JSON.stringify({ [goldKey]: gold, [predKey]: pred });
  return {
    ...call,
    stdin: Readable.from([Buffer.from(`${row}\n`)]),
    options: { ...options, positionals: [] },
  };
}

/** The stage's command with its two other modes. */
export async function verifyCommand(): Promise<Command> {
  const command = await stageCommand(verify);
  return {
    ...command,
    options: [...command.options, ...withMode(serveOptions), ...withMode(auditOptions)],
    usage: '[OPTIONS] [FILE… | GOLD PREDICTION]',
    examples: [
      'latebench verify 1/2 0.5',
      ...command.examples,
      'latebench verify --serve --port 8390 --definite',
      'latebench verify --audit --audit-column math_verify judged.jsonl',
    ],
    async run(call: Call) {
      if (call.options.flag('serve') && call.options.flag('audit')) {
        throw new LateBenchError('LB_USAGE', '--serve and --audit: give one of them');
      }
      if (call.options.flag('serve')) return (await import('../verify-serve.ts')).serveVerdicts(call);
      if (call.options.flag('audit')) return (await import('../verify-audit.ts')).auditVerdicts(call);
      return command.run(await withPair(call));
    },
  };
}
