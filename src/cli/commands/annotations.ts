// `latebench annotations`: judgements from the dashboard as files: all of them, several people's as one, or how far
// they agree.
import { defineCommand } from '../command.ts';
import { outputOption, tryOption } from '../options.ts';

export const annotationsCommand = defineCommand({
  name: 'annotations',
  summary: 'export, merge or compare the judgements made in the dashboard, or forget a name in them',
  words: ['export', 'merge', 'agreement', 'forget'],
  usage: 'export|merge|agreement|forget NAME [OPTIONS] [RUN|DIR|FILE …]',
  examples: [
    'latebench annotations export runs/mine > annotations.jsonl',
    'latebench annotations export --labels runs/mine -o gold.parquet',
    'latebench annotations export --injections runs/mine > by-hand.jsonl',
    'latebench annotations merge anna.jsonl ben.jsonl > everybody.jsonl',
    'latebench annotations agreement runs/mine',
    'latebench annotations forget anna runs/mine everybody.jsonl --dry-run',
  ],
  about:
    'A run folder or a folder of annotations means the files in it; the default is annotations/ in the ' +
    'current folder. export writes the last judgement of every annotator; with --labels one row per record: ' +
    'the settled judgement, or else the majority; with --injections the records whose injection by hand was ' +
    'accepted. merge keeps every line, in order of time. agreement prints kappa, alpha and the disputes. ' +
    'forget replaces a name by a pseudonym in judgements, attempts, exports and tables of agreement (JSON) ' +
    'without changing any count, and lists the places where the name remains.',
  options: [
    { name: 'labels', about: 'export: one label per record', group: 'Output', actions: ['export'] },
    {
      name: 'injections',
      about: 'export: the accepted injections by hand, as records',
      group: 'Output',
      actions: ['export'],
    },
    {
      name: 'annotator',
      value: 'NAME',
      multiple: true,
      about: 'only these annotators',
      group: 'Selection',
      actions: ['export', 'merge', 'agreement'],
    },
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json'],
      default: 'table',
      about: 'how agreement is printed',
      group: 'Output',
      actions: ['agreement'],
    },
    {
      name: 'as',
      value: 'PSEUDONYM',
      about: 'forget: what replaces the name (former- and eight characters, the same each time)',
      group: 'Output',
      actions: ['forget'],
    },
    { ...outputOption, actions: ['export', 'merge'] },
    { ...tryOption, actions: ['export', 'merge', 'forget'] },
  ],
  docs: 'docs/dashboard.md',
  run: async (call) => (await import('../annotations-run.ts')).runAnnotations(call),
});
