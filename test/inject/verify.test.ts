import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import { injectStage } from '../../src/inject/inject.ts';
import { createVerifier } from '../../src/inject/verify.ts';
import { verificationSchema } from '../../src/records/injection.ts';
import type { Solution } from '../../src/records/solution.ts';
import { type RecordedCall, recordingEndpoint } from '../support/recording-endpoint.ts';

const signal = new AbortController().signal;
const versions = {
  problem: 'What is $2 + 3$?',
  before: ['We add.'],
  original: 'So $5$.',
  changed: 'So $6$.',
};

/** Which version the question shows first. */
function firstIn({ request }: RecordedCall): 'original' | 'changed' {
  const text = request.messages[0]!.content;
  return text.indexOf(versions.original) < text.indexOf(versions.changed) ? 'original' : 'changed';
}
const naming = (wrong: 'original' | 'changed') => (call: RecordedCall) =>
  JSON.stringify({ why: 'x', wrong: firstIn(call) === wrong ? 'A' : 'B' });

test('nothing but the versions and their seeded order is in the question, half of the votes each way', async () => {
  const orders: string[] = [];
  for (let seed = 0; seed < 20; seed += 1) {
    const endpoint = recordingEndpoint(naming('changed'));
    const verification = await createVerifier({ endpoint, votes: 4 }).verify(versions, { seed, signal });
    const order = endpoint.calls.map(firstIn);
    assert.equal(order.filter((first) => first === 'original').length, 2);
    assert.deepEqual(
      verification.votes.map(({ first }) => first),
      order,
    );
    for (const { request } of endpoint.calls)
      assert.doesNotMatch(request.messages[0]!.content, /chang|origin|modif|inject|rewrit/i);
    orders.push(order[0]!);
    verificationSchema.parse(verification);
  }
  assert.ok(new Set(orders).size === 2, 'the order depends on the seed');
});

test('an injection counts when more than half of all votes call the changed version wrong, and that alone', async () => {
  const outcome = async (answers: readonly string[]) => {
    const endpoint = recordingEndpoint((call) => {
      const answer = answers[call.sample ?? 0]!;
      if (answer === 'fail') return new LateBenchError('LB_ENDPOINT_SERVER', 'x');
      if (answer === 'changed' || answer === 'original') return naming(answer)(call);
      return answer === 'garbage' ? 'hm' : JSON.stringify({ wrong: answer });
    });
    const { verified, agreed } = await createVerifier({ endpoint, votes: answers.length }).verify(versions, {
      seed: 1,
      signal,
    });
    return [verified, agreed];
  };
  assert.deepEqual(await outcome(['changed']), [true, 1]);
  assert.deepEqual(await outcome(['changed', 'changed', 'original']), [true, 2]);
  assert.deepEqual(await outcome(['changed', 'changed', 'both', 'neither']), [false, 2]);
  assert.deepEqual(await outcome(['changed', 'garbage', 'fail']), [false, 1]);
  assert.deepEqual(await outcome(['original', 'original', 'changed']), [false, 1]);
});

function solution(): Solution {
  const steps = Array.from({ length: 9 }, (_, index) => `Step text number ${index + 1}.`);
  steps[8] = 'So the answer is $\\boxed{42}$.';
  return { id: 'x', problem: 'What?', steps, answer: '42', final_answer: '42', error_steps: [] };
}
const proposal = JSON.stringify({
  target_step: 8,
  steps: ['Step text number 8, twice.', 'So the answer is $\\boxed{84}$.'],
  final_answer: '84',
  explanation: 'doubled',
});

async function inject(
  wrong: 'A' | 'B' | 'both' | 'neither' | 'fail',
): Promise<{ out: Solution; prompts: string[] }> {
  const injector = recordingEndpoint(() => proposal);
  const reader = recordingEndpoint(() =>
    wrong === 'fail' ? new LateBenchError('LB_ENDPOINT_SERVER', 'x') : JSON.stringify({ wrong }),
  );
  const verifier = createVerifier({ endpoint: reader, votes: 2 });
  const stage = injectStage({ endpoint: injector, cleanFraction: 0, seed: 1, verifier, maxAttempts: 2 });
  const outputs: Solution[] = [];
  for await (const output of stage.run(solution(), { signal })) outputs.push(output as Solution);
  return { out: outputs[0]!, prompts: injector.calls.map(({ body }) => body) };
}

test('an injection that readers do not agree with is tried again with the reason, and then rejected', async () => {
  const { out, prompts } = await inject('neither');
  assert.deepEqual([out.injection?.status, out.error_steps], ['rejected', null]);
  assert.deepEqual(out.steps, solution().steps);
  assert.equal(out.injection?.gate?.verification?.ok, false);
  assert.match(prompts[1] ?? '', /0 of 2 independent readers call the changed step wrong/);
  const { usage } = verificationSchema.parse(out.injection?.verification);
  assert.equal(usage.calls, 4, 'what both attempts cost is counted');
});

test('where every reader fails the injection has failed, and is not taken for rejected', async () => {
  assert.equal((await inject('fail')).out.injection?.status, 'failed');
});

test('a vote that cannot be read is asked for once more, and is then missing and not a vote against', async () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    repaired: ['The one with \\sqrt is off.', '{"wrong": "CHANGED"}'],
    missing: ['garbage', '{"wrong": "A"}\n{"wrong": "B"}'],
    silent: ['', '{"wrong": "CHANGED"}'],
    agrees: ['{"why": "$\\sqrt{2}$", "wrong": "Version CHANGED"}'],
    against: ['{"wrong": "neither"}'],
  };
  const outcome = async (kinds: readonly string[]) => {
    const orders = new Map<number, string>();
    const endpoint = recordingEndpoint((call) => {
      const at = call.sample ?? 0;
      const sample = at % kinds.length;
      if (at < kinds.length) orders.set(sample, firstIn(call) === 'changed' ? 'A' : 'B');
      return (answers[kinds[sample]!]![at < kinds.length ? 0 : 1] ?? '').replace(
        'CHANGED',
        orders.get(sample)!,
      );
    });
    // Absent where every vote could be read, so that records of 0.1.0 keep their bytes.
    const {
      verified,
      agreed,
      valid = kinds.length,
      usage,
    } = await createVerifier({ endpoint, votes: kinds.length }).verify(versions, { seed: 3, signal });
    return [verified, agreed, valid, usage.calls];
  };
  assert.deepEqual(await outcome(['repaired']), [true, 1, 1, 2]);
  assert.deepEqual(await outcome(['silent']), [true, 1, 1, 2]);
  assert.deepEqual(await outcome(['missing']), [false, 0, 0, 2]);
  assert.deepEqual(await outcome(['agrees', 'agrees', 'missing']), [true, 2, 2, 4]);
  assert.deepEqual(await outcome(['agrees', 'agrees', 'against', 'missing']), [true, 2, 3, 5]);
  assert.deepEqual(await outcome(['agrees', 'missing', 'missing']), [false, 1, 1, 5], 'no verdict');
  assert.deepEqual(await outcome(['agrees', 'against', 'against']), [false, 1, 3, 3]);
});
