// What a record is, at the door: which values each field may have, and where the message points if it is none of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemSchema, solutionSchema } from '../../src/records/solution.ts';

const problem = { id: 'a', problem: '1 + 1 = ?' };
const solution = { ...problem, steps: ['1 + 1 = 2', 'It is 2.'] };

/** Where the first issue is, or null where the record is one. */
function issue(
  record: object,
  schema: typeof problemSchema | typeof solutionSchema = solutionSchema,
): string | null {
  const { error } = schema.safeParse(record);
  return error === undefined ? null : error.issues[0]!.path.join('.');
}

const optional: Readonly<Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>> = {
  ...Object.fromEntries(
    ['dataset', 'subset', 'original_id', 'generator', 'subject', 'task', 'answer'].map((name) => [
      name,
      [
        ['', 'x'],
        [5, {}],
      ] as const,
    ]),
  ),
  difficulty: [
    [5, 0.5, 'hard', ''],
    [{}, true],
  ],
  meta: [
    [{}, { a: { b: [1] } }],
    ['x', 5, []],
  ],
  provenance: [
    [[], [{ stage: 's', version: '1', key: 'k' }]],
    [{}, [{}], [{ stage: 's' }]],
  ],
};
const ofSolutions: typeof optional = {
  final_answer: [['', '2'], [2]],
  final_answer_correct: [
    [true, false],
    ['yes', 1],
  ],
  error_steps: [
    [[], [0], [1], [0, 1]],
    [[-1], [0.5], ['1'], 1],
  ],
  error_source: [
    ['natural', 'injected'],
    ['other', ''],
  ],
  injection: [[{ status: 'clean', verification: null, difficulty: null }], ['clean', [], { status: 5 }]],
  critiques: [
    [[], [{ critic: 'c', protocol: 'first_error', status: 'ok' }]],
    [{}, [{}], ['x']],
  ],
};

test('a problem needs an id and a text, and a solution at least one step', () => {
  for (const schema of [problemSchema, solutionSchema]) {
    assert.equal(issue(solution, schema), null);
    for (const name of ['id', 'problem']) {
      for (const bad of ['', 5, null, undefined])
        assert.equal(issue({ ...solution, [name]: bad }, schema), name);
    }
  }
  assert.equal(issue(problem, problemSchema), null);
  for (const bad of [undefined, null, [], 'x']) assert.equal(issue({ ...problem, steps: bad }), 'steps');
  assert.equal(issue({ ...problem, steps: ['x', 5] }), 'steps.1');
  assert.equal(issue({ ...problem, steps: [''] }), null);
});

test('every other field may be absent, null or of its type', () => {
  for (const [schema, fields] of [
    [problemSchema, optional],
    [solutionSchema, { ...optional, ...ofSolutions }],
  ] as const) {
    for (const [name, [good, bad]] of Object.entries(fields)) {
      for (const value of [undefined, null, ...good])
        assert.equal(issue({ ...solution, [name]: value }, schema), null, `${name} ${JSON.stringify(value)}`);
      for (const value of bad)
        assert.match(
          issue({ ...solution, [name]: value }, schema) ?? '',
          new RegExp(`^${name}\\b`),
          `${name} ${JSON.stringify(value)}`,
        );
    }
  }
});

test('fields that nobody knows pass through', () => {
  const record = { ...solution, mine: [1, { a: null }], meta: { x: 1 } };
  assert.deepEqual(solutionSchema.parse(record), record);
  assert.deepEqual(problemSchema.parse(record), record);
});

test('an error step that the solution does not have is named, wherever it is in the list', () => {
  for (const error_steps of [[2], [0, 2], [2, 0]]) {
    const { error } = solutionSchema.safeParse({ ...solution, error_steps });
    assert.deepEqual(
      error?.issues.map(({ path, message }) => ({ path, message })),
      [
        {
          path: ['error_steps'],
          message: 'names a step that the solution does not have (steps are numbered from 0)',
        },
      ],
    );
  }
});
