// Votes, filters and online sampling beside a second implementation, which follows the words of the definitions and
// cares for nothing else: sorted lists, maps, and each mean from its own numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { setVoter, type Voters } from '../../src/deepconf/evaluate-problem.ts';
import { integerClasses } from '../../src/deepconf/integer-classes.ts';
import { methodsOf } from '../../src/deepconf/methods.ts';
import { OnlineModeTally } from '../../src/deepconf/online-figures.ts';
import { orderReplayer, stopsOf } from '../../src/deepconf/online-replay.ts';
import { thresholdOf } from '../../src/deepconf/stopping-rule.ts';
import { GroupWatch } from '../../src/deepconf/think/group-watch.ts';
import { deepconfResult } from '../../src/deepconf/think/result.ts';
import { type Thought, thinkProblem } from '../../src/deepconf/think/think-problem.ts';
import { metrics } from '../../src/deepconf/trace-scores.ts';

interface Trace {
  readonly answer: number | null;
  /** Confidence of each token. */
  readonly conf: readonly number[];
  readonly scores: Readonly<Record<string, number | null>>;
}

const window = 3;
const score = fc.option(
  fc.integer({ min: 1, max: 24 }).map((value) => value / 8),
  { freq: 8 },
);
const traces = fc.array(
  fc.record({
    answer: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 6 }),
    conf: fc.array(
      fc.integer({ min: 1, max: 40 }).map((value) => value / 8),
      { minLength: 1, maxLength: 9 },
    ),
    scores: fc.record(Object.fromEntries(metrics.map((metric) => [metric, score]))),
  }),
  { minLength: 1, maxLength: 14 },
);

/** The lowest mean of `window` tokens in a row; of a shorter trace the mean of all. */
function lowestOf(conf: readonly number[]): number {
  const size = Math.min(window, conf.length);
  const means = conf.slice(size - 1).map((_, at) => conf.slice(at, at + size).reduce((a, b) => a + b) / size);
  return Math.min(...means);
}

function windowMeans(conf: readonly number[]): number[] {
  return conf.slice(window - 1).map((_, at) => conf.slice(at, at + window).reduce((a, b) => a + b) / window);
}

/** Tokens until a whole window lies below the threshold; null where none does. */
function stopOf(conf: readonly number[], threshold: number): number | null {
  for (let end = window; end <= conf.length; end += 1) {
    if (conf.slice(end - window, end).reduce((a, b) => a + b) / window < threshold) return end;
  }
  return null;
}

/** numpy.percentile, linear. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.min(sorted.length - 1, Math.floor(place) + 1)]!;
  return below + (above - below) * (place - Math.floor(place));
}

interface Cast {
  readonly answer: number;
  readonly weight: number;
}

/** The heaviest answer, of equal ones the smallest; null without a vote. */
function winnerOf(votes: readonly Cast[]): number | null {
  const totals = new Map<number, number>();
  for (const { answer, weight } of votes) totals.set(answer, (totals.get(answer) ?? 0) + weight);
  const sorted = [...totals].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted[0]?.[0] ?? null;
}

type Rule = 'ceil' | 'percentile';

/** The traces with an answer that a filter keeps. */
function keptOf(voting: readonly Trace[], metric: string, eta: number, rule: Rule): readonly Trace[] {
  const of = (trace: Trace): number | null => trace.scores[metric] ?? null;
  if (rule === 'percentile') {
    const known = voting.filter((trace) => of(trace) !== null);
    if (known.length === 0) return voting;
    const cutoff = percentile(
      known.map((trace) => of(trace)!),
      ((1 - eta) * 100) / 100,
    );
    return known.filter((trace) => of(trace)! >= cutoff);
  }
  const most = Math.max(1, Math.ceil(eta * voting.length - 1e-9));
  const ranked = [...voting].sort((a, b) => (of(b) ?? -1) - (of(a) ?? -1));
  return voting.filter((trace) => ranked.indexOf(trace) < most);
}

function answerBy(
  voting: readonly Trace[],
  { metric, eta, weighted }: { metric: string | null; eta: number | null; weighted: boolean },
  rule: Rule,
): number | null {
  const kept = metric === null || eta === null ? voting : keptOf(voting, metric, eta, rule);
  return winnerOf(
    kept.map(({ answer, scores }) => ({
      answer: answer!,
      weight: weighted ? (scores[metric!] ?? 0) : 1,
    })),
  );
}

function votersOf(all: readonly Trace[], truth: number): Voters {
  const classes = integerClasses(all.map(({ answer }) => (answer === null ? null : String(answer))));
  return {
    position: 0,
    sampleIds: Int32Array.from(all.keys()),
    classes,
    isRight: Uint8Array.from(classes.labels, (label) => (label === String(truth) ? 1 : 0)),
    scores: new Map(
      metrics.map((metric) => [metric, Float64Array.from(all, ({ scores }) => scores[metric] ?? Number.NaN)]),
    ),
  };
}

const methods = methodsOf(metrics, [0.1, 0.5, 0.9]);

