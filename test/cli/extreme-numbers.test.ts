// A slip of the finger in a number (an exponent, too many zeros) is an error that says what is possible: at once, and not
// after the memory of the machine has been taken.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { scoreRecords } from '../../src/metrics/score-records.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const problems = resolve('data/samples/problems.jsonl');
const records = resolve('data/samples/late-errors-test.jsonl');

test('numbers that no machine has room for are refused with the largest that there is', async (t) => {
  const cwd = await temporaryFolder(t);
  const pool = join(cwd, 'pool');
  const cases: [string[], RegExp][] = [
    [['critic', '--endpoint', 'sim', '--votes', '99999', records], /--votes 99999: must be 4096 or less/],
    [
      ['inject', '--endpoint', 'sim', '--verify-votes', '4097', problems],
      /--verify-votes 4097: must be 4096 or less/,
    ],
    [
      ['inject', '--endpoint', 'sim', '--difficulty-votes', '4097', problems],
      /--difficulty-votes 4097: must be/,
    ],
    [
      ['critic', '--endpoint', 'sim', '--seed', '9007199254740993', records],
      /--seed 9007199254740993: give a whole number of at most 9007199254740991/,
    ],
    [['score', '--bootstrap', '1000000000', records], /--bootstrap 1000000000: must be 100000 or less/],
    [['compare', '--bootstrap', '100001', records], /--bootstrap 100001: must be 100000 or less/],
    [['power', '--bootstrap', '100001', records], /--bootstrap 100001: must be 100000 or less/],
    [
      ['pool', 'build', '--endpoint', 'sim', '--pool', pool, '--samples', '1000001', '--problems', problems],
      /--samples 1000001: must be 1000000 or less/,
    ],
  ];
  // Before the injections are paid for, not when the critics' turn comes.
  const spec = JSON.parse(await readFile(resolve('data/samples/late-errors.json'), 'utf8')) as object;
  const critics = [{ protocol: 'first_error', votes: 4097 }];
  await writeFile(join(cwd, 'spec.json'), JSON.stringify({ ...spec, critics }));
  cases.push([
    ['dataset', 'build', 'spec.json', '-o', 'built'],
    /critics\.0\.votes: must be 4096 or less, not 4097/,
  ]);
  for (const [args, message] of cases) {
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, message);
  }
  await assert.rejects(scoreRecords([], { bootstrap: 1e9 }), {
    code: 'LB_USAGE',
    message: /bootstrap: must be 100000 or less, not 1000000000/,
  });
});
