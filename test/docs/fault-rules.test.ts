// docs/endpoints.md lists every action and every condition of a fault script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFaultRules } from '../../src/simulator/faults/rules.ts';
import { whenSchema } from '../../src/simulator/faults/when.ts';

const [, section = ''] = readFileSync('docs/endpoints.md', 'utf8').split('### Fault scripts');
const [actions = '', conditions = ''] = section.split('`when` restricts a rule');

/** Names in the first column of a table. */
function namesIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!)).sort();
}

test('the page lists the actions that a script can use', () => {
  assert.throws(
    () => readFaultRules([{ do: 'none such' }]),
    (error: Error) => {
      const known = /choose one of (.*)$/.exec(error.message)?.[1]?.split(', ') ?? [];
      assert.deepEqual(
        namesIn(actions).filter((name) => name !== 'do'),
        known.sort(),
      );
      return true;
    },
  );
});

test('the page lists the conditions of a rule', () => {
  assert.deepEqual(namesIn(conditions), Object.keys(whenSchema.shape).sort());
});

test('the example is a valid script', () => {
  const [, script = ''] = /```json\n([\s\S]*?)```/.exec(actions) ?? [];
  assert.equal(readFaultRules(JSON.parse(script)).length, 3);
});