test('every vote over a set of traces is what its definition says', () => {
  fc.assert(
    fc.property(traces, fc.constantFrom<Rule>('ceil', 'percentile'), (all, rule) => {
      const voters = votersOf(all, 1);
      const members = Int32Array.from(all.keys()).filter((place) => voters.classes.of[place]! >= 0);
      const found = setVoter(voters, methods, { rule })(members);
      const voting = all.filter(({ answer }) => answer !== null);
      for (const [at, method] of methods.entries()) {
        const { winner } = found[at]!;
        const expected = answerBy(voting, method, rule);
        const seen = winner === -1 ? null : Number(voters.classes.labels[winner]);
        assert.equal(seen, expected, `${method.name} ${method.weighted} ${rule}`);
      }
    }),
    { numRuns: 400 },
  );
});

interface Sampled {
  readonly threshold: number;
  readonly voting: readonly Trace[];
  readonly tokens: number;
  readonly full: number;
  readonly stopped: number;
  readonly sampled: number;
  /** It turns on numbers that are equal but for rounding, which each implementation does in its own order. */
  readonly close: boolean;
}

/** Algorithm 2 of the paper, over traces in their order. */
function sampledOnline(
  all: readonly Trace[],
  { warmup, keep, consensus }: { warmup: number; keep: number; consensus: number | null },
): Sampled {
  const lowest = (trace: Trace): number => trace.scores.lowest!;
  const warm = all.slice(0, warmup).map(lowest);
  const threshold = percentile(warm, 1 - keep);
  // One of the warm-up's own numbers is the same in any order.
  const isOwn = warm.includes(threshold);
  const isClose = (one: number, other: number, exact = false): boolean =>
    Math.abs(one - other) < 1e-9 && !(exact && one === other);
  let close = all.some(({ conf }) =>
    [lowestOf(conf), ...windowMeans(conf)].some((mean) => isClose(mean, threshold, isOwn)),
  );
  const voting: Trace[] = [];
  let [tokens, stopped, sampled] = [0, 0, 0];
  for (const [at, trace] of all.entries()) {
    const stop = at < warmup ? null : stopOf(trace.conf, threshold);
    sampled += 1;
    tokens += stop ?? trace.conf.length;
    stopped += stop === null ? 0 : 1;
    if (stop === null && trace.answer !== null && lowest(trace) >= threshold) voting.push(trace);
    const weights = new Map<number, number>();
    for (const { answer, scores } of voting)
      weights.set(answer!, (weights.get(answer!) ?? 0) + scores.lowest!);
    const total = [...weights.values()].reduce((a, b) => a + b, 0);
    const share = total === 0 ? 0 : Math.max(...weights.values()) / total;
    if (consensus !== null && isClose(share, consensus)) close = true;
    if (consensus !== null && sampled >= Math.min(warmup, all.length) && share >= consensus) break;
  }
  const full = all.reduce((sum, { conf }) => sum + conf.length, 0);
  return { threshold, voting, tokens, full, stopped, sampled, close };
}

const online = fc.record({
  warmup: fc.integer({ min: 1, max: 5 }),
  keep: fc.constantFrom(0.1, 0.5, 0.9),
  consensus: fc.constantFrom(null, 0.6, 0.95),
});
/** The lowest group is that of the tokens, as online sampling sees them. */
const sampledTraces = traces.map((all) =>
  all.map((trace): Trace => ({ ...trace, scores: { ...trace.scores, lowest: lowestOf(trace.conf) } })),
);

test('a replay stops, votes and counts tokens as the definitions say, and its shares are totals over totals', () => {
  fc.assert(
    fc.property(fc.array(sampledTraces, { minLength: 1, maxLength: 3 }), online, (problems, settings) => {
      const { warmup, keep, consensus } = settings;
      const tally = new OnlineModeTally(keep, methods);
      let [tokens, full] = [0, 0];
      const right = new Map<string, number[]>();
      for (const all of problems) {
        const voters = votersOf(all, 1);
        const expected = sampledOnline(all, settings);
        fc.pre(!expected.close);
        const thresholds = Float64Array.of(thresholdOf(voters.scores.get('lowest')!.slice(0, warmup), keep));
        assert.ok(Math.abs(thresholds[0]! - expected.threshold) < 1e-12);
        const stops = Int32Array.from(all, ({ conf }) => {
          const own = new Int32Array(1);
          stopsOf(Float32Array.from(conf), { window, thresholds, falling: Int32Array.of(0) }, own);
          return own[0]!;
        });
        const outcome = orderReplayer(voters, {
          online: { warmup, keeps: [keep], consensus },
          tokens: Int32Array.from(all, ({ conf }) => conf.length),
          stops,
          thresholds,
        })(Int32Array.from(all.keys()), 0);
        assert.deepEqual(
          [outcome.tokens, outcome.fullTokens, outcome.stopped, outcome.sampled],
          [expected.tokens, expected.full, expected.stopped, expected.sampled],
        );
        assert.deepEqual(
          Array.from(outcome.members, (place) => all[place]),
          expected.voting,
        );
        tokens += expected.tokens;
        full += expected.full;
        tally.add(voters, [outcome], { cons: 0.5, rule: 'ceil' });
        for (const method of methods) {
          const known = method.metric === null || all.some(({ scores }) => scores[method.metric!] != null);
          if (!known || (method.eta !== null && !method.weighted)) continue;
          const isRight = answerBy(expected.voting, method, 'ceil') === 1 ? 1 : 0;
          right.set(method.name, [...(right.get(method.name) ?? []), isRight]);
        }
      }
      const { tokens_share, votes } = tally.figures(1);
      assert.equal(tokens_share, tokens / full);
      const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
      assert.deepEqual(new Set(Object.keys(votes)), new Set(right.keys()));
      for (const [name, values] of right) {
        const { accuracy, difference, interval } = votes[name]!;
        assert.ok(Math.abs(accuracy! - mean(values)) < 1e-12, name);
        assert.ok(Math.abs(difference! - (mean(values) - 0.5)) < 1e-12, name);
        if (values.length === 1) assert.equal(interval, null, `${name}: one problem`);
        else assert.ok(interval![0] <= difference! + 1e-12 && difference! <= interval![1] + 1e-12, name);
      }
    }),
    { numRuns: 40 },
  );
});

