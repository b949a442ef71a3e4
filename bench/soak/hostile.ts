// Ten million lines and 100,000 reply bodies from a grammar of depth, size, encoding and numbers: no command crashes,
// and memory is bounded.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type HostileOutcome, hostileLines, hostileReplies } from '../../test/support/hostile-run.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

/** LATEBENCH_SOAK_SHARE=0.1 gives a tenth. */
const share = Number(process.env.LATEBENCH_SOAK_SHARE ?? 1);
const replies = Math.round(100_000 * share);
const inputs: readonly {
  readonly args: readonly string[];
  readonly millions: number;
  readonly array?: boolean;
}[] = [
  { args: ['filter', '-o', 'out.jsonl'], millions: 6.5 },
  { args: ['ingest', '-o', 'out.jsonl'], millions: 1, array: true },
  { args: ['score', '--format', 'json'], millions: 1 },
  { args: ['filter', '--rows-path', '*', '-o', 'out.jsonl'], millions: 0.5, array: true },
  { args: ['critic', '--endpoint', 'sim', '--cache', 'off', '-o', 'out.jsonl'], millions: 1 },
];

function resultsOf(what: string, outcomes: readonly HostileOutcome[]): readonly SoakResult[] {
  const codes = [...new Set(outcomes.map(({ code }) => code))].sort();
  const given = outcomes.reduce((sum, one) => sum + one.given, 0);
  const wrong = outcomes.find(({ code }) => ![0, 3, 4, 5].includes(code ?? -1));
  if (wrong !== undefined) console.error(`${what}: ${wrong.stderr.slice(-2_000)}`);
  return [
    equal(`${what}: ${given}, exit codes ${codes.join(', ')}, all allowed`, wrong === undefined, true),
    atMost(`${what}: peak memory`, Math.max(...outcomes.map(({ peak }) => peak)), 300, 'MB'),
  ];
}

export const soakHostile: Soak = {
  title: `${10 * share} million hostile lines and ${replies} hostile replies`,
  minutes: 60,
  async run(folder) {
    const cwd = await mkdtemp(join(folder, 'hostile-'));
    const results: SoakResult[] = [];
    for (const [seed, { args, millions, array }] of inputs.entries()) {
      const lines = Math.round(millions * 1e6 * share);
      const policy = ['--on-error', 'skip'];
      const outcome = await hostileLines([...args, ...policy], { cwd, lines, seed, ...(array && { array }) });
      results.push(...resultsOf(`lines through ${args.slice(0, 2).join(' ')}`, [outcome]));
    }
    results.push(...resultsOf('replies to critic', await hostileReplies(cwd, { replies, seed: 9 })));
    return results;
  },
};
