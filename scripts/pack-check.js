// Installs the package as npm would publish it into an empty project, without install scripts, and uses it there: every
// binary, the quickstart, a pipe from rows to judged records, the cache, Parquet, the dashboard, a TypeScript pipeline,
// the examples of docs/library.md. Needs the registry for the dependencies, so it is run by hand: npm run pack-check.
// `--node 24` does the same on that version of Node, from npm's package of its binary.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeInstalled } from './installed-size.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = process.argv.indexOf('--node');
const version = at === -1 ? null : process.argv[at + 1];
const quiet = ['--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
/** Installed without development dependencies, in blocks of the file system. */
const maxMegabytes = 75;

const folder = mkdtempSync(join(tmpdir(), 'latebench-pack-'));
const env = { ...process.env, LATEBENCH_HOME: join(folder, '.latebench') };
/** Servers that were started, to be stopped whatever happens. */
const started = [];

process.on('exit', () => {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** What it printed on stdout; any other exit code than `code` ends the check. */
function run(line, { cwd = folder, code = 0 } = {}) {
  const done = spawnSync('bash', ['-o', 'pipefail', '-c', line], { cwd, encoding: 'utf8', env });
  if (done.status === code) return { stdout: done.stdout.trim(), stderr: done.stderr.trim() };
  console.error(`${line} ended with ${done.status}\n${done.stdout}\n${done.stderr}`);
  process.exit(1);
}

function must(holds, what) {
  if (holds) return;
  console.error(`failed: ${what}`);
  process.exit(1);
}

/** Starts a server that prints its address first. */
function serve(...args) {
  const child = spawn('node', [launcher, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  return new Promise((resolve) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:\/\/[\d.:]+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on('exit', (status) => must(status === null, `latebench ${args.join(' ')} ended with ${status}`));
  });
}

/** The examples of the library page, which are TypeScript. */
function runExamples(typescript) {
  const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
  const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  for (const [index, code] of examples.entries()) {
    const name = `example-${index + 1}.ts`;
    writeFileSync(join(folder, name), code);
    run(`${typescript} ${name}`);
  }
  return examples.length;
}

if (version !== null) {
  const runtime = join(folder, 'runtime');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  mkdirSync(runtime);
  run(`npm install ${quiet.join(' ')} --prefix "${runtime}" ${name}@${version}`);
  env.PATH = `${join(runtime, 'node_modules', name, 'bin')}${delimiter}${env.PATH}`;
}
const found = run('node --version').stdout;
const report = (text) => console.log(`${found}: ${text}`);

const packed = run(`npm pack --silent --pack-destination "${folder}"`, { cwd: root });
const tarball = packed.stdout.split('\n').at(-1);
writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}\n');
run(`npm install ${quiet.join(' ')} --omit=dev ./${tarball}`);
const { megabytes, lines } = describeInstalled(join(folder, 'node_modules'));
report(`${megabytes} MB installed\n${lines.join('\n')}`);
must(megabytes <= maxMegabytes, `at most ${maxMegabytes} MB installed`);

const installed = join(folder, 'node_modules', 'latebench');
const launcher = join(installed, 'bin', 'latebench.js');
const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
for (const name of Object.keys(bin)) run(`node_modules/.bin/${name} --help`);
must(run('npx latebench help metrics').stdout.includes('ProcessBench'), 'help prints a page');
report(`${Object.keys(bin).length} binaries, and the pages of help`);

run('npx latebench run quickstart --run first -q');
report(`quickstart wrote ${readdirSync(join(folder, 'first')).length} files`);

run(
  `npx latebench ingest --adapter synthetic --n 12 --seed 1 | npx latebench filter --min-steps 4 |
   npx latebench inject --endpoint sim | npx latebench critic --endpoint sim -o judged.parquet`,
);
const judged = run('npx latebench filter -q judged.parquet').stdout.split('\n').length;
must(judged === 12, `12 records in judged.parquet, not ${judged}`);
report('ingest, filter, inject and critic, into Parquet and back');

const server = await serve('simulate', '--port', '0');
const call = `latebench critic --base-url ${server}/v1 --model latebench-sim/critic judged.parquet -o`;
run(`npx ${call} first.jsonl --run one`);
const { stderr } = run(`npx ${call} second.jsonl --run two`);
must(/ 0 API calls, 12 stored replies; /.test(stderr), `12 stored replies, not: ${stderr}`);
report(`the cache answers: ${run('npx latebench cache stats').stdout.split('\n')[2]}`);

const dashboard = await serve('view', '--port', '0', '--no-token', 'judged.parquet');
const { sources } = await (await fetch(`${dashboard}/api/session`)).json();
for (const path of ['/', '/app.js', '/katex.css', `/api/sources/${sources[0].id}/records/0`]) {
  const { status } = await fetch(dashboard + path);
  must(status === 200, `the dashboard serves ${path}, not ${status}`);
}
report('view serves the dashboard');

writeFileSync(
  join(folder, 'mine.ts'),
  `import { definePipeline } from 'latebench';
const count: number = 5;
export default definePipeline({ name: 'typed', about: 'a check', source: { synthetic: { count, seed: 1 } },
  stages: [{ use: 'critic', with: { votes: 1 } }], sinks: [{ file: 'final.jsonl' }], endpoint: 'sim', seed: 1 });
`,
);
const strips = run('node -p "Boolean(process.features.typescript)"').stdout === 'true';
if (!strips) {
  const refused = run('npx latebench run mine.ts --run typed', { code: 2 }).stderr;
  must(/npm i tsx .*Node 22\.18/.test(refused), `the way out for TypeScript pipelines, not: ${refused}`);
  report(`without tsx: ${refused.split('\n').at(-1)}`);
  run(`npm install ${quiet.join(' ')} tsx`);
}
run('npx latebench run mine.ts --run typed -q');
report(`a TypeScript pipeline runs ${strips ? 'without' : 'with'} tsx`);
report(`${runExamples(strips ? 'node' : 'node --import tsx')} examples of docs/library.md`);
process.exit(0);
