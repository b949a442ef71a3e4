// Comments, decisions and errata of a spec that are about records which the sources do not have.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createNamedRecords } from '../../src/publish/named-records.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, rowsOf } from './building.ts';

test('records that are named and not there are counted by field, with the first of them', () => {
  const named = createNamedRecords({ comments: ['a', 'x'], decisions: ['b'], errata: [] });
  for (const id of ['b', 'a', 'c']) named.look(id);
  const said: string[] = [];
  named.check((line) => said.push(line));
  assert.deepEqual(said, [
    'comments: 1 of 2 records that they are about are not in the sources (the first: x; the first of the sources: b)',
  ]);
});

test('without any record nothing is said: what is missing then is a source', () => {
  const named = createNamedRecords({ comments: ['a'] });
  named.check(() => assert.fail('said something'));
});

for (const field of ['comments', 'decisions', 'errata'] as const) {
  test(`${field} that are about none of the records end a build before its first call`, async (t) => {
    const folder = await temporaryFolder(t);
    const kind = field === 'comments' ? { kind: 'comment', comment: 'Double it.' } : { kind: 'decision' };
    const said = { record_id: 'elsewhere', annotator: 'ann', ...kind, decision: 'no', first_error: 1 };
    await writeFile(join(folder, 'said.jsonl'), `${JSON.stringify(said)}\n`);
    // A call would end otherwise: nothing is in the journal.
    const request = { folder, rows: rowsOf(6), spec: { [field]: ['said.jsonl'] }, offline: true };
    await assert.rejects(build(request), {
      code: 'LB_USAGE',
      message: new RegExp(
        `^${field}: none of 1 record that they are about is in the sources \\(the first: elsewhere`,
      ),
    });
  });
}
