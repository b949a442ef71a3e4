// docs/reference.md says what the stages declare.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { referencePage } from '../../scripts/stage-reference.ts';
import { stageNames } from '../../src/stages/catalogue.ts';

test('the reference is what the stages declare (npm run reference writes it)', async () => {
  const page = readFileSync('docs/reference.md', 'utf8');
  assert.equal(page, await referencePage());
  for (const name of stageNames) assert.ok(page.includes(`\n## ${name}\n`), name);
});

test('flags, bounds, choices and defaults are in its tables', () => {
  const page = readFileSync('docs/reference.md', 'utf8');
  for (const line of [
    '| `votes` | `--votes N` | whole number of at least 1 | `1` |',
    '| `earlyStop` | `--early-stop-votes` | true or false |  |',
    '| `cleanFraction` | `--clean-fraction F` | number from 0 to 1 | `0` |',
    '| `threshold` | `--prm-threshold T` | number from -1000000 to 1000000 |  |',
    '| `strict` | `--no-strict` | true or false | `true` | `false`: unknowns may have other names |',
    '| `output` | `-o, --output FILE` | text | `"report.html"` |',
    '| `constants` | `--constants K,…` | list of whole numbers of at least 0 | `[0]` |',
    '| `votes` |  | whole number of at least 1 | required |',
    '| `others` |  | list of texts | `[]` |',
  ]) {
    assert.ok(page.includes(`\n${line}`), line);
  }
});
