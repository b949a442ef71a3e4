// Installs the package as npm would publish it into an empty project and uses it there: every binary, the quickstart, the
// examples of docs/library.md. Needs the registry for the dependencies, so it is run by hand: npm run pack-check.
// `--node 24` does the same on that version of Node, from the npm package `node`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = process.argv.indexOf('--node');
const version = at === -1 ? null : process.argv[at + 1];

function run(command, args, cwd, env = {}) {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (done.status === 0) return done.stdout;
  console.error(`${command} ${args.join(' ')} ended with ${done.status}\n${done.stdout}\n${done.stderr}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'latebench-pack-'));
try {
  const tarball = run('npm', ['pack', '--silent', '--pack-destination', folder], root)
    .trim()
    .split('\n')
    .at(-1);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}\n');
  const packages = [`./${tarball}`, ...(version === null ? [] : [`node@${version}`])];
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], folder);
  if (version !== null) {
    // The package downloads nothing itself: the binary is in a package of its own, by platform.
    run('npm', ['rebuild', '--silent', 'node'], folder);
  }
  const node = version === null ? process.execPath : join(folder, 'node_modules', 'node', 'bin', 'node');
  const found = run(node, ['--version'], folder).trim();
  const installed = join(folder, 'node_modules', 'latebench');
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const path of Object.values(bin)) run(node, [join(installed, path), '--help'], folder);
  console.log(`${found}: ${Object.keys(bin).length} binaries`);

  run(node, [join(installed, bin.latebench), 'run', 'quickstart', '--run', 'first', '-q'], folder);
  console.log(`${found}: quickstart wrote ${readdirSync(join(folder, 'first')).length} files`);

  const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
  const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const tsx = join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  for (const [index, code] of examples.entries()) {
    const name = `example-${index + 1}.ts`;
    writeFileSync(join(folder, name), code);
    run(node, [tsx, name], folder);
  }
  console.log(`${found}: ${examples.length} examples of docs/library.md`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
