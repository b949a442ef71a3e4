// A person with a key pastes it wrong, puts it in the wrong place, then gives a wrong address, model and file: each time one
// line says what to change, nothing shows or keeps the key, and no record is lost. At the end the command works.
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, latebench, repository, runHere, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = 'sk-right-0123456789abcdef';
const critic = 'latebench-sim/critic';

interface Attempt {
  /** What the person changed. */
  readonly what: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The lines of .env. */
  readonly dotEnv?: string;
  readonly says: readonly RegExp[];
}

async function leaks(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files) {
    if (!file.isFile() || file.name === '.env' || file.name === 'key.txt') continue;
    const path = join(file.parentPath, file.name);
    if ((await readFile(path)).includes(key)) found.push(path);
  }
  return found;
}

test('a key, an address, a model and a file, each wrong at first', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ apiKey: key });
  t.after(() => server.close());
  const samples = join(repository, 'data', 'samples', 'late-errors-test.jsonl');
  await copyFile(samples, join(cwd, 'test.jsonl'));
  await writeFile(join(cwd, 'key.txt'), `${key}\n`);
  await writeFile(join(cwd, '.env'), '');
  const url = server.url;
  const there = ['--endpoint', url, '--model', critic];
  const set = { LATEBENCH_CRITIC_BASE_URL: url, LATEBENCH_CRITIC_MODEL: critic };
  const ofKey = /401: the API key is missing or wrong/;

  const attempts: readonly Attempt[] = [
    {
      what: 'nothing set',
      says: [/no endpoint is configured for critic: set OPENAI_API_KEY, or LATEBENCH_/],
    },
    {
      what: 'the placeholder',
      env: { OPENAI_API_KEY: 'sk-YOUR-KEY', OPENAI_BASE_URL: url },
      words: ['-m', critic],
      says: [ofKey, /the key of OPENAI_API_KEY was sent to 127/],
    },
    {
      what: 'as an option',
      words: [...there, '--api-key', key],
      says: [/never given as options: set OPENAI_API_KEY/],
    },
    {
      what: 'in place of a file',
      words: [...there, '--api-key-file', key],
      says: [/the name of a file that holds the key, not the key/],
    },
    {
      what: 'as the address',
      words: ['--endpoint', key],
      says: [/base_url \(from --endpoint\) looks like an API key/],
    },
    {
      what: 'as the model',
      words: ['--endpoint', url, '--model', key],
      env: { LATEBENCH_CRITIC_API_KEY: key },
      says: [/model \(from --model\) looks like an API key/],
    },
    { what: 'as a file', words: [...there, key], says: [/sk-…cdef: no such file/] },
    {
      what: 'a short name',
      env: { ...set, LATEBENCH_CRITIC_KEY: key },
      says: [
        /LATEBENCH_CRITIC_KEY is set and is not a setting; did you mean LATEBENCH_CRITIC_API_KEY\?/,
        ofKey,
      ],
    },
    {
      what: "another tool's name of the address",
      env: { OPENAI_API_BASE: url, LATEBENCH_CRITIC_BASE_URL: url },
      words: ['-m', critic],
      says: [/OPENAI_API_BASE is set and is not a setting; did you mean OPENAI_BASE_URL\?/],
    },
    {
      what: '.env with a colon',
      env: set,
      dotEnv: `# my key\nLATEBENCH_CRITIC_API_KEY: ${key}\n`,
      says: [/\.env:2 sets nothing; did you mean LATEBENCH_CRITIC_API_KEY=VALUE\?/, ofKey],
    },
    {
      what: '.env with the key alone',
      env: set,
      dotEnv: `${key}\n`,
      says: [/\.env:1 sets nothing; did you mean OPENAI_API_KEY=VALUE\?/, ofKey],
    },
    ...[`"${key}"`, `Bearer ${key}`, `OPENAI_API_KEY=${key}`].map((wrapped) => ({
      what: `copied as ${wrapped}`,
      env: { ...set, LATEBENCH_CRITIC_API_KEY: wrapped },
      says: [/the key from LATEBENCH_CRITIC_API_KEY has quotation marks, Bearer or a name around it/],
    })),
    {
      what: 'no /v1',
      env: { LATEBENCH_CRITIC_API_KEY: key },
      words: ['--endpoint', new URL(url).origin, '-m', critic],
      says: [/try a base URL that ends with it \(--endpoint\)/],
    },
    {
      what: 'no model',
      env: { LATEBENCH_CRITIC_API_KEY: key },
      words: ['--endpoint', url],
      says: [/does not list the model gpt-4o-mini; it lists latebench-sim\/critic, .*--model/],
    },
    {
      what: 'one dash',
      words: ['-endpoint', url],
      says: [/there is no option -endpoint here; did you mean --endpoint\?/],
    },
    { what: 'a folder', words: [...there, '.'], says: [/\. is a directory; name the files in it/] },
  ];
  for (const { what, words = [], env = {}, dotEnv = '', says } of attempts) {
    await writeFile(join(cwd, '.env'), dotEnv);
    const args = ['critic', '--limit', '2', ...words, 'test.jsonl', '-o', 'out.jsonl'];
    const { code, stdout, stderr } = await runHere(args, { cwd, env });
    assert.equal(code, 2, `${what}: ${stderr}`);
    for (const line of says) assert.match(stderr, line, what);
    assert.ok(!(stdout + stderr).includes(key), `${what} shows the key: ${stderr}`);
  }
  assert.equal(server.counts.completed, 0, 'nothing was paid for');

  const pipeline = {
    name: 'p',
    about: 'p',
    source: { files: ['test.jsonl'] },
    stages: [{ use: 'critic', with: {} }],
    endpoint: { critic: { baseUrl: url, model: critic, apiKey: key } },
    seed: 1,
  };
  await writeFile(join(cwd, 'p.json'), JSON.stringify(pipeline));
  const run = await runHere(['run', 'p.json'], { cwd });
  assert.equal(run.code, 2);
  assert.match(run.stderr, /p\.json: endpoint\.critic: it has no field apiKey/);

  const env = { LATEBENCH_CRITIC_API_KEY: key };
  const onto = await runShell(`${latebench} critic ${there.join(' ')} test.jsonl > test.jsonl`, { cwd, env });
  assert.equal(onto.code, 2);
  assert.match(
    onto.stderr,
    /test\.jsonl is read and is standard output too, so the shell has emptied it\. Make it again/,
  );
  await copyFile(samples, join(cwd, 'test.jsonl'));
  const append = await runShell(`${latebench} filter test.jsonl >> test.jsonl`, { cwd });
  assert.equal(append.code, 2);
  assert.deepEqual(await readFile(join(cwd, 'test.jsonl')), await readFile(samples), 'nothing was added');

  const right = await runShell(`${latebench} critic ${there.join(' ')} test.jsonl -o test.jsonl`, {
    cwd,
    env,
  });
  assert.equal(right.code, 0, right.stderr);
  const judged = jsonLines(await readFile(join(cwd, 'test.jsonl'), 'utf8'));
  assert.equal(judged.length, 17);
  assert.ok(judged.every(({ critiques }) => (critiques as unknown[]).length === 1));
  await writeFile(join(cwd, 'p.json'), '');
  assert.deepEqual(await leaks(cwd), []);
});
