// The arithmetic critic on the solutions of ProcessBench: what it flags is wrong. Skips where the files are not there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstFalseStatement } from '../../src/arithmetic/first-false.ts';
import { testData } from '../support/test-data.ts';

interface Row {
  readonly problem: string;
  readonly steps: readonly string[];
  /** 0-based, -1: correct. */
  readonly label: number;
}

/** Flags on solutions that are labelled correct: of all of them, two, which do hold a false equation. */
const mostFalseAlarms: Readonly<Record<string, number>> = { gsm8k: 0, math: 0, olympiadbench: 2 };
/** First errors named exactly, at least: a step may be improved upon, not lost. */
const fewestFound: Readonly<Record<string, number>> = { gsm8k: 11, math: 43, olympiadbench: 10 };

for (const [subset, most] of Object.entries(mostFalseAlarms)) {
  const path = `${testData}/data/processbench/${subset}.json`;
  test(`${subset}: at least 97 % of the correct solutions pass, and what is flagged is wrong`, (t) => {
    if (!existsSync(path)) {
      t.skip(`${path} is not there`);
      return;
    }
    const rows = JSON.parse(readFileSync(path, 'utf8')) as readonly Row[];
    const flags = rows.map((row) => ({ label: row.label, step: firstFalseStatement(row)?.step ?? -1 }));
    const correct = flags.filter(({ label }) => label === -1);
    const alarms = correct.filter(({ step }) => step !== -1).length;
    assert.ok(alarms <= most, `${alarms} flags on correct solutions`);
    assert.ok(alarms <= 0.03 * correct.length);
    const found = flags.filter(({ label, step }) => label !== -1 && step === label).length;
    assert.ok(found >= fewestFound[subset]!, `${found} first errors named`);
    // Before the annotated first error there is next to nothing false.
    const early = flags.filter(({ label, step }) => step !== -1 && label !== -1 && step < label).length;
    assert.ok(early <= 0.02 * rows.length, `${early} flags before the first error`);
  });
}
