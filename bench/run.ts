// Runs the benchmarks: `npm run bench`, or `npm run bench -- start-up` for those whose name contains the word. Each
// compares with something that stands beside it in the same run; only the ratios mean anything on another machine.
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { textTable } from '../src/report/text-table.ts';
import type { Benchmark } from './benchmark.ts';

const only = process.argv.slice(2);
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => only.length === 0 || only.some((word) => file.includes(word)));
const [cpu] = cpus();
console.log(
  `Node ${process.version}, ${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
);
for (const name of names.sort()) {
  const { benchmark } = (await import(`./${name}`)) as { benchmark: Benchmark };
  console.log(`\n${benchmark.title}`);
  const { rows, notes } = await benchmark.run();
  const columns = Object.keys(rows[0] ?? {}).map((key) => ({
    key,
    title: key,
    align: typeof rows[0]?.[key] === 'number' ? ('right' as const) : ('left' as const),
  }));
  process.stdout.write(textTable({ columns, rows, notes: notes ?? [] }));
}
