// `latebench runs`: the run folders at hand: what they are, what they take, and removing some.
import { LateBenchError } from '../../errors.ts';
import { type Command, defineCommand } from '../command.ts';
import { printOption, tryOption } from '../options.ts';

const listCommand = defineCommand({
  name: 'runs list',
  summary: 'list runs, the newest first, with state, F1, spend and size',
  usage: '[FOLDER…] [--format table|json]',
  examples: ['latebench runs list', 'latebench runs list runs /data/runs --format json'],
  about:
    'FOLDER is a run folder or contains some (runs/). A run is running, stalled (nothing written for a ' +
    'minute), complete, stopped (it ended early and recorded that), killed, or unknown. F1 is that of the ' +
    'first critic in the summary; * marks a simulation. Times are UTC.',
  options: [printOption('table', 'json')],
  docs: 'docs/cli.md',
  run: async (call) => (await import('../runs-run.ts')).runRunsList(call),
});

const showCommand = defineCommand({
  name: 'runs show',
  summary: 'show how a run went, as status does, and list its files',
  usage: 'RUN',
  examples: ['latebench runs show latest'],
  docs: 'docs/cli.md',
  run: async (call) => (await import('../runs-run.ts')).runRunsShow(call),
});

const duCommand = defineCommand({
  name: 'runs du',
  summary: 'show the size of runs, by kind of file',
  usage: '[FOLDER…] [--format table|json]',
  examples: ['latebench runs du'],
  about:
    'Replies are journals, batches and pools of traces; records include the records between stages; results include the manifest. ' +
    'The largest run comes first. Files behind links do not count.',
  options: [printOption('table', 'json')],
  docs: 'docs/cli.md',
  run: async (call) => (await import('../runs-run.ts')).runRunsDu(call),
});

const rmCommand = defineCommand({
  name: 'runs rm',
  summary: 'remove run folders',
  usage: '[--replies] [--dry-run] RUN…',
  examples: ['latebench runs rm --dry-run runs/late', 'latebench runs rm --replies runs/late'],
  about:
    'All named folders are checked before the first is removed. These are never removed: a run that a ' +
    'process is working in, a folder that is not a run (a dataset, a pool, a folder with files that a run ' +
    'does not make), and anything behind a link. Replies of models other than the simulation were paid for: ' +
    'a run with such replies needs --replies, whether or not the cache has them too. The cache is not ' +
    'changed.',
  options: [
    {
      name: 'replies',
      about: 'remove replies that were paid for, too',
      group: 'Work',
    },
    tryOption,
  ],
  docs: 'docs/cli.md',
  run: async (call) => (await import('../run-removal.ts')).runRunsRm(call),
});

const pruneCommand = defineCommand({
  name: 'runs prune',
  summary: 'remove stored replies from finished runs that the cache holds too',
  usage: '[--dry-run] RUN…',
  examples: ['latebench runs prune --dry-run runs/late', 'latebench runs prune runs/late'],
  about:
    'A reply is removed from the journal of a run only if the cache of LATEBENCH_HOME has all of it: all ' +
    'replies are compared, byte by byte, before the first is removed. Errors, withdrawn replies, those of ' +
    '--fresh and those missing from the cache are kept. The cache then has the only copy: resume, verify-run ' +
    'and bundle read it from there, and after latebench cache prune or clear, or on another machine, those ' +
    'replies are missing. Runs that have not ended, pools and batches are not changed.',
  options: [tryOption],
  docs: 'docs/cli.md',
  run: async (call) => (await import('../run-pruning.ts')).runRunsPrune(call),
});

export function runsCommand(): Command {
  const actions = [listCommand, showCommand, duCommand, pruneCommand, rmCommand];
  const options = actions.flatMap((action) => action.options);
  return {
    name: 'runs',
    summary: 'list runs, show one, show their size, or remove runs or replies that the cache has too',
    usage: 'list|show|du|prune|rm [OPTIONS]',
    examples: actions.map(({ examples }) => examples[0]!),
    about:
      '`latebench run`, or a command with --run, writes a run folder. `latebench status` shows one that is ' +
      'running.',
    options: [...new Map(options.map((option) => [option.name, option])).values()],
    actions,
    docs: 'docs/cli.md',
    async run() {
      throw new LateBenchError('LB_USAGE', 'say what to do with runs: list, show, du, prune or rm');
    },
  };
}