/** Hooks that give the traces as they are, cut where their watch has enough. */
function hooksFor(all: readonly Trace[]): Parameters<typeof thinkProblem>[1] {
  return {
    concurrency: 3,
    stopping: () => false,
    stored: async () => false,
    watch: (threshold) =>
      new GroupWatch({
        threshold,
        scores: { window, missing: 'skip', sentinel: 'skip' },
        keepsTexts: false,
      }),
    async trace(sample, watch, wanted): Promise<Thought | 'not wanted'> {
      if (!wanted()) return 'not wanted';
      const { conf, answer, scores } = all[sample]!;
      watch.begin();
      // One alternative: the confidence is minus its log-probability.
      const at = conf.findIndex((value) => watch.token(-value, Float32Array.of(-value), 0, 1));
      const stopped = at >= 0;
      const tokens = stopped ? at + 1 : conf.length;
      return {
        sample,
        answer: stopped || answer === null ? null : String(answer),
        choice: stopped || answer === null ? -1 : answer,
        lowest: stopped ? lowestOf(conf.slice(0, tokens)) : scores.lowest!,
        stopped,
        truncated: false,
        tokens,
        arrived: tokens,
        rows: { core: {}, top: null } as unknown as Thought['rows'],
      };
    },
    take: async () => {},
  };
}

test('live sampling stops, votes and counts tokens as the definitions say, whatever runs at once', async () => {
  await fc.assert(
    fc.asyncProperty(sampledTraces, online, async (all, { warmup, keep, consensus }) => {
      const settings = {
        ...{ keep, warmup, consensus, traces: all.length, tokens: null, answers: 'integer', fallback: true },
        scores: { window, tail: window, edge: 'full', missing: 'skip', sentinel: 'skip' },
      } as unknown as Parameters<typeof thinkProblem>[0];
      const expected = sampledOnline(all, { warmup, keep, consensus });
      fc.pre(!expected.close);
      const outcome = (await thinkProblem(settings, hooksFor(all)))!;
      const spent = outcome.traces.reduce((sum, { tokens }) => sum + tokens, 0);
      assert.deepEqual(
        [spent, outcome.traces.length, outcome.traces.filter(({ stopped }) => stopped).length],
        [expected.tokens, expected.sampled, expected.stopped],
      );
      assert.deepEqual(
        outcome.traces.filter(({ votes }) => votes).map(({ sample }) => all[sample]),
        expected.voting,
      );
      const scores = new Map<string, Float64Array>(
        metrics.map((metric) => [
          metric,
          Float64Array.from(outcome.traces, ({ sample }) => all[sample]!.scores[metric] ?? Number.NaN),
        ]),
      );
      const result = deepconfResult(outcome, { scores, truth: '1', settings });
      for (const [name, answer] of Object.entries(result.votes)) {
        const method = methodsOf(metrics, [0.1, 0.9]).find(
          (one) => one.name === name && (one.weighted || one.metric === null),
        )!;
        const known = method.metric === null || scores.get(method.metric)!.some((value) => value > 0);
        const voted = known ? answerBy(expected.voting, method, 'ceil') : null;
        assert.equal(answer, voted === null ? null : String(voted), name);
      }
      assert.equal(result.answer, result.votes['measure/lowest']);
      const whole = outcome.traces.filter(({ stopped }) => !stopped).map(({ sample }) => all[sample]!);
      const majority = winnerOf(
        whole.flatMap(({ answer }) => (answer === null ? [] : [{ answer, weight: 1 }])),
      );
      assert.equal(result.majority, majority === null ? null : String(majority));
    }),
    { numRuns: 200 },
  );
});
