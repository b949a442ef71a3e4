// `npm run coverage [-- NAME...]`: runs the tests, counts which of each module's lines and branches they reach in their own
// processes, and fails where a module has less than it must. Commands that tests start run bundled code, whose lines
// cannot be told back to sources: what they alone reach does not count.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { textTable } from '../src/report/text-table.ts';

const folder = 'coverage';
const raw = join(folder, 'raw');

/** Least shares in percent. */
const usual = { lines: 90, branches: 85 } as const;
type Kind = keyof typeof usual;
const kinds = Object.keys(usual) as Kind[];
/** Of modules that are tested as commands for a good part: what they have, so that it does not fall. */
const lower: Readonly<Record<string, Partial<Record<Kind, number>>>> = {
  cli: { lines: 85, branches: 82 },
  config: { lines: 86 },
  doctor: { branches: 84 },
  executor: { lines: 81 },
  pipeline: { lines: 75, branches: 80 },
  stages: { lines: 89, branches: 78 },
};
const leastOf = (module: string, kind: Kind): number => lower[module]?.[kind] ?? usual[kind];

type Counted = Record<Kind, { readonly total: number; readonly covered: number }>;

function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const { status } = spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status ?? 1;
}

/** The module of a source: its folder below src. */
function moduleOf(file: string): string | undefined {
  const [top, module, ...rest] = relative('.', file).split(sep);
  if (top !== 'src' || module === undefined) return undefined;
  return rest.length === 0 ? 'src' : module;
}

function shares(files: Readonly<Record<string, Counted>>): Map<string, Record<Kind, number>> {
  const sums = new Map<string, Record<Kind, { total: number; covered: number }>>();
  for (const [file, counted] of Object.entries(files)) {
    const module = moduleOf(file);
    if (module === undefined) continue;
    const sum = sums.get(module) ?? {
      lines: { total: 0, covered: 0 },
      branches: { total: 0, covered: 0 },
    };
    sums.set(module, sum);
    for (const kind of kinds) {
      sum[kind].total += counted[kind].total;
      sum[kind].covered += counted[kind].covered;
    }
  }
  const share = ({ total, covered }: { total: number; covered: number }) =>
    total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10;
  return new Map(
    [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, { lines, branches }]) => [module, { lines: share(lines), branches: share(branches) }]),
  );
}

rmSync(raw, { recursive: true, force: true });
const names = process.argv.slice(2);
const tests = run(process.execPath, ['--max-semi-space-size=32', 'test/start.js', ...names], {
  NODE_V8_COVERAGE: raw,
});
const reported = run('npm', ['run', '-s', 'coverage:report']);
if (reported !== 0) process.exit(reported);
const found = shares(
  JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Record<string, Counted>,
);
const rows = [...found].map(([module, share]) => ({
  module,
  lines: share.lines.toFixed(1),
  branches: share.branches.toFixed(1),
  short: kinds
    .filter((kind) => share[kind] < leastOf(module, kind))
    .map((kind) => `${kind} (${leastOf(module, kind)})`)
    .join(', '),
}));
process.stdout.write(
  textTable({
    columns: ['module', 'lines', 'branches', 'short'].map((key) => ({
      key,
      title: key,
      align: 'left' as const,
    })),
    rows,
  }),
);
console.log(
  `At least ${usual.lines} % of lines and ${usual.branches} % of branches, less where scripts/coverage.ts says so; pages: ${folder}/index.html`,
);
// Of some of the tests it says what they reach, and demands nothing.
const short = names.length === 0 && rows.some((row) => row.short !== '');
process.exitCode = tests === 0 && !short ? 0 : 1;
