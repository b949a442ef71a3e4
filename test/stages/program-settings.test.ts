// Settings that a program gives in JavaScript, where no type checks them: what is misspelt must not be ignored, since a
// run without its budget or its endpoint costs money.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ingest, run } from '../../src/index.ts';
import type { RunSettings } from '../../src/library/open-library.ts';
import { critic } from '../../src/library/stages.ts';

const wrong: readonly (readonly [object, RegExp])[] = [
  [{ endpont: 'sim' }, /settings: it has no field endpont; did you mean endpoint\?/],
  [{ endpoint: 'sim', budget: { ust: 5 } }, /budget: it has no field ust; did you mean usd\?/],
  [{ endpoint: 'sim', budget: { usd: '5' } }, /budget\.usd/],
  [{ endpoint: 'sim', mode: 'dry-run' }, /mode/],
  [{ endpoint: 'sim', signal: {} }, /signal: give an AbortSignal/],
];

test('settings that are misspelt end a run before its first call, and the message names them', async () => {
  for (const [settings, message] of wrong) {
    const error = { code: 'LB_USAGE', message };
    await assert.rejects(
      run(settings as RunSettings, ingest({ synthetic: { count: 1, seed: 1 } }), critic()),
      error,
    );
    await assert.rejects(
      critic()
        .over([], settings as RunSettings)
        .next(),
      error,
    );
    await assert.rejects(run(settings as RunSettings, 'quickstart'), error);
  }
});
