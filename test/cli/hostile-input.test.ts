// The small form of `npm run soak -- hostile`: lines and replies from a grammar of what goes wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileLines, hostileReplies } from '../support/hostile-run.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

const allowed = [0, 3, 4, 5];

test('hostile lines and elements end no command, and memory is bounded', async (t) => {
  const cwd = await temporaryFolder(t);
  const lines = repetitions(1_500, 4_000);
  for (const [args, array] of [
    [['filter', '-o', 'filtered.jsonl'], false],
    [['ingest', '-o', 'ingested.parquet'], true],
    [['critic', '--endpoint', 'sim', '-o', 'judged.jsonl'], false],
  ] as const) {
    const { code, stderr, peak } = await hostileLines(args, { cwd, lines, seed: 7, array });
    assert.ok(allowed.includes(code ?? -1), `${args[0]} ended with ${code}: ${stderr.slice(-500)}`);
    assert.match(stderr, /[\d,]+ read, [\d,]+ written, [\d,]+ bad/);
    assert.ok(peak < 400, `${args[0]}: ${peak} MB`);
  }
});

test('hostile replies end no critic other than with a code of its own', async (t) => {
  const outcomes = await hostileReplies(await temporaryFolder(t), {
    replies: repetitions(500, 1_000),
    seed: 5,
  });
  for (const { code, stderr } of outcomes) {
    assert.ok(allowed.includes(code ?? -1), `ended with ${code}: ${stderr.slice(-500)}`);
  }
});
