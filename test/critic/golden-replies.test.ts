import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAllErrors } from '../../src/critic/parse-all-errors.ts';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';
import { protocolRules } from '../../src/critic/protocols.ts';
import { toStepNumber } from '../../src/records/steps.ts';

interface IndexCase {
  protocol: 'index';
  id: string;
  n_steps: number;
  reply: string;
  expected: { value: number | null; method: string; note: string };
  compat_qwen: number | null;
}

interface SectionsCase {
  protocol: 'sections';
  id: string;
  n_steps: number;
  reply: string;
  expected: {
    sections: number[] | null;
    has_errors: boolean | null;
    status: string;
    invalid: number[];
    note: string;
  };
}

const { cases } = JSON.parse(readFileSync('test/golden/critic/parse_replies.json', 'utf8')) as {
  cases: (IndexCase | SectionsCase)[];
};

test('the golden file has its 70 cases', () => {
  assert.equal(cases.length, 70);
});

for (const golden of cases) {
  if (golden.protocol === 'index') {
    test(`${golden.id} is read as the golden file says, and strictly as the public scripts do, in range`, () => {
      const { strict, ...robust } = parseFirstError(golden.reply, golden.n_steps);
      assert.deepEqual(robust, golden.expected);
      const public_ = golden.compat_qwen;
      const possible = public_ !== null && public_ >= -1 && public_ < golden.n_steps;
      assert.equal(strict, possible ? public_ : null);
    });
  } else {
    test(`${golden.id} is read as the golden file says, and is unparsed unless it is a verdict`, () => {
      const reading = parseAllErrors(golden.reply, golden.n_steps);
      assert.deepEqual(
        {
          sections: reading.errorSteps?.map(toStepNumber) ?? null,
          has_errors: reading.hasErrors,
          status: reading.status,
          invalid: reading.invalid,
          note: reading.note,
        },
        golden.expected,
      );
      const { vote } = protocolRules({ protocol: 'all_errors' }).read(golden.reply, golden.n_steps, 0);
      const ok = ['ok', 'ok_clean'].includes(golden.expected.status);
      assert.equal(vote.status, ok ? 'ok' : 'unparsed');
      assert.equal(vote.error_steps === null, !ok);
      assert.equal(typeof vote.note, 'string');
    });
  }
}
