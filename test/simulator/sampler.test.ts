import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rightAnswer } from '../../src/simulator/sampler/right-answer.ts';
import { chat, withSimulator } from './ask.ts';

const prompt = 'How many lattice paths are there?';
const sampling = { temperature: 1, logprobs: true, top_logprobs: 20 };

test('gives each token its probability and the 20 likeliest, sorted, with sums below 1', async () => {
  await withSimulator({}, async (simulator) => {
    const reply = await chat(simulator, 'sampler', { prompt, seed: 1, ...sampling });
    const { message, logprobs } = reply.choices[0];
    const tokens = logprobs!.content;
    assert.equal(tokens.length, reply.usage.completion_tokens);
    assert.equal(tokens.map(({ token }) => token).join(''), message.content);
    assert.match(message.content, /\\boxed\{\d{1,3}\}$/);
    let first = 0;
    for (const { token, logprob, bytes, top_logprobs: top } of tokens) {
      assert.equal(Buffer.from(bytes).toString(), token);
      assert.equal(top.length, 20);
      assert.equal(new Set(top.map((other) => other.token)).size, 20);
      assert.ok(top.every((other, at) => other.logprob <= (top[at - 1]?.logprob ?? 0)));
      assert.ok(top.reduce((sum, other) => sum + Math.exp(other.logprob), 0) < 1);
      const place = top.findIndex((other) => other.token === token);
      if (place === -1) assert.ok(logprob < top.at(-1)!.logprob);
      else assert.equal(logprob, top[place]!.logprob);
      if (place === 0) first += 1;
    }
    assert.ok(first > tokens.length / 4 && first < tokens.length, `${first} of ${tokens.length}`);
  });
});

test('shows as many alternatives as were asked for', async () => {
  await withSimulator({}, async (simulator) => {
    for (const [parameters, count] of [
      [{ logprobs: true }, 0],
      [{ logprobs: true, top_logprobs: 3 }, 3],
    ] as const) {
      const { logprobs } = (await chat(simulator, 'sampler', { prompt, ...parameters })).choices[0];
      assert.ok(logprobs?.content.every(({ top_logprobs }) => top_logprobs.length === count));
    }
    assert.equal((await chat(simulator, 'sampler', { prompt })).choices[0].logprobs, null);
  });
});

test('is right as often as stated, and right traces are the more confident ones', async () => {
  const measure = async (separation: number): Promise<{ accuracy: number; gap: number }> => {
    const confidences: Record<'right' | 'wrong', number[]> = { right: [], wrong: [] };
    await withSimulator({ sampler: { accuracy: 0.5, separation, tokens: [20, 30] } }, async (simulator) => {
      for (let round = 0; round < 12; round += 1) {
        const text = `${prompt} Version ${round}.`;
        const answer = rightAnswer(0, text);
        const replies = await Promise.all(
          Array.from({ length: 10 }, (_, seed) =>
            chat(simulator, 'sampler', { prompt: text, seed, ...sampling }),
          ),
        );
        for (const { choices } of replies) {
          const { message, logprobs } = choices[0];
          const means = logprobs!.content.map(
            ({ top_logprobs: top }) => -mean(top.map(({ logprob }) => logprob)),
          );
          const kind = message.content.endsWith(`\\boxed{${answer}}`) ? 'right' : 'wrong';
          confidences[kind].push(mean(means));
        }
      }
    });
    const { right, wrong } = confidences;
    return { accuracy: right.length / (right.length + wrong.length), gap: mean(right) - mean(wrong) };
  };
  const [linked, unlinked] = [await measure(2), await measure(0)];
  assert.ok(linked.accuracy > 0.38 && linked.accuracy < 0.62, `accuracy ${linked.accuracy}`);
  assert.ok(linked.gap > 1, `gap ${linked.gap}`);
  assert.ok(Math.abs(unlinked.gap) < 0.5, `gap without a link ${unlinked.gap}`);
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

test('a limit of tokens cuts the trace that would have come without it', async () => {
  await withSimulator({ sampler: { tokens: [10, 14] } }, async (simulator) => {
    for (const seed of [1, 2, 3]) {
      const whole = (await chat(simulator, 'sampler', { prompt, seed, ...sampling })).choices[0];
      const all = whole.logprobs!.content;
      for (let limit = 1; limit <= all.length + 1; limit += 1) {
        const cut = (await chat(simulator, 'sampler', { prompt, seed, ...sampling, max_tokens: limit }))
          .choices[0];
        assert.deepEqual(cut.logprobs!.content, all.slice(0, limit), `${limit} of ${all.length}`);
        assert.equal(cut.finish_reason, limit < all.length ? 'length' : 'stop');
      }
    }
  });
});
