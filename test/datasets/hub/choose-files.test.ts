import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFiles } from '../../../src/datasets/hub/choose-files.ts';
import { type ErrorCode, isLateBenchError } from '../../../src/errors.ts';

function choose(paths: readonly string[], selector: string, revision = 'main') {
  const files = paths.map((path) => ({ path, size: 1, sha256: null, blob_sha1: null }));
  const {
    files: chosen,
    label,
    partial,
    passedOver,
  } = chooseFiles({ repo: 'o/n', revision, files }, selector);
  return { paths: chosen.map(({ path }) => path), label, partial, passedOver };
}

function refusal(paths: readonly string[], selector: string, code: ErrorCode): string {
  try {
    choose(paths, selector);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    assert.equal(error.code, code);
    return error.message;
  }
  return assert.fail('nothing was refused');
}

const converted = [
  'main/test/0000.parquet',
  'main/train/0000.parquet',
  'main/train/0001.parquet',
  'main/train/0010.parquet',
  'socratic/partial-train/0000.parquet',
  'socratic/test/0000.parquet',
];
const sharded = [
  '.gitattributes',
  'README.md',
  'data/train-00000-of-00002-0123456789abcdef.parquet',
  'data/train-00001-of-00002-0123456789abcdef.parquet',
  'data/aime_2025-00000-of-00001.parquet',
  'dataset_infos.json',
];
const named = ['README.md', 'gsm8k.json', 'math.json', 'olympiadbench.json'];

test('auto-converted files are chosen by config and split, their parts in the order of their numbers', () => {
  assert.deepEqual(choose(converted, 'main/train'), {
    paths: ['main/train/0000.parquet', 'main/train/0001.parquet', 'main/train/0010.parquet'],
    label: 'main/train',
    partial: false,
    passedOver: [],
  });
  assert.deepEqual(choose(converted, 'socratic/train').partial, true);
  assert.deepEqual(choose(converted, 'main/test').paths, ['main/test/0000.parquet']);
});

test('parts of a split are read together, and a missing part is an error', () => {
  assert.deepEqual(choose(sharded, 'train').paths, sharded.slice(2, 4));
  assert.deepEqual(choose(sharded, 'default/train').paths, sharded.slice(2, 4));
  assert.deepEqual(choose(sharded, 'aime_2025').paths, [sharded[4]]);
  const torn = sharded.filter((path) => !path.includes('00001-of'));
  assert.match(refusal(torn, 'train', 'LB_HUB_NOT_FOUND'), /1 of 2 parts are not in the repository/);
});

test('a repository with one file needs no further word, whatever is beside it', () => {
  assert.deepEqual(choose(['README.md', 'LICENSE', 'state.json', 'a.jsonl.gz'], '').paths, ['a.jsonl.gz']);
  assert.deepEqual(choose(['train.jsonl', 'notes.json'], '').paths, ['train.jsonl'], 'named after a split');
});

test('files are chosen by path, folder, pattern, split word and plain name', () => {
  assert.deepEqual(choose(named, 'math.json').paths, ['math.json']);
  assert.deepEqual(choose(named, 'math').paths, ['math.json']);
  assert.deepEqual(choose(named, 'README.md').paths, ['README.md'], 'a path is taken literally');
  assert.deepEqual(choose(named, '*.json').paths, ['gsm8k.json', 'math.json', 'olympiadbench.json']);
  assert.deepEqual(choose(['x/dev/a.csv', 'x/dev/b.csv', 'x/test/a.csv'], 'x/validation').paths, [
    'x/dev/a.csv',
    'x/dev/b.csv',
  ]);
  assert.deepEqual(choose(['x/my-test-file.json', 'x/my-train-file.json'], 'x/test').paths, [
    'x/my-test-file.json',
  ]);
  assert.deepEqual(choose(['a/only.json', 'b/other.json'], 'a').paths, ['a/only.json']);
  assert.deepEqual(choose(['a/1/x.json', 'a/2/y.json', 'b.json'], 'a/**/*.json').paths, [
    'a/1/x.json',
    'a/2/y.json',
  ]);
  assert.deepEqual(choose(['contest.json', 'test.json'], 'test').paths, ['test.json'], 'whole words only');
});

