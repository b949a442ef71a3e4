// Math-Verify's own test cases: how often our verdict is the one that they expect.

import { verifyCase } from '../mathverify/index.ts';
import type { Row } from '../storage/rows.ts';
import { type Measured, ofRows, type Reproduction } from './reproduction.ts';

const cases = 'verify_cases.jsonl';

async function measured(rowGroups: AsyncIterable<readonly Row[]>): Promise<Measured> {
  let all = 0;
  let right = 0;
  for await (const rows of rowGroups) {
    for (const row of rows) {
      all += 1;
      if (verifyCase(row as Parameters<typeof verifyCase>[0]).equal === row.expected) right += 1;
    }
  }
  return new Map([
    ['cases', all],
    ['verdicts as expected', right],
  ]);
}

export const mathVerifyAgreement: Reproduction = {
  name: 'math-verify',
  about: "verdicts on Math-Verify's published test cases",
  source: 'https://github.com/huggingface/Math-Verify 0.8.0, tests: all of them pass there',
  files: [
    {
      name: cases,
      hub: null,
      from: "Math-Verify's tests, a JSON line a case: gold, pred, gold_config, pred_config, options, expected",
    },
  ],
  figures: [
    { what: 'cases', theirs: 162, ours: 162, digits: 0, file: cases },
    { what: 'verdicts as expected', theirs: 162, ours: 162, digits: 0, file: cases },
  ],
  explained: 'No difference: the cases include those that its tests list as unwanted.',
  measure: ofRows(cases, measured),
};
