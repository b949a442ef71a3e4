// Live lines on stderr: rewritten on a terminal, printed now and then elsewhere; and what fits in one.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { fittingLine } from '../../src/executor/fitting-line.ts';
import { printLines, startLiveLine } from '../../src/executor/live-line.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { writtenText } from '../support/written-text.ts';

type Stream = PassThrough & { isTTY?: boolean; columns?: number };

function stderrOf(facts: { isTTY?: boolean; columns?: number } = {}): Stream {
  return Object.assign(new PassThrough(), facts);
}

function withTerm(t: TestContext, name: string): void {
  const before = process.env.TERM;
  process.env.TERM = name;
  t.after(() => {
    if (before === undefined) delete process.env.TERM;
    else process.env.TERM = before;
  });
}

test('a line of progress is shortened from what matters least; rate, calls and time left stay', () => {
  const parts = [
    { rank: 0, text: 'critic: 1,234 read, 1,230 written' },
    { rank: 5, text: 'exact 612, missed 400, unparsed 12' },
    { rank: 2, text: '24/s' },
    { rank: 3, text: '9,872 API calls' },
    { rank: 4, text: '1,061,871 prompt + 98,251 completion tokens' },
    { rank: 1, text: '12 min left' },
  ];
  assert.equal(
    fittingLine(parts, 79),
    'critic: 1,234 read, 1,230 written; 24/s; 9,872 API calls; 12 min left',
  );
  for (let columns = 20; columns < 200; columns += 1) {
    assert.ok(textWidth(fittingLine(parts, columns)) <= columns);
  }
});

test('a line that fits exactly is whole; of two parts that matter alike the later one goes first', () => {
  const parts = ['one', '', 'two', 'three'].map((text, at) => ({ text, rank: at === 0 ? 0 : 1 }));
  assert.equal(fittingLine(parts, Number.POSITIVE_INFINITY), 'one; two; three');
  assert.equal(fittingLine(parts, 15), 'one; two; three');
  assert.equal(fittingLine(parts, 14), 'one; two');
  assert.equal(fittingLine(parts, 8), 'one; two');
  assert.equal(fittingLine(parts, 7), 'one');
});

test('a part that is too long alone is cut, with an ellipsis in the last column, wide letters whole', () => {
  assert.equal(fittingLine([{ rank: 0, text: 'abcdef' }], 6), 'abcdef');
  assert.equal(fittingLine([{ rank: 0, text: 'abcdef' }], 5), 'abcd…');
  assert.equal(fittingLine([{ rank: 0, text: '問題問題' }], 6), '問題…');
  assert.equal(fittingLine([], 5), '');
});

test('without progress nothing is shown, and nobody is asked for a line', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stderr = stderrOf({ isTTY: true });
  const end = startLiveLine(() => assert.fail('nobody sees it'), { stderr, showsProgress: false });
  t.mock.timers.tick(100_000);
  end();
  assert.equal(writtenText(stderr), '');
});

test('where there is no terminal a whole line is printed every thirty seconds until the end', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stderr = stderrOf({ columns: 30 });
  let asked = 0;
  const end = startLiveLine(
    (columns) => {
      assert.equal(columns, Number.POSITIVE_INFINITY);
      asked += 1;
      return `line ${asked}`;
    },
    { stderr, showsProgress: true },
  );
  t.mock.timers.tick(29_999);
  assert.equal(writtenText(stderr), '');
  t.mock.timers.tick(1);
  assert.equal(writtenText(stderr), 'line 1\n');
  t.mock.timers.tick(60_000);
  assert.equal(writtenText(stderr), 'line 2\nline 3\n');
  printLines(stderr, 'a message\n');
  assert.equal(writtenText(stderr), 'a message\n');
  end();
  t.mock.timers.tick(60_000);
  assert.equal(writtenText(stderr), '');
});

test('a terminal that cannot move its cursor gets whole lines too', (t) => {
  withTerm(t, 'dumb');
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stderr = stderrOf({ isTTY: true });
  const end = startLiveLine(() => 'plain', { stderr, showsProgress: true });
  t.mock.timers.tick(30_000);
  end();
  assert.equal(writtenText(stderr), 'plain\n');
});

test('on a terminal the line is rewritten five times a second, one column short of its width', (t) => {
  withTerm(t, 'xterm');
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (const [columns, room] of [
    [100, 99],
    [undefined, 79],
    [5, 20],
  ] as const) {
    const stderr = stderrOf(columns === undefined ? { isTTY: true } : { isTTY: true, columns });
    const widths: number[] = [];
    const end = startLiveLine(
      (width) => {
        widths.push(width);
        return `line ${widths.length}`;
      },
      { stderr, showsProgress: true },
    );
    t.mock.timers.tick(1000);
    assert.deepEqual(widths, [room, room, room, room, room]);
    assert.match(writtenText(stderr), /line 1\r.*line 5\r$/s);
    end();
    assert.doesNotMatch(writtenText(stderr), /line/);
    t.mock.timers.tick(1000);
    assert.equal(writtenText(stderr), '');
  }
});

test('a message is printed above the live line, and plainly once that has ended', (t) => {
  withTerm(t, 'xterm');
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stderr = stderrOf({ isTTY: true });
  const end = startLiveLine(() => 'live', { stderr, showsProgress: true });
  t.mock.timers.tick(200);
  writtenText(stderr);
  printLines(stderr, 'a message\n');
  assert.equal(writtenText(stderr), '\r\x1b[Ja message\n', 'the line is cleared first');
  end();
  writtenText(stderr);
  printLines(stderr, 'another\n');
  assert.equal(writtenText(stderr), 'another\n');
});
