import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freshScoring, loadProblem, storedScoring } from '../../../src/deepconf/load-problem.ts';
import { exportRows } from '../../../src/deepconf/pool/export.ts';
import { type ImportOutcome, PoolImport } from '../../../src/deepconf/pool/import.ts';
import { openPool, type PoolProblem } from '../../../src/deepconf/pool/read.ts';
import { verifyPool } from '../../../src/deepconf/pool/verify.ts';
import type { SentinelRule } from '../../../src/deepconf/token-confidence.ts';
import { recomputedConfidences } from '../../../src/deepconf/trace-confidences.ts';
import { traceScorer } from '../../../src/deepconf/trace-scores.ts';
import { settleChoices } from '../../../src/deepconf/voting-choices.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { poolSpecification } from './build-here.ts';

const problems: readonly PoolProblem[] = [
  { problem_id: 'p', problem: 'How many?', truth: '42' },
  { problem_id: 'q', problem: 'How few?', truth: null },
];

async function importInto(
  folder: string,
  rows: readonly Row[],
  given: readonly PoolProblem[] = problems,
  sentinel: SentinelRule = 'skip',
): Promise<ImportOutcome & { reported: string[] }> {
  const reported: string[] = [];
  const imported = await PoolImport.open({
    folder,
    problems: given,
    scores: { ...poolSpecification(1).scores, sentinel },
    answers: { mode: 'aime', fallback: true },
    keepTop: undefined,
    rebuild: false,
    say: (line) => reported.push(line),
  });
  try {
    for (const row of rows) await imported.add(row);
    return { ...(await imported.finish()), reported };
  } finally {
    await imported.close();
  }
}

async function exported(t: TestContext, folder: string): Promise<Row[]> {
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const rows: Row[] = [];
  for await (const row of exportRows(pool, { top: true, tokens: true })) rows.push(row);
  const { findings, short } = await verifyPool(pool, () => {});
  assert.deepEqual({ findings, short: short.length }, { findings: [], short: short.length });
  return rows;
}

test('a pool that is exported and imported again has the same votes, also on fractions', async (t) => {
  const folder = await temporaryFolder(t);
  const numbers = ['\\frac{1}{2}', '0.5', '7', 'x+1'].map((answer, sample_id) => ({
    ...{ problem_id: 'p', sample_id, text: `So it is \\boxed{${answer}}.` },
    token_conf: [1 + sample_id],
  }));
  for (const truth of ['\\frac12', '1234', null]) {
    const problem = { problem_id: 'p', problem: 'How many?', truth };
    const [first, second] = [join(folder, `first ${truth}`), join(folder, `second ${truth}`)];
    await importInto(first, numbers, [problem]);
    await importInto(second, await exported(t, first), [problem]);
    const votes = async (path: string): Promise<unknown> => {
      const pool = await openPool(path);
      t.after(() => pool.close());
      const { answers } = await settleChoices(pool, { ks: ['all'], answers: 'auto' });
      const settings = { answers, fallback: true, dropTruncated: false };
      const scoring = storedScoring(['avg']);
      const { classes, isRight, scores } = await loadProblem(pool, problem, 0, { settings, scoring });
      return { answers, classes, isRight, scores };
    };
    const once = await votes(first);
    assert.deepEqual(await votes(second), once);
    assert.equal((once as { answers: string }).answers, 'math');
  }
});

test('a row that gives no answer is one without an answer, whatever its text says', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const rows = [
    { problem_id: 'p', text: 'It is \\boxed{1/2}.', answer: null },
    { problem_id: 'p', text: 'It is \\boxed{1/2}.' },
  ];
  const problem = { problem_id: 'p', problem: 'How many?', truth: '1/2' };
  await importInto(folder, rows, [problem]);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const settings = { answers: 'math', fallback: true, dropTruncated: false } as const;
  const { classes } = await loadProblem(pool, problem, 0, { settings, scoring: storedScoring([]) });
  assert.deepEqual([...classes.of], [-1, 0]);
});

