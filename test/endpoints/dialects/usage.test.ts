// A reply without token counts has an unknown price, in every dialect: it is settled at its worst case, and never shown as
// 0 tokens.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseDialect } from '../../../src/endpoints/dialects/choose.ts';
import { usageIn } from '../../../src/endpoints/wire-usage.ts';
import { runHere } from '../../support/cli.ts';
import { type PersonalityName, startPersonality } from '../../support/personalities.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const text = 'four';
/** A reply of each dialect as `usage` says it. */
const replies = {
  openai: (usage: object) => ({ choices: [{ message: { content: text } }], usage }),
  anthropic: (usage: object) => ({ content: [{ type: 'text', text }], usage }),
  gemini: (usageMetadata: object) => ({
    candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata,
  }),
  ollama: (usage: object) => ({ message: { content: text }, done: true, ...usage }),
  'openai-responses': (usage: object) => ({
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
    usage,
  }),
  pooling: (usage: object) => ({ data: [{ data: [0.5] }], usage }),
} as const;
const counts = {
  openai: [{ prompt_tokens: 9 }, { completion_tokens: 2 }],
  anthropic: [{ input_tokens: 9 }, { output_tokens: 2 }],
  gemini: [{ promptTokenCount: 9 }, { candidatesTokenCount: 2 }],
  ollama: [{ prompt_eval_count: 9 }, { eval_count: 2 }],
  'openai-responses': [{ input_tokens: 9 }, { output_tokens: 2 }],
  pooling: [{ prompt_tokens: 9 }, {}],
} as const;
const names = Object.keys(replies) as (keyof typeof replies)[];

test('a reply is marked where its server leaves out what prompt or text took', () => {
  for (const name of names) {
    const [prompt, completion] = counts[name];
    const missing = (usage: object): boolean => {
      const body = Buffer.from(JSON.stringify(replies[name](usage)));
      return chooseDialect(name, 'http://127.0.0.1').read(200, body).usageMissing === true;
    };
    assert.equal(missing({}), true, name);
    assert.equal(missing(completion), true, name);
    // A reward model writes nothing: its completion is known.
    assert.equal(missing(prompt), name !== 'pooling', name);
    assert.equal(missing({ ...prompt, ...completion }), false, name);
  }
});

test('a count may be text; one that no call can have is left out, in every dialect', () => {
  for (const name of names) {
    const read = (count: unknown) => {
      const usage = Object.fromEntries(counts[name].flatMap(Object.keys).map((key) => [key, count]));
      return chooseDialect(name, 'http://127.0.0.1').read(
        200,
        Buffer.from(JSON.stringify(replies[name](usage))),
      );
    };
    assert.equal(read('100').promptTokens, 100, name);
    for (const count of [1e300, '9'.repeat(300), -5, '-5', 'many', true]) {
      const { promptTokens, completionTokens, usageMissing } = read(count);
      assert.deepEqual([promptTokens, completionTokens, usageMissing], [0, 0, true], `${name}: ${count}`);
    }
  }
});

const servers: readonly {
  dialect: string;
  name: PersonalityName;
  model: string;
  fields: readonly string[];
}[] = [
  { dialect: 'openai', name: 'strict', model: 'qwen-strict', fields: ['usage'] },
  { dialect: 'anthropic', name: 'anthropic', model: 'claude', fields: ['usage'] },
  { dialect: 'gemini', name: 'gemini', model: 'gemini', fields: ['usageMetadata'] },
  { dialect: 'ollama', name: 'ollama', model: 'ollama', fields: ['prompt_eval_count', 'eval_count'] },
  { dialect: 'openai-responses', name: 'responses', model: 'gpt-responses', fields: ['usage'] },
];

test('under a budget such replies count at their worst case, and their tokens are unknown everywhere', async (t) => {
  const cwd = await temporaryFolder(t);
  const made = await runHere(['ingest', '--adapter', 'synthetic', '--n', '3', '-o', 'in.jsonl'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  for (const { dialect, name, model, fields } of servers) {
    const server = await startPersonality(t, name, {
      edit: (reply) => Object.fromEntries(Object.entries(reply).filter(([field]) => !fields.includes(field))),
    });
    const place = ['--endpoint', server.url, '--dialect', dialect, '-m', `${model}-critic`, '--cache', 'off'];
    const limits = ['--max-tokens', '100', '--budget-tokens', '90000'];
    const { code, stderr } = await runHere(
      ['critic', ...place, ...limits, '--run', dialect, '-o', `${dialect}.jsonl`, 'in.jsonl'],
      { cwd, env: { LATEBENCH_CRITIC_API_KEY: 'k' } },
    );
    assert.equal(code, 0, `${dialect}: ${stderr}`);
    assert.match(
      stderr,
      /3 attempts were sent and came back without usage; counted at the worst case, \d+ tokens/,
    );
    assert.match(stderr, /tokens not reported/, dialect);
    const events = (await readFile(join(cwd, dialect, 'events.jsonl'), 'utf8')).trim().split('\n');
    const finished = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'call_finished');
    assert.equal(finished.length, 3);
    for (const { prompt_tokens, completion_tokens } of finished) {
      assert.deepEqual([prompt_tokens, completion_tokens], [null, null], dialect);
    }
  }
});

test('what a server leaves out is taken from the total, and never makes a reply longer than it is', () => {
  const read = (name: 'openai' | 'gemini', usage: object) => {
    const dialect = chooseDialect(name, 'http://127.0.0.1');
    const reply = dialect.read(200, Buffer.from(JSON.stringify(replies[name](usage))));
    return [reply.promptTokens, reply.completionTokens, reply.usageMissing === true];
  };
  for (const [reported, expected] of [
    [
      [null, 20, 140],
      [120, 20, false],
    ],
    [
      [120, null, 140],
      [120, 20, false],
    ],
    [
      [null, null, 140],
      [0, 0, true],
    ],
    [
      [null, 20, null],
      [0, 20, true],
    ],
    [
      [120, 20, 160],
      [120, 40, false],
    ],
    [
      [120, 20, 100],
      [120, 20, false],
    ],
  ] as const) {
    const [prompt, written, total] = reported;
    assert.deepEqual(
      read('openai', { prompt_tokens: prompt, completion_tokens: written, total_tokens: total }),
      expected,
    );
    assert.deepEqual(
      read('gemini', { promptTokenCount: prompt, candidatesTokenCount: written, totalTokenCount: total }),
      expected,
    );
  }
});

test('a body that is no reply says in every dialect what it was billed for', () => {
  for (const body of [
    { usage: { prompt_tokens: 9, completion_tokens: 2 } },
    {
      type: 'message',
      content: null,
      usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 2 },
    },
    { status: 'failed', error: { code: 'server_error' }, usage: { input_tokens: 9, output_tokens: 2 } },
    { usageMetadata: { promptTokenCount: 9, totalTokenCount: 11 } },
    { message: null, done: false, prompt_eval_count: 9, eval_count: 2 },
  ]) {
    const usage = usageIn(Buffer.from(JSON.stringify(body)));
    assert.deepEqual(usage, { promptTokens: 9, completionTokens: 2 }, JSON.stringify(body));
  }
  assert.equal(usageIn(Buffer.from('{"error": {"message": "no"}}')), null);
});
