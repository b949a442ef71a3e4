// Makes a pool of many problems with a few short traces each: a folder, the number of problems and of samples. It has
// range files at once, without the part files that they would be made of, which would take most of the time.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rangePath, settingsPath } from '../../src/deepconf/pool/layout.ts';
import { PoolManifest } from '../../src/deepconf/pool/manifest.ts';
import { countProblems } from '../../src/deepconf/pool/problem-counts.ts';
import { problemsHash } from '../../src/deepconf/pool/problems.ts';
import { writeProblems } from '../../src/deepconf/pool/problems-file.ts';
import { rangeColumns, rangeMetadata, SliceList } from '../../src/deepconf/pool/range-facts.ts';
import { type PoolSettings, poolFormat, poolSchemaVersion } from '../../src/deepconf/pool/schema.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { digestOfFile } from '../../src/storage/byte-digest.ts';
import { openParquetSink } from '../../src/storage/columnar/parquet-sink.ts';
import type { Row } from '../../src/storage/rows.ts';

const [folder = '', problemCount = '0', sampleCount = '0'] = process.argv.slice(2);
const samples = Number(sampleCount);
const tokens = 8;
const rangeBytes = 256e6;
const rng = mulberry32(1);

const problems = Array.from({ length: Number(problemCount) }, (_, at) => ({
  problem_id: `synthetic/${at}`,
  problem: `What is the answer to the problem with the number ${at}?`,
  truth: '7',
}));
const settings: PoolSettings = {
  format: poolFormat,
  schema_version: poolSchemaVersion,
  source: 'import',
  endpoint: null,
  model: null,
  simulated: false,
  prompt: null,
  sampling: null,
  k: 1,
  answers: { mode: 'aime', fallback: true, rule: 2 },
  scores: {
    window: 2048,
    tail: 2048,
    edge: 'full',
    bottom_count: 'floor',
    missing: 'skip',
    sentinel: 'skip',
  },
  keep_top: false,
  n: samples,
  problems: { count: problems.length, sha256: problemsHash(problems) },
};

const none = new Float32Array(0);
const valid = new Uint8Array(tokens).fill(1);

function rowOf(problem_id: string, sample_id: number): Row {
  const answer = rng() < 0.5 ? '7' : String(Math.floor(40 * rng() ** 2));
  const conf = Float32Array.from({ length: tokens }, () => 8 + 8 * rng());
  return {
    problem_id,
    sample_id,
    model: null,
    system_fingerprint: null,
    finish_reason: 'stop',
    prompt_tokens: 20,
    n_tokens: tokens,
    n_without_logprob: null,
    text: `\\boxed{${answer}}`,
    answer,
    answer_source: 'boxed',
    tokens: null,
    token_logprobs: none,
    token_conf: conf,
    n_valid: valid,
    n_missing: 0,
    n_sentinel: 0,
    score_avg: 8 + 8 * rng(),
    score_tail: 8 + 8 * rng(),
    score_lowest: 8 + 8 * rng(),
    score_bottom10: 8 + 8 * rng(),
  };
}

await mkdir(join(folder, 'core'), { recursive: true });
await writeFile(settingsPath(folder), JSON.stringify(settings));
await writeProblems(folder, problems);
const manifest = await PoolManifest.read(folder);
/** Bytes of a row in the file, as the first file shows. */
let rowBytes = 120;
let at = 0;
for (let range = 0; at < problems.length; range += 1) {
  const path = rangePath(folder, 'core', range);
  const sink = await openParquetSink(path, rangeColumns.core, {
    rowGroupRows: 4096,
    metadata: rangeMetadata(settings, 'core', range),
    dictionaries: false,
  });
  const slices = new SliceList(range);
  for (; at < problems.length && slices.rows * rowBytes < rangeBytes; at += 1) {
    const { problem_id } = problems[at]!;
    for (let sample = 0; sample < samples; sample += 1) {
      slices.add(problem_id, sample);
      await sink.write(rowOf(problem_id, sample));
    }
  }
  await sink.close();
  const facts = { side: 'core' as const, range, rows: slices.rows, ...(await digestOfFile(path)) };
  rowBytes = facts.bytes / facts.rows;
  manifest.addRange(facts);
  for (const [id, rows] of slices.byProblem()) manifest.setSlices('core', id, rows);
}
await manifest.save(problems);
await countProblems({ folder, problems, manifest });
await manifest.save(problems);