test('each form of a row gives the same confidences', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const tokens = ['6 x 7', ' = 42'];
  const text = '6 x 7 = 42';
  const content = [
    {
      token: tokens[0],
      logprob: -0.5,
      top_logprobs: [
        { token: 'a', logprob: -0.5 },
        { token: 'b', logprob: -1.5 },
      ],
    },
    {
      token: tokens[1],
      logprob: -0.25,
      top_logprobs: [
        { token: 'c', logprob: -0.25 },
        { token: 'd', logprob: -9999 },
      ],
    },
  ];
  const numbers = {
    token_logprobs: [-0.5, -0.25],
    top_logprobs: [
      [-0.5, -1.5],
      [-0.25, -9999],
    ],
  };
  const choice = { message: { content: text }, finish_reason: 'stop', logprobs: { content } };
  const body = { model: 'm', choices: [choice], usage: { prompt_tokens: 9 } };
  const { k, traces } = await importInto(folder, [
    { problem_id: 'p', sample_id: 0, text, ...numbers },
    {
      problem_id: 'p',
      sample_id: '1',
      text,
      ...numbers,
      top_logprobs: content.map(({ top_logprobs }) => top_logprobs),
    },
    { problem_id: 'p', sample_id: 2, text, logprobs: { content } },
    { problem_id: 'p', sample_id: 3, answer: 42, token_conf: [1, 0.25] },
    { problem_id: 'p', sample_id: 4, body },
    { custom_id: 'p:5', response: { status_code: 200, body } },
    { problem_id: 'p', ...body },
    {
      problem_id: 'p',
      text,
      ...numbers,
      top_logprobs: [
        { a: -0.5, b: -1.5 },
        { c: -0.25, d: -9999 },
      ],
    },
  ]);
  assert.deepEqual({ k, traces }, { k: 2, traces: 8 });
  const rows = await exported(t, folder);
  assert.deepEqual(
    rows.map(({ sample_id }) => sample_id),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  for (const row of rows) {
    assert.deepEqual(row.token_conf, [1, 0.25], `sample ${row.sample_id}`);
    assert.equal(row.answer, '42');
    assert.equal(row.score_avg, 0.625);
  }
  assert.deepEqual(rows[2]!.tokens, tokens);
  assert.deepEqual(
    rows[4]!.top_logprobs,
    content.map(({ top_logprobs }) => top_logprobs),
  );
  assert.deepEqual([rows[4]!.prompt_tokens, rows[4]!.model, rows[4]!.n_sentinel], [9, 'm', 1]);
});

const said = [
  { token: 'So', logprob: -0.5, top_logprobs: alternatives([-0.5, -1, -4], ['So', 'It', '4']) },
  { token: '4', logprob: -1, top_logprobs: alternatives([-0.25, -1, -2], ['So', '4', '7']) },
];
const tops = said.map(({ top_logprobs }) =>
  Object.fromEntries(top_logprobs.map(({ token, logprob }) => [token, logprob])),
);
const ids: Readonly<Record<string, number>> = { So: 911, It: 17, 4: 4, 7: 7 };
const candidates = said.map(({ top_logprobs }) =>
  Object.fromEntries(
    top_logprobs.map(({ token, logprob }, at) => [
      ids[token],
      { logprob, rank: at + 1, decoded_token: token },
    ]),
  ),
);
const tokenIds = said.map(({ token }) => ids[token]);

function alternatives(logprobs: readonly number[], tokens: readonly string[]) {
  return tokens.map((token, at) => ({ token, logprob: logprobs[at]! }));
}

