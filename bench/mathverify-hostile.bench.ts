// What hostile inputs cost, each case for itself: time, and all the heap it allocates. The child has a young
// generation so large that nothing is collected while a case runs, so the heap is counted whole.
import { spawnSync } from 'node:child_process';
import { type Benchmark, rounded } from './benchmark.ts';

const path = 'test/golden/mathverify/hostile_cases.jsonl';

const child = `
import { readFileSync } from 'node:fs';
import { verifyCase } from './dist/src/mathverify/index.js';
const cases = readFileSync(${JSON.stringify(path)}, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
for (let k = 0; k < 50; k += 1) verifyCase({ gold: '$\\\\frac{' + k + '}{7}$', pred: 'so ' + k / 7 });
for (const row of cases) {
  const cold = performance.now();
  verifyCase(row);
  const first = performance.now() - cold;
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const used = process.cpuUsage();
  const started = performance.now();
  const { verdict } = verifyCase(row);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  const heap = process.memoryUsage().heapUsed - before;
  console.log(JSON.stringify({ id: row.id, first, ms, busy: (user + system) / 1000, heap, verdict }));
}
`;

interface Cost {
  readonly id: string;
  /** The first time, before anything is compiled for it. */
  readonly first: number;
  readonly ms: number;
  /** Milliseconds of processor time: what counts on a busy machine. */
  readonly busy: number;
  readonly heap: number;
  readonly verdict: string;
}

export const benchmark: Benchmark = {
  title: 'Mathematical answers: hostile cases (goal: each under 50 ms and 50 MB)',
  async run() {
    const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
    const { stdout, status } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', child], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`the hostile cases ended with ${status}`);
    const costs = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Cost);
    return {
      rows: costs.map(({ id, first, ms, busy, heap, verdict }) => ({
        case: id,
        'ms at first': rounded(first, 1),
        ms: rounded(ms, 1),
        'ms of processor': rounded(busy, 1),
        MB: rounded(heap / 1e6, 1),
        verdict,
      })),
    };
  },
};