test('what fits several ways is refused with a list of what to write', () => {
  const several = refusal(named, '', 'LB_HUB_AMBIGUOUS');
  assert.match(
    several,
    /hf:o\/n fits several; choose one of:\n {2}hf:o\/n\/gsm8k\.json\n {2}hf:o\/n\/math\.json/,
  );
  assert.match(
    refusal(converted, 'main', 'LB_HUB_AMBIGUOUS'),
    /hf:o\/n\/main\/test\/0000\.parquet\n {2}hf:o\/n\/main\/train$/,
  );
  assert.match(refusal(converted, 'train', 'LB_HUB_AMBIGUOUS'), /main\/train\n.*socratic/);
  const unlike = ['algebra_test.json', 'geometry_test.json'];
  assert.match(refusal(unlike, 'test', 'LB_HUB_AMBIGUOUS'), /algebra_test\.json\n.*geometry_test\.json/);
});

test('a name in several formats is read in one of them, Parquet first, and the others are named', () => {
  const published = ['train', 'dev', 'test'].flatMap((split) =>
    ['jsonl', 'parquet'].map((ending) => `data/${split}.${ending}`),
  );
  const paths = [...published, 'index.jsonl', 'quality/critiques.jsonl', 'quality/report.json'];
  for (const split of ['train', 'dev', 'test', 'default/test']) {
    const name = split.replace('default/', '');
    const { paths: read, passedOver } = choose(paths, split);
    assert.deepEqual(read, [`data/${name}.parquet`]);
    assert.deepEqual(passedOver, [`data/${name}.jsonl`]);
  }
  assert.deepEqual(choose(['test.csv.gz', 'test.json', 'test.jsonl'], 'test').paths, ['test.jsonl']);
  const parts = ['data/train-00000-of-00001.parquet', 'data/train.jsonl'];
  assert.deepEqual(choose(parts, 'train').paths, [parts[0]]);
  refusal(['a/test.json', 'b/test.parquet'], 'test', 'LB_HUB_AMBIGUOUS');
  refusal(['easy-test.json', 'hard-test.parquet'], 'test', 'LB_HUB_AMBIGUOUS');
});

test('every name that a refusal offers can be read', () => {
  const two = [
    'data/train-00000-of-00002.parquet',
    'data/train-00001-of-00002.parquet',
    'more/train-00000-of-00002.jsonl',
    'more/train-00001-of-00002.jsonl',
  ];
  for (const paths of [converted, sharded, named, two]) {
    const offered = [...refusal(paths, '', 'LB_HUB_AMBIGUOUS').matchAll(/^ {2}hf:o\/n\/(.+)$/gm)].map(
      ([, name]) => name,
    );
    assert.ok(offered.length > 1);
    const read = offered.flatMap((name) => choose(paths, name as string).paths);
    assert.equal(new Set(read).size, read.length);
    assert.deepEqual(
      new Set(read),
      new Set(paths.filter((path) => /\.(parquet|json|jsonl)$/.test(path) && !path.includes('infos'))),
    );
  }
});

test('what is not there is said together with what is', () => {
  assert.match(
    refusal(named, 'aime', 'LB_HUB_NOT_FOUND'),
    /no file, folder, config or split "aime"; there are:\n {2}hf:o\/n\/gsm8k\.json/,
  );
  assert.match(
    refusal(['README.md', 'a.zip'], '', 'LB_HUB_NOT_FOUND'),
    /no file with rows; it has:\n {2}hf:o\/n\/README\.md/,
  );
  assert.match(refusal([], '', 'LB_HUB_NOT_FOUND'), /is empty/);
});