test('lists of logprobs are read as people keep them, and those of vLLM without a server', async (t) => {
  const folder = await temporaryFolder(t);
  const text = 'So it is \\boxed{4}';
  const trace = { problem_id: 'p', text };
  const forms: readonly Row[] = [
    { ...trace, logprobs: said },
    { ...trace, logprobs: tops },
    { ...trace, logprobs: { top_logprobs: tops } },
    { ...trace, logprobs: said.map(({ top_logprobs }) => top_logprobs) },
    { ...trace, logprobs: said.map(({ top_logprobs }) => top_logprobs.map(({ logprob }) => logprob)) },
    { ...trace, top_logprobs: candidates },
    { ...trace, logprobs: candidates },
    { ...trace, logprobs: candidates, token_ids: tokenIds },
    {
      problem_id: 'p',
      outputs: [{ text, logprobs: candidates, token_ids: tokenIds, finish_reason: 'stop' }],
    },
  ];
  await importInto(folder, forms);
  const rows = await exported(t, folder);
  const confidences = [5.5 / 3, 3.25 / 3].map(Math.fround);
  for (const [at, { token_conf }] of rows.entries()) assert.deepEqual(token_conf, confidences, `form ${at}`);
  const chosen = rows.map(({ token_logprobs }) => token_logprobs);
  const known = [-0.5, -1];
  const unknown = [null, null];
  assert.deepEqual(chosen, [known, unknown, unknown, unknown, unknown, unknown, unknown, known, known]);
  const named = rows.filter(({ tokens }) => JSON.stringify(tokens) === '["So","4"]');
  assert.deepEqual(
    named.map(({ sample_id }) => sample_id),
    [0, 7, 8],
  );
});

test('logprobs in a form that is not read are told, not left out', async (t) => {
  const folder = await temporaryFolder(t);
  const wrong: readonly (readonly [Row['logprobs'], RegExp])[] = [
    ['-0.5', /form that is not read/],
    [{ output_token_logprobs: [[-0.1, 5, null]] }, /form that is not read/],
    [[true], /form that is not read/],
    [[{ id: 'x' }], /form that is not read/],
    [[-1, 'x'], /not a number/],
    [{ token_logprobs: [-1], top_logprobs: [[-1], [-2]] }, /2 top_logprobs and 1 token_logprobs/],
  ];
  for (const [logprobs, reason] of wrong) {
    const row = { problem_id: 'p', text: '\\boxed{4}', logprobs };
    await assert.rejects(importInto(folder, [row]), reason, JSON.stringify(logprobs));
    await assert.rejects(importInto(folder, [{ problem_id: 'p', choices: [row] }]), reason);
  }
  const none = [null, [], {}, { content: null, refusal: null }].map((logprobs) => ({
    ...{ problem_id: 'p', text: '\\boxed{4}', logprobs },
  }));
  const { unscored } = await importInto(join(folder, 'none'), [
    ...none,
    { problem_id: 'p', answer: 4, token_conf: [1] },
  ]);
  assert.equal(unscored, none.length);
  const rows = await exported(t, join(folder, 'none'));
  assert.deepEqual(
    rows.map(({ token_conf }) => token_conf),
    [...none.map(() => []), [1]],
  );
});

test('what was exported and imported again is the same pool, whatever the order of its rows', async (t) => {
  const root = await temporaryFolder(t);
  const rows: Row[] = [];
  for (let sample = 0; sample < 140; sample += 1) {
    for (const { problem_id } of problems) {
      const logprobs = [0, 1, 2].map((at) => -((sample * 7 + at) % 32) / 64);
      rows.push({
        problem_id,
        sample_id: sample,
        text: sample % 5 === 0 ? 'no idea' : `so \\boxed{${sample % 9}}`,
        finish_reason: sample % 3 === 0 ? 'length' : 'stop',
        tokens: ['so ', '\\', 'boxed'],
        token_logprobs: logprobs,
        top_logprobs: logprobs.map((value) => [value, value - 1, value - 2]),
      });
    }
  }
  await importInto(join(root, 'one'), rows);
  const one = await exported(t, join(root, 'one'));
  assert.equal(one.length, 280);
  await importInto(join(root, 'two'), [...one].reverse());
  const two = await exported(t, join(root, 'two'));
  assert.deepEqual(two, one);
});

