// Settings that a program gives in JavaScript, where no type checks them: what is misspelt must not be ignored, since a
// run without its budget or its endpoint costs money.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as library from '../../src/index.ts';
import {
  ingest,
  openPool,
  readInput,
  run,
  runPipeline,
  scoreRecords,
  syntheticRecords,
} from '../../src/index.ts';
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

test('an argument of another type is named, with what is wanted', async () => {
  const calls: Readonly<Record<string, (value: never) => unknown>> = {
    readInput: (value) => readInput(value, { onBad: () => {} }).next(),
    ingest: (value) => ingest(value),
    openPool: (value) => openPool(value),
    scoreRecords: (value) => scoreRecords(value),
    run: (value) => run(value),
    runPipeline: (value) => runPipeline(value),
    syntheticRecords: (value) => syntheticRecords(value).next(),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of name === 'run' ? [null, 5] : [undefined, null, 5, true]) {
      const message = new RegExp(`^${name}: give .*, not ${value}$`);
      await assert.rejects(async () => call(value as never), { code: 'LB_USAGE', message });
    }
  }
  await assert.rejects(runPipeline({} as never), {
    code: 'LB_CONFIG',
    message: /^runPipeline: name: it is missing/,
  });
  const without = readInput('a.jsonl', {} as Parameters<typeof readInput>[1]).next();
  await assert.rejects(without, { code: 'LB_USAGE', message: /option onBad/ });
});

/** Arguments that callers without types give, and nothing at all. */
const wrongArguments: readonly (readonly unknown[])[] = [
  [],
  [null],
  [5],
  [{}],
  ['text'],
  [[]],
  ['text', null],
  ['text', 5],
  ['text', {}],
  [{}, {}],
  [{}, null],
];

test('no function of the library ends with an error of its own code, whatever it is given', async () => {
  const functions = Object.entries(library).filter(
    ([name, value]) => typeof value === 'function' && name !== 'LateBenchError',
  );
  for (const [name, call] of functions as [string, (...given: unknown[]) => unknown][]) {
    for (const given of wrongArguments) {
      try {
        const made = await call(...given);
        if (typeof made !== 'object' || made === null) continue;
        if (Symbol.asyncIterator in made || Symbol.iterator in made)
          await (made as AsyncGenerator | Generator).next?.();
        if ('close' in made) await (made as { close(): Promise<void> }).close();
      } catch (error) {
        assert.ok(
          library.isLateBenchError(error),
          `${name}(${given.map((one) => JSON.stringify(one)).join(', ')}): ${error}`,
        );
      }
    }
  }
});

test('settings of a score or a comparison that are misspelt or of another type are named', async () => {
  for (const [settings, message] of [
    [{ boostrap: 0 }, /it has no field boostrap; did you mean bootstrap\?/],
    [{ bootstrap: 'many' }, /bootstrap: must be a number, not "many"/],
    [{ bootstrap: -1 }, /bootstrap/],
    [{ parse: 'strct' }, /parse/],
    [{ cut: 'lst' }, /cut/],
    [{ seed: 1.5 }, /seed/],
  ] as const) {
    const error = { code: 'LB_USAGE', message };
    assert.throws(() => library.createScore(settings as object), error);
    assert.throws(() => library.createComparison(settings as object), error);
    await assert.rejects(scoreRecords([], settings as object), error);
  }
  // Read as a list, it would be the letters of the field.
  const by = 'subject' as unknown as string[];
  assert.throws(() => library.createScore({ by }), {
    code: 'LB_USAGE',
    message: /by: must be a list, not "subject"/,
  });
  const critics = 'gpt' as unknown as string[];
  assert.throws(() => library.createComparison({ critics }), {
    code: 'LB_USAGE',
    message: /critics: must be a list, not /,
  });
});
