// How long a command takes to say its help, against Node doing nothing.
import { type Benchmark, fastestMs, rounded } from './benchmark.ts';

const times = 15;

export const benchmark: Benchmark = {
  title: 'Start of a command against `node -e 0` (goal: under 4x)',
  async run() {
    const bare = fastestMs(['-e', '0'], times);
    const rows = [
      ['node -e 0', ['-e', '0']],
      ['latebench --help', ['bin/latebench.js', '--help']],
      ['latebench critic --help', ['bin/latebench.js', 'critic', '--help']],
      ['latebench-filter (empty input)', ['bin/latebench-filter.js', '-q']],
    ] as const;
    return {
      rows: rows.map(([what, args]) => {
        const milliseconds = fastestMs(args, times);
        return { what, ms: rounded(milliseconds, 1), ratio: rounded(milliseconds / bare) };
      }),
      notes: [`Shortest of ${times} runs each.`],
    };
  },
};