test('choices of one response are samples, gaps are closed, and a lone problem needs no name', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const choice = (answer: number): Row => ({ message: { content: `\\boxed{${answer}}` }, logprobs: null });
  const { reported } = await importInto(
    folder,
    [{ choices: [choice(1), choice(2)] }, { sample_id: 9, text: '\\boxed{3}', token_conf: [1] }],
    [problems[0]!],
  );
  assert.match(reported.join(), /numbered anew/);
  const rows = await exported(t, folder);
  assert.deepEqual(
    rows.map(({ sample_id, answer }) => [sample_id, answer]),
    [
      [0, '1'],
      [1, '2'],
      [2, '3'],
    ],
  );
});

test('rows that are no trace of a problem are refused with the reason', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  for (const [row, message] of [
    [{ problem_id: 'x', text: 'a' }, /no problem has the id "x"/],
    [{ text: 'a' }, /does not say which problem/],
    [{ problem_id: 'p' }, /neither a text nor an answer/],
    [{ problem_id: 'p', text: 'a', sample_id: -1 }, /whole number from 0/],
    [{ problem_id: 'p', text: 'a', sample_id: 2 ** 31 }, /whole number from 0 to 2147483647/],
    [{ problem_id: 'p', text: 'a', token_logprobs: [-1, 'x'] }, /is not a number/],
    [{ problem_id: 'p', text: 'a', token_conf: [1e39] }, /token_conf holds a number of more than 3\.4e38/],
    [{ problem_id: 'p', text: 'a', token_conf: ['-inf'] }, /token_conf holds "-inf", which is not a number/],
    [{ problem_id: 'p', text: 'a', token_logprobs: [1e39] }, /token_logprobs holds a number of more than/],
    [
      { problem_id: 'p', text: 'a', token_logprobs: [-1], top_logprobs: [[-1], [-1]] },
      /2 top_logprobs and 1/,
    ],
    [{ problem_id: 'p', text: 'a', token_logprobs: [-1], token_conf: [1, 2] }, /2 token_conf and 1/],
    [{ problem_id: 'p', text: 'a', token_logprobs: [0.9, 0.5, -0.1] }, /token_logprobs are above 0 for most/],
    [{ problem_id: 'p', text: 'a', top_logprobs: [[0.9, 0.05]] }, /add up to more than 1/],
    [
      { problem_id: 'p', text: 'a', token_conf: [-0.9, -0.5, 0] },
      /token_conf is below 0 .* latebench pool score/,
    ],
    [{ problem_id: 'p', choices: [] }, /no choices/],
  ] as const) {
    await assert.rejects(importInto(folder, [row]), { code: 'LB_SCHEMA', message });
  }
  const twice = [0, 1].map(() => ({ problem_id: 'p', sample_id: 0, text: 'a' }));
  await assert.rejects(importInto(folder, twice), { message: /sample 0 of p exists already/ });
});

test('minus infinity is a placeholder, as text and as a number that float32 cannot hold', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const low = ['-inf', -1e39, Number.NEGATIVE_INFINITY];
  await importInto(folder, [
    { problem_id: 'p', text: 'a', token_logprobs: low, top_logprobs: low.map((value) => [-1, value]) },
  ]);
  const [row] = await exported(t, folder);
  assert.deepEqual(row?.token_logprobs, [-9999, -9999, -9999]);
  assert.deepEqual(row?.token_conf, [1, 1, 1]);
  assert.equal(row?.n_sentinel, 3);
});

test('sample ids may be as large as 2147483647, with gaps between them', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const { traces } = await importInto(folder, [
    { problem_id: 'p', sample_id: 2 ** 31 - 1, answer: 43, text: 'the last' },
    { problem_id: 'p', sample_id: 7, answer: 42, text: 'the first' },
  ]);
  assert.equal(traces, 2);
  const rows = await exported(t, folder);
  assert.deepEqual(
    rows.map(({ sample_id, answer }) => [sample_id, answer]),
    [
      [0, '42'],
      [1, '43'],
    ],
  );
});

