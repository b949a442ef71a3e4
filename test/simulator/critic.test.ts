import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allErrorsPrompt } from '../../src/critic/prompt-all-errors.ts';
import { firstErrorPrompts } from '../../src/critic/prompt-first-error.ts';
import type { Simulator } from '../../src/simulator/server.ts';
import { contentOf, withSimulator } from './ask.ts';

const problem =
  'A box holds 3 red and 4 blue balls. Two are drawn at random. How many pairs are there in all?';
const right = [
  'There are $3 + 4 = 7$ balls.',
  'A pair is a choice of 2 of the 7 balls.',
  'So there are $\\binom{7}{2} = \\frac{7 \\cdot 6}{2} = 21$ pairs.',
  'The answer is $\\boxed{21}$.',
];
const wrong = [
  ...right.slice(0, 2),
  'So there are $\\binom{7}{2} = 42$ pairs.',
  'The answer is $\\boxed{42}$.',
];

function judge(simulator: Simulator, steps: readonly string[], options: object = {}): Promise<string> {
  const prompt = firstErrorPrompts.maths.messages({ problem, steps })[0]!.content;
  return contentOf(simulator, 'critic', { prompt, temperature: 0, ...options });
}

test('names the paragraph, from 0, whose equation does not hold, and answers -1 where all hold', async () => {
  await withSimulator({}, async (simulator) => {
    assert.match(await judge(simulator, wrong), /does not hold[\s\S]*\\boxed\{2\}$/);
    assert.match(await judge(simulator, right), /\\boxed\{-1\}$/);
  });
});

test('lists every section, from 1, whose equation does not hold, in the form that is asked for', async () => {
  await withSimulator({}, async (simulator) => {
    const list = (steps: readonly string[]): Promise<string> => {
      const prompt = allErrorsPrompt.messages({ problem, steps })[0]!.content;
      return contentOf(simulator, 'critic', { prompt, temperature: 0 });
    };
    const reply = await list([...wrong, 'Also $2 + 2 = 5$.']);
    assert.match(reply, /^Conclusion: yes\nError Section Number: 3\nExplanation: \S.*\nConfidence: 0\.\d/);
    assert.match(reply, /\nError Section Number: 5\n/);
    assert.match(await list(right), /Conclusion: no error$/);
  });
});

test('notices an answer that was never computed', async () => {
  await withSimulator({}, async (simulator) => {
    assert.match(await judge(simulator, [...right.slice(0, 3), 'So we get $\\boxed{24}$.']), /\\boxed\{3\}$/);
  });
});

test('sees only what it can check: a wrong rule with arithmetic that holds passes', async () => {
  await withSimulator({}, async (simulator) => {
    const ordered = [
      ...right.slice(0, 2),
      'So there are $7 \\cdot 6 = 42$ pairs.',
      'The answer is $\\boxed{42}$.',
    ];
    assert.match(await judge(simulator, ordered), /\\boxed\{-1\}$/);
  });
});

test('says that it cannot read a message without a solution, and puts nothing into a box', async () => {
  await withSimulator({}, async (simulator) => {
    assert.doesNotMatch(await contentOf(simulator, 'critic', { prompt: 'Hello' }), /boxed/);
  });
});

test('above temperature 0 it overlooks errors and raises false alarms at the stated rates', async () => {
  await withSimulator({}, async (simulator) => {
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);
    const share = async (steps: readonly string[], reply: RegExp): Promise<number> => {
      const replies = await Promise.all(
        seeds.map((seed) => judge(simulator, steps, { seed, temperature: 1 })),
      );
      return replies.filter((text) => reply.test(text)).length / seeds.length;
    };
    const [missed, alarmed] = [await share(wrong, /\{-1\}$/), await share(right, /\{\d\}$/)];
    assert.ok(missed > 0.15 && missed < 0.36, `overlooked ${missed}`);
    assert.ok(alarmed > 0.015 && alarmed < 0.12, `false alarms ${alarmed}`);
  });
});
