// Holds the agreement with every case file above a floor and prints the figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testData } from '../support/test-data.ts';
import { agreement, readCases, share } from './cases.ts';
import { type ParseCase, parsePassesCase } from './parse-cases.ts';

const ownGolden = 'test/golden/mathverify';
const shared = `${testData}/golden/mathverify`;

for (const [name, path, floor] of [
  ['own cases', `${ownGolden}/own_cases.jsonl`, 1],
  ['issue cases', `${ownGolden}/issue_cases.jsonl`, 1],
  ['hostile cases', `${ownGolden}/hostile_cases.jsonl`, 1],
  ['verify cases', `${shared}/verify_cases.jsonl`, 0.99],
] as const) {
  test(`agrees with the ${name} at least as often as it has before`, (t) => {
    const cases = readCases(path);
    if (cases === null) return t.skip(`${path} is not there: these cases were not checked`);
    const { right, wrong } = agreement(cases);
    t.diagnostic(`${name}: ${share(right, cases.length)}`);
    assert.ok(right / cases.length >= floor, `wrong: ${wrong.join(', ')}`);
  });
}

test('has at least 150 cases of its own', () => {
  assert.ok(readCases(`${ownGolden}/own_cases.jsonl`)!.length >= 150);
});

for (const [kind, floor] of [
  ['upstream', 1],
  ['latex2expr', 0.98],
  ['reference_snapshot', 0.9],
] as const) {
  test(`reads the ${kind} parse cases as expected`, (t) => {
    const path = `${shared}/parse_cases.jsonl`;
    const cases = readCases<ParseCase>(path)?.filter((row) => row.kind === kind);
    if (cases === undefined) return t.skip(`${path} is not there: these cases were not checked`);
    const wrong = cases.filter((row) => !parsePassesCase(row)[0]).map((row) => row.id);
    t.diagnostic(`${kind}: ${share(cases.length - wrong.length, cases.length)}`);
    assert.ok(1 - wrong.length / cases.length >= floor, `wrong: ${wrong.join(', ')}`);
  });
}
