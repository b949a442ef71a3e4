// `latebench view`: the dashboard, a local web application over files and run folders.
import { defineCommand } from '../command.ts';
import { endpointOptions } from '../endpoint-options.ts';
import { openOption } from '../open-in-browser.ts';

/** Of a site of files there is no server, nobody judges, and no call is made. */
const served = { idleWith: ['export'] };

export const viewCommand = defineCommand({
  name: 'view',
  summary: 'explore, judge and compare records in a browser',
  usage: '[OPTIONS] [RUN|POOL|FILE …]',
  examples: [
    'latebench view latest',
    'latebench view judged.parquet --annotator anna',
    'latebench view run-a run-b',
    'latebench view runs/quickstart --export site',
  ],
  about:
    'Without a name it opens the runs under runs/. It serves on loopback only. The printed address has a ' +
    'token: open it once, and the browser keeps a cookie. Judgements are lines added to ' +
    'annotations/<annotator>.jsonl, in the run folder or, for files, in the current folder. Injections and ' +
    'critics on the page use the configured endpoints.',
  options: [
    {
      name: 'port',
      value: 'N',
      default: '8377',
      about: 'port to serve on (0 = any free one)',
      group: 'Work',
      ...served,
    },
    {
      name: 'host',
      value: 'ADDRESS',
      default: '127.0.0.1',
      about: 'address to serve on',
      group: 'Work',
      ...served,
    },
    {
      name: 'no-token',
      about: 'admit everybody who can reach the port, including other users of this machine',
      group: 'Work',
      ...served,
    },
    {
      name: 'token-file',
      value: 'FILE',
      about: 'take the token from FILE, which only you can read (a new one at every start)',
      group: 'Work',
      ...served,
    },
    {
      name: 'annotator',
      value: 'NAME',
      about: 'annotator until a person logs in (the user name)',
      group: 'Work',
      ...served,
    },
    {
      name: 'annotators',
      value: 'A,B,…',
      about: 'divide the records among these annotators, by the ids of the records',
      group: 'Work',
    },
    {
      name: 'per-record',
      value: 'K',
      default: '1',
      about: 'annotators per record, with --annotators',
      group: 'Work',
      needs: ['annotators'],
    },
    {
      name: 'blind',
      about: "hide label, critics and other people's judgements until a record is judged",
      group: 'Work',
    },
    {
      name: 'guidelines',
      value: 'FILE',
      about:
        'guidelines to show next to a record (Markdown; the headings Accept, Maybe and Reject explain these ' +
        'decisions)',
      group: 'Work',
      ...served,
    },
    {
      name: 'judgements',
      value: 'DIR',
      default: 'annotations',
      about: 'folder for judgements of plain files',
      group: 'Output',
    },
    {
      name: 'export',
      value: 'DIR',
      about: 'write a read-only site of files into DIR instead of serving',
      group: 'Output',
    },
    {
      name: 'teach',
      about: 'learning mode: records with a label become exercises; nothing else of them is shown',
      group: 'Work',
    },
    { ...openOption, ...served },
    { name: 'read-only', about: 'no judgements and no calls', group: 'Work' },
    ...endpointOptions
      .filter(({ name }) => name === 'endpoint' || name === 'price')
      .map((option) => ({ ...option, ...served })),
  ],
  docs: 'docs/dashboard.md',
  run: async (call) => (await import('../view-run.ts')).runView(call),
});
