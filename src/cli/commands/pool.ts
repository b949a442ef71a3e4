// `latebench pool`: pools of complete traces with their logprobs; each action has its own file.
import { exitCodes } from '../../errors.ts';
import { pool } from '../../stages/pool/pool.ts';
import type { Command } from '../command.ts';
import { jobCommand } from '../stage-command.ts';
import { poolCompactCommand } from './pool/compact.ts';
import { poolExportCommand } from './pool/export.ts';
import { poolImportCommand } from './pool/import.ts';
import { poolInfoCommand } from './pool/info.ts';
import { poolScoreCommand } from './pool/score.ts';
import { poolVerifyCommand } from './pool/verify.ts';

const actions: readonly Command[] = [
  jobCommand(pool),
  poolInfoCommand,
  poolVerifyCommand,
  poolCompactCommand,
  poolImportCommand,
  poolExportCommand,
  poolScoreCommand,
];

/** Every option of every action once, for shell completion. */
const options = [
  ...new Map(actions.flatMap((action) => action.options).map((option) => [option.name, option])).values(),
];

export const poolCommand: Command = {
  name: 'pool',
  summary: 'build, import, check and show pools of traces with their logprobs',
  usage: 'build|info|verify|compact|import|export|score [OPTIONS]',
  examples: actions.map(({ examples }) => examples[0]!),
  about:
    'A pool holds complete solutions of each problem with the log-probability of every token. It is sampled ' +
    'once, and `latebench vote` draws from it any number of times, without a call.',
  options,
  actions,
  docs: 'docs/deepconf.md',
  async run({ stderr }) {
    stderr.write(
      'latebench pool: say what to do: build, info, verify, compact, import, export or score (--help says more)\n',
    );
    return exitCodes.usage;
  },
};