test('content in typed parts is the text, and counts that are none are not known', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const response = (content: unknown, prompt_tokens: unknown): Row => ({
    problem_id: problems[0]!.problem_id,
    choices: [{ message: { content }, finish_reason: 'model_length' }],
    usage: { prompt_tokens },
  });
  const parts = [
    { type: 'text', text: 'So it is ' },
    { type: 'text', text: '\\boxed{42}' },
  ];
  const counts = [20, 1.5, -5, 1e10];
  await importInto(
    folder,
    counts.map((count) => response(parts, count)),
  );
  const rows = await exported(t, folder);
  assert.deepEqual(
    rows.map(({ text, answer, finish_reason, prompt_tokens }) => [
      text,
      answer,
      finish_reason,
      prompt_tokens,
    ]),
    [20, null, null, null].map((count) => ['So it is \\boxed{42}', '42', 'length', count]),
  );
});

test('minus infinity and NaN are read from files as Python writes them, as they are from replies', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'problems.jsonl'), `${JSON.stringify({ id: 'p', problem: 'How many?' })}\n`);
  const row = (sample: number, numbers: string): string =>
    `{"problem_id":"p","sample_id":${sample},"text":"NaN or -Infinity: \\\\boxed{1}","token_logprobs":[-1,${numbers}]}`;
  const rows = [row(0, '-Infinity'), row(1, '"-Infinity"'), row(2, 'NaN'), row(3, 'null')];
  for (const [name, text] of [
    ['a.jsonl', rows.join('\n')],
    ['a.json', `[${rows.join(',')}]`],
  ] as const) {
    await writeFile(join(cwd, name), text);
    const pool = `${name}-pool`;
    const { code, stderr } = await runHere(
      ['pool', 'import', name, '--problems', 'problems.jsonl', '--pool', pool],
      { cwd },
    );
    assert.equal(code, 0, stderr);
    const [first, second, third, fourth] = await exported(t, join(cwd, pool));
    assert.deepEqual(first?.token_logprobs, second?.token_logprobs);
    assert.deepEqual(third?.token_logprobs, fourth?.token_logprobs);
    assert.equal(first?.text, 'NaN or -Infinity: \\boxed{1}');
  }
});

test('given confidences stay where no placeholder is beside them, and the rule decides the others, at import as at a vote', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = [
    { problem_id: 'p', sample_id: 0, text: '\\boxed{1}', token_conf: [3, 5] },
    { problem_id: 'p', sample_id: 1, text: '\\boxed{2}', token_conf: [3, 5], token_logprobs: [-1, -1] },
    {
      ...{ problem_id: 'p', sample_id: 2, text: '\\boxed{2}', token_logprobs: [-1, -1] },
      top_logprobs: [
        [-1, -9999],
        [-1, -3],
      ],
    },
  ];
  const average = async (path: string, rule?: SentinelRule): Promise<number[]> => {
    const pool = await openPool(path);
    t.after(() => pool.close());
    const scoring =
      rule === undefined
        ? storedScoring(['avg'])
        : freshScoring(['avg'], recomputedConfidences(pool, rule), traceScorer({}));
    const settings = { answers: 'integer', fallback: true, dropTruncated: false } as const;
    const { scores } = await loadProblem(pool, problems[0]!, 0, { settings, scoring });
    return [...scores.get('avg')!];
  };
  const [skipped, floored] = [join(folder, 'skipped'), join(folder, 'floored')];
  await importInto(skipped, rows);
  assert.deepEqual(await average(skipped), [4, 4, 1.5]);
  assert.deepEqual(await average(skipped, 'floor'), [4, 4, 2]);
  await importInto(floored, await exported(t, skipped), problems, 'floor');
  assert.deepEqual(await average(floored), [4, 4, 2]);
  assert.deepEqual(await average(floored, 'skip'), [4, 4, 1.5]);
});

