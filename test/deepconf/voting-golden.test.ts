// Votes, ties, filters and working sets against the golden cases.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ballotCounter, type Vote } from '../../src/deepconf/ballot.ts';
import {
  confidenceRanks,
  type FilterRule,
  keepCount,
  keepTop,
} from '../../src/deepconf/confidence-filter.ts';
import { integerClasses } from '../../src/deepconf/integer-classes.ts';
import { workingSetSeed } from '../../src/deepconf/working-set.ts';

interface ExpectedVote {
  answer: number | null;
  tie: boolean;
  valid: number;
  votes: [number, number][];
  kept?: number[];
}

interface VotingCase {
  name: string;
  truth: number;
  samples: { sample_id: number; answer: number | null; confidence: number | string | null }[];
  expected: {
    cons: ExpectedVote;
    measure: ExpectedVote;
    top_eta: Record<string, ExpectedVote>;
    official_percentile?: Record<string, ExpectedVote>;
  };
}

const golden = JSON.parse(readFileSync('test/golden/deepconf/voting.json', 'utf8')) as {
  keep_count_table: Record<string, number[]>;
  cases: VotingCase[];
};

for (const { name, samples, expected } of golden.cases) {
  test(`golden vote: ${name}`, () => {
    const classes = integerClasses(samples.map(({ answer }) => (answer === null ? null : String(answer))));
    const conf = Float64Array.from(samples, ({ confidence }) => {
      const value = confidence === null ? Number.NaN : Number(confidence);
      return Number.isFinite(value) ? value : Number.NaN;
    });
    const ids = Int32Array.from(samples, ({ sample_id }) => sample_id);
    const count = ballotCounter(classes);
    const members = Int32Array.from(samples.keys()).filter((place) => classes.of[place]! >= 0);
    const check = (vote: Vote, voters: Int32Array, requested: ExpectedVote, what: string): void => {
      const present = new Set(Array.from(voters, (place) => classes.of[place]!));
      const seen = {
        answer: vote.winner === -1 ? null : Number(classes.labels[vote.winner]),
        tie: vote.tie,
        valid: vote.valid,
        votes: [...present].sort((a, b) => a - b).map((at) => [Number(classes.labels[at]), vote.totals[at]]),
        ...(requested.kept === undefined ? {} : { kept: Array.from(voters, (place) => ids[place]) }),
      };
      assert.deepEqual(seen, requested, what);
    };
    check(count(members), members, expected.cons, 'cons');
    check(count(members, conf), members, expected.measure, 'measure');
    const ranks = confidenceRanks(conf, ids);
    const sorted = members.map((place) => ranks[place]!).sort();
    const filters: [FilterRule, Record<string, ExpectedVote>][] = [
      ['ceil', expected.top_eta],
      ['percentile', expected.official_percentile ?? {}],
    ];
    for (const [rule, byEta] of filters) {
      for (const [eta, requested] of Object.entries(byEta)) {
        const filter = { eta: Number(eta), rule };
        const kept = keepTop({ members, ranks, conf, sorted }, filter, new Int32Array(members.length));
        check(count(kept, conf), kept, requested, `${rule} ${eta}`);
      }
    }
  });
}

test('keeps as many as the golden table says', () => {
  for (const [eta, counts] of Object.entries(golden.keep_count_table)) {
    for (const [at, count] of counts.entries()) assert.equal(keepCount(Number(eta), at + 1), count);
  }
});

test('answers are one class when they are the same number, and only numbers vote', () => {
  const { of, labels, notIntegers } = integerClasses(['042', '42', null, '-7', '1/2', '+7', '', '10']);
  assert.deepEqual(labels, ['-7', '7', '10', '42']);
  assert.deepEqual([...of], [3, 3, -1, 0, -1, 1, -1, 2]);
  assert.equal(notIntegers, 2);
});

test('the seed of a working set is a 32-bit number for any k, repeat and problem', () => {
  const set = { seed: 0xffffffff, k: 4096, repeat: 63, position: 29 };
  assert.equal(workingSetSeed(set), (0xffffffff - (4096 * 65537 + 63 * 257 + 29)) >>> 0);
});
