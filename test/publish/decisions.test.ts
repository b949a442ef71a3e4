// What people decided, as a dataset takes it: the last word of each on the very solution that they saw.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { outcomeOf, readDecisions, verdictsOn } from '../../src/publish/decisions.ts';
import type { Decision } from '../../src/records/annotation.ts';
import { temporaryFolder } from '../support/temporary.ts';

const line = (annotator: string, record_id: string, more: object): string =>
  `${JSON.stringify({ annotator, record_id, kind: 'decision', ...more })}\n`;

test('the last decision of each annotator counts, in the order of names, on the solution that was seen', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'b.jsonl'),
    [
      line('ben', 'r', { decision: 'no', record_hash: 'h1' }),
      line('ben', 'r', { decision: 'yes', record_hash: 'h2' }),
      line('ben', 'r', { kind: 'comment', comment: 'unclear', decision: 'no' }),
      line('ben', 's', { decision: 'maybe' }),
      line('ben', 's', { decision: null }),
      line('ben', 't', { first_error: 2 }),
      'torn {\n',
    ].join(''),
  );
  await writeFile(join(folder, 'a.jsonl'), line('anna', 'r', { decision: 'no' }));
  const decisions = await readDecisions(['b.jsonl', 'a.jsonl'], { folder });
  assert.deepEqual(
    [...decisions.byRecord],
    [
      [
        'r',
        [
          { annotator: 'anna', decision: 'no', hash: null },
          { annotator: 'ben', decision: 'yes', hash: 'h2' },
        ],
      ],
    ],
  );
  assert.equal(decisions.bad.length, 1);
  assert.match(decisions.bad[0]!, /b\.jsonl:7: not JSON/);
  const who = (hash: string): string[] => verdictsOn(decisions, 'r', hash).map(({ annotator }) => annotator);
  assert.deepEqual(
    [who('h2'), who('h1')],
    [['anna', 'ben'], ['anna']],
    'a word without a hash is on any solution',
  );
  assert.deepEqual(verdictsOn(decisions, 'unknown', 'h1'), []);
});

test('more noes than yeses keep a record out, more yeses let it in, and else it is open', () => {
  const words: readonly Decision[] = ['yes', 'no', 'maybe'];
  for (let all = 0; all < 3 ** 4; all += 1) {
    const given = [0, 1, 2, 3].map((at) => words[Math.floor(all / 3 ** at) % 3]!);
    const balance = given.reduce((sum, one) => sum + (one === 'yes' ? 1 : one === 'no' ? -1 : 0), 0);
    const outcome = outcomeOf(given.map((decision) => ({ decision })));
    assert.equal(outcome, balance > 0 ? 'in' : balance < 0 ? 'out' : 'open', given.join(' '));
  }
  assert.equal(outcomeOf([]), 'open');
});