test('replies of SGLang, TGI and llama.cpp are read, alone, under a name or as a list, and what the official code writes', async (t) => {
  const folder = await temporaryFolder(t);
  const text = 'So it is \\boxed{4}';
  const sglang: Row = {
    text,
    meta_info: {
      id: 'f3',
      finish_reason: { type: 'length', length: 2 },
      prompt_tokens: 9,
      output_token_logprobs: [
        [-0.5, 17, 'So'],
        [-1, 19, null],
      ],
      output_top_logprobs: [
        [
          [-0.5, 17, 'So'],
          [-2, 18, null],
        ],
        [
          [-1, 19, null],
          ['-Infinity', 20, null],
        ],
      ],
    },
  };
  const top = [
    [
      { id: 17, text: 'So', logprob: -0.5, special: false },
      { id: 18, text: 'It', logprob: -2, special: false },
    ],
    [{ id: 19, text: '4', logprob: -1, special: false }],
  ];
  const details = { finish_reason: 'length', tokens: top.map(([chosen]) => chosen), top_tokens: top };
  const other = { ...details, generated_text: text };
  const llama: Row = {
    content: text,
    stop_type: 'limit',
    tokens_evaluated: 9,
    completion_probabilities: top.map((list) => {
      const named = list.map(({ text: token, logprob }) => ({ token, logprob }));
      return { ...named[0], top_logprobs: named };
    }),
  };
  const forms: readonly Row[] = [
    { problem_id: 'p', ...sglang },
    { id: 'p', response: [sglang, sglang] },
    { problem_id: 'p', generated_text: text, details: { ...details, best_of_sequences: [other] } },
    { problem_id: 'p', body: [{ generated_text: text, details }] },
    { custom_id: 'p:40', response: { body: llama } },
    { id: 'p', ...llama },
  ];
  await importInto(join(folder, 'replies'), forms);
  const rows = await exported(t, join(folder, 'replies'));
  assert.equal(rows.length, 8);
  for (const [at, row] of rows.entries()) {
    const { token_conf, token_logprobs, finish_reason, answer } = row;
    const expected = {
      token_conf: [1.25, 1],
      token_logprobs: [-0.5, -1],
      finish_reason: 'length',
      answer: '4',
    };
    assert.deepEqual({ token_conf, token_logprobs, finish_reason, answer }, expected, `trace ${at}`);
  }
  assert.deepEqual(rows[0]!.tokens, ['So', '19']);
  await importInto(join(folder, 'official'), [{ problem_id: 'p', text, confs: [1.5, 2] }]);
  assert.deepEqual((await exported(t, join(folder, 'official')))[0]!.token_conf, [1.5, 2]);
  const wrong: readonly (readonly [Row, RegExp])[] = [
    [{ content: text, completion_probabilities: [{ content: 'a', probs: [] }] }, /post_sampling_probs/],
    [{ generated_text: text, details: { ...details, top_tokens: [], tokens: [1] } }, /tokens holds 1/],
    [{ generated_text: text, details: { tokens: [], top_tokens: top } }, /2 top_tokens and 0 tokens/],
    [{ text, meta_info: { output_token_logprobs: [-1] } }, /not \[logprob, id, text\]/],
    [{ candidates: [], usageMetadata: {} }, /its fields: problem_id, candidates, usageMetadata/],
  ];
  for (const [row, reason] of wrong)
    await assert.rejects(importInto(folder, [{ problem_id: 'p', ...row }]), {
      code: 'LB_SCHEMA',
      message: reason,
    });
});

test('a reply of 64,000 tokens with 20 alternatives each takes 80 MB, and is imported', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'problems.jsonl'), `${JSON.stringify({ id: 'p', problem: 'How many?' })}\n`);
  const row = `{"problem_id":"p","text":"\\\\boxed{1}","token_conf":[1],"padding":"${'x'.repeat(80 << 20)}"}\n`;
  await writeFile(join(cwd, 'long.jsonl'), row);
  const { code, stderr } = await runHere(
    ['pool', 'import', 'long.jsonl', '--problems', 'problems.jsonl', '--pool', 'pool'],
    { cwd },
  );
  assert.equal(code, 0, stderr);
  assert.equal((await exported(t, join(cwd, 'pool'))).length, 1);
});
