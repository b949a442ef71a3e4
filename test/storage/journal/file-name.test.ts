// The names in a journal folder: whose they are, and the order in which all processes read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareFileNames,
  journalFileName,
  parseJournalFileName,
  writerName,
} from '../../../src/storage/journal/file-name.ts';

const marker = Buffer.from('00ff00ff00ff00ff', 'hex');

test('a name says its writer, when it began, the number of the file and the marker', () => {
  const writer = writerName(12, 3_000, marker);
  assert.equal(writer, '12-3000-00ff00ff00ff00ff');
  const parsed = (number: number) => ({ writer, started: 3_000, number, marker: '00ff00ff00ff00ff' });
  for (const number of [1, 2, 10])
    assert.deepEqual(parseJournalFileName(journalFileName(writer, number)), parsed(number));
  assert.equal(journalFileName(writer, 1), `${writer}.lbj`);
  assert.equal(journalFileName(writer, 2), `${writer}.2.lbj`);
});

test('a file that was renamed is a journal file of its own; what has another ending, or is hidden, is none', () => {
  const renamed = (writer: string) => ({ writer, started: 0, number: 1, marker: null });
  assert.deepEqual(parseJournalFileName('copy.lbj'), renamed('copy'));
  for (const odd of [
    'x1-2-00ff00ff00ff00ff',
    '1-2-00ff00ff00ff00ff.x',
    '1-2-00ff00ff00ff00f',
    '1-2-00ff00ff00ff00ff.lbj',
  ])
    assert.deepEqual(parseJournalFileName(`${odd}.lbj`), renamed(odd));
  for (const none of ['copy', 'copy.lbj.bak', '.copy.lbj', 'quarantine', '1-2-00ff00ff00ff00ff.lock'])
    assert.equal(parseJournalFileName(none), undefined, none);
});

test('files come in the order of their writers’ starts and of their numbers, with anything else beside them', () => {
  const early = writerName(9, 1_000, marker);
  const [late, other] = [writerName(1, 20_000, marker), writerName(2, 20_000, marker)];
  const ordered = [
    'copy',
    'copy.lbj',
    'notes.txt',
    journalFileName(early, 1),
    journalFileName(early, 2),
    journalFileName(early, 10),
    journalFileName(late, 1),
    journalFileName(late, 2),
    journalFileName(other, 1),
  ];
  assert.deepEqual([...ordered].reverse().sort(compareFileNames).slice(2), ordered.slice(2));
  for (const [at, name] of ordered.entries()) {
    assert.equal(compareFileNames(name, name), 0);
    for (const later of ordered.slice(Math.max(at + 1, 2))) {
      assert.ok(compareFileNames(name, later) < 0, `${name} before ${later}`);
      assert.ok(compareFileNames(later, name) > 0, `${later} after ${name}`);
    }
  }
});
