// A newcomer with the README: types the first command with slips, looks at what it made, takes the pipe apart, overwrites a
// file that was to be read, scores too early, and ends with the numbers of the README.
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines, latebench, repository, runHere, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('from the first command to the table of the README, with slips on the way', async (t) => {
  const cwd = await temporaryFolder(t);
  await cp(join(repository, 'data', 'samples'), join(cwd, 'data', 'samples'), { recursive: true });
  const play = (...args: string[]) => runHere(args, { cwd });
  const slips: readonly (readonly [string, RegExp])[] = [
    ['quickstart', /there is no command "quickstart"; did you mean latebench run quickstart\?/],
    [
      'run quickstrat',
      /quickstrat: neither a file nor one of our pipelines \(quickstart, .*\); did you mean quickstart\?/,
    ],
    ['run', /name one pipeline, for example: latebench run quickstart/],
    ['view latest', /no run under runs\/ yet \(start one with latebench run quickstart\)/],
    ['help tutorail', /did you mean tutorial\?/],
    [
      'inject data/samples/problems.jsonl',
      /no endpoint is configured for inject: .*try the simulation with --endpoint sim/,
    ],
    [
      'inject -endpoint sim data/samples/problems.jsonl',
      /there is no option -endpoint here; did you mean --endpoint\?/,
    ],
    ['inject --endpoint sim data/samples/problem.jsonl', /data\/samples\/problem\.jsonl: no such file/],
    [
      'inject --endpoint sim --clean-fraction 50 data/samples/problems.jsonl',
      /--clean-fraction 50: give a number from 0 to 1/,
    ],
    ['critic --endpoint sim --vote 8 data/samples/problems.jsonl', /did you mean --votes\?/],
    ['annotations', /annotations: say export, merge, agreement or forget/],
  ];
  for (const [line, says] of slips) {
    const { code, stderr } = await play(...line.split(' '));
    assert.equal(code, 2, `${line}: ${stderr}`);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /\n {4}at /, line);
  }

  const problems = 'data/samples/problems.jsonl';
  const injected = await runShell(
    `${latebench} inject --endpoint sim --clean-fraction 0.5 ${problems} > injected.jsonl`,
    { cwd },
  );
  assert.equal(injected.code, 0, injected.stderr);
  assert.match(
    injected.stderr,
    /17 accepted \+ 2 rejected \+ 0 failed \+ 16 clean \+ 0 untouched = 35 records/,
  );

  const early = await play('score', 'injected.jsonl');
  assert.equal(early.code, 0);
  assert.match(
    early.stdout,
    /^No critic has judged these records \(latebench critic\): the rows are baselines\.$/m,
  );

  // Output onto input: the file is lost, as the shell has it, and the command says so and how to get it back for nothing.
  const onto = await runShell(`${latebench} critic --endpoint sim injected.jsonl > injected.jsonl`, { cwd });
  assert.equal(onto.code, 2);
  assert.match(
    onto.stderr,
    /injected\.jsonl is read and is standard output too, so the shell has emptied it\. Make it again, then write to another file, or with -o/,
  );
  const again = await play(
    'inject',
    '--endpoint',
    'sim',
    '--clean-fraction',
    '0.5',
    problems,
    '-o',
    'injected.jsonl',
  );
  assert.match(again.stderr, /0 API calls, 23 stored replies/);

  const judged = await play(
    'critic',
    '--endpoint',
    'sim',
    '--votes',
    '8',
    'injected.jsonl',
    '-o',
    'judged.jsonl',
  );
  assert.equal(judged.code, 0, judged.stderr);
  assert.equal(jsonLines(await readFile(join(cwd, 'judged.jsonl'), 'utf8')).length, 33);
  const scored = await play('score', 'judged.jsonl');
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const row = /^latebench-sim\/critic\/first_error\/v8 .*$/m;
  assert.equal(row.exec(scored.stdout)?.[0].trimEnd(), row.exec(readme)?.[0].trimEnd());
  assert.doesNotMatch(scored.stdout, /No critic has judged/);
  assert.match(scored.stdout, /These numbers were made by a simulation, not by a language model\./);
  for (const line of scored.stdout.split('\n'))
    assert.ok(line.length <= 80, `${line.length} columns: ${line}`);

  const report = await play('report', 'judged.jsonl', '-o', 'report.html');
  assert.equal(report.code, 0, report.stderr);
  assert.match(await readFile(join(cwd, 'report.html'), 'utf8'), /made by a simulation/);
});
