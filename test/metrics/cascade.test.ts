// Cascades from stored critiques: each point is what records judged that way would have scored and cost, the point is chosen
// on one part of the problems alone, and what cannot be weighed is refused or null.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPrices } from '../../src/endpoints/budget/price-table.ts';
import { type CascadeChoice, planCascade } from '../../src/metrics/cascade/cascade.ts';
import { type CascadeSettings, createCascadeRecords } from '../../src/metrics/cascade/collect.ts';
import { createComparison } from '../../src/metrics/comparison.ts';
import { acceptsVerdict, type CascadeRule, cascadeRules } from '../../src/records/cascade.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { cascadeText } from '../../src/report/cascade-tables.ts';
import { plainStyle } from '../../src/report/text-style.ts';
import { seedFrom } from '../../src/statistics/random.ts';
import { cascadeRecords } from '../support/cascade-critics.ts';
import { says, solution, unreadable } from './records.ts';

const records = [...cascadeRecords(120, 5)];
const choice: CascadeChoice = {
  metric: 'f1',
  rules: cascadeRules,
  cost: null,
  devShare: 0.5,
  choice: { max_loss: 0 },
  seed: 1,
  bootstrap: 200,
};

function collected(from: readonly Solution[], more: Partial<CascadeSettings> = {}) {
  const collector = createCascadeRecords({
    parse: 'robust',
    prices: listPrices,
    cheapPrice: null,
    strongPrice: null,
    cheap: null,
    strong: null,
    ...more,
  });
  for (const record of from) collector.add(record);
  return collector.result();
}

const critiqueBy = ({ critiques }: Solution, name: string): Critique =>
  critiques!.find(({ critic }) => critic === name)!;

const isDev = ({ problem }: Solution): boolean => seedFrom(1, 'cascade', seedFrom(problem)) < 2 ** 31;

test('every point is what a comparison says of records that were judged that way, and costs what they took', () => {
  const { points, cost } = planCascade(collected(records), choice);
  assert.equal(cost, 'usd');
  assert.ok(points.length > 8, `${points.length}`);
  for (const { rule, share, alone, dev, test: heldOut } of points) {
    for (const [part, figures] of [
      [records.filter(isDev), dev],
      [records.filter((record) => !isDev(record)), heldOut],
    ] as const) {
      const comparison = createComparison({ bootstrap: 200, seed: 1 });
      let [tokens, decided] = [0, 0];
      for (const record of part) {
        const [cheap, strong] = [critiqueBy(record, 'cheap'), critiqueBy(record, 'strong')];
        const isCheap =
          rule === null
            ? alone === 'cheap'
            : acceptsVerdict(rule, share!, {
                first_error: cheap.first_error ?? null,
                agreement: cheap.agreement ?? null,
              });
        decided += Number(isCheap);
        comparison.add({
          ...record,
          critiques: [
            { ...(isCheap ? cheap : strong), critic: 'cascade' },
            { ...strong, critic: 'strong' },
          ],
        });
        const priced = ({ usage }: Critique, input: number, output: number) =>
          (usage!.prompt_tokens * input + usage!.completion_tokens * output) / 1e6;
        if (alone !== 'strong') tokens += priced(cheap, 0.15, 0.6);
        if (!isCheap) tokens += priced(strong, 2.5, 10);
      }
      const { f1 } = comparison.result().pairs[0]!.figures;
      assert.equal(figures.value, f1!.a);
      assert.equal(figures.difference, alone === 'strong' ? null : f1!.difference);
      assert.deepEqual(figures.interval, alone === 'strong' ? null : f1!.interval);
      assert.ok(Math.abs(figures.cost! - tokens / part.length) < 1e-12);
      assert.equal(figures.decided, decided / part.length);
    }
  }
});

test('the choice is the cheapest that is as good on its own part, and the problems held out have no say in it', () => {
  const plan = planCascade(collected(records), choice);
  const strong = plan.points.find(({ alone }) => alone === 'strong')!;
  const chosen = plan.points[plan.chosen!]!;
  assert.ok(chosen.dev.value! >= strong.dev.value!);
  for (const { dev } of plan.points) {
    assert.ok(dev.value! < strong.dev.value! || dev.cost! >= chosen.dev.cost!);
  }
  assert.ok(chosen.test.cost_share! < 1);
  // The strong critic names nothing any more on the problems held out.
  const spoilt = records.map((record) =>
    isDev(record)
      ? record
      : {
          ...record,
          critiques: [
            critiqueBy(record, 'cheap'),
            { ...critiqueBy(record, 'strong'), ...unreadable('strong') },
          ],
        },
  );
  const other = planCascade(collected(spoilt), choice);
  const { rule, share } = other.points[other.chosen!]!;
  assert.deepEqual([rule, share], [chosen.rule, chosen.share]);
  assert.notEqual(other.points[other.chosen!]!.test.value, chosen.test.value);
});

test('a part of the cost buys the best point for it, a smaller loss costs more, and no point is bought for nothing', () => {
  const by = (one: CascadeChoice['choice']) => planCascade(collected(records), { ...choice, choice: one });
  const half = by({ max_cost: 0.5 });
  const chosen = half.points[half.chosen!]!;
  for (const { dev } of half.points) assert.ok(dev.cost_share! > 0.5 || dev.value! <= chosen.dev.value!);
  const costOf = (plan: typeof half) => plan.points[plan.chosen!]!.dev.cost!;
  assert.ok(costOf(by({ max_loss: 0.2 })) <= costOf(by({ max_loss: 0 })));
  assert.equal(by({ max_cost: 0 }).chosen, null);
});

test('points of the frontier are neither dearer nor worse than others', () => {
  const { points } = planCascade(collected(records), choice);
  const frontier = points.filter((point) => point.frontier);
  assert.ok(frontier.length >= 3);
  for (const [at, { dev }] of frontier.entries()) {
    if (at > 0)
      assert.ok(dev.cost! > frontier[at - 1]!.dev.cost! && dev.value! > frontier[at - 1]!.dev.value!);
  }
});

test('what is accepted follows the rule; a verdict that cannot be read never is', () => {
  const accepted = (rule: CascadeRule, share: number) =>
    [
      { first_error: 2, agreement: 1 },
      { first_error: 2, agreement: 0.4 },
      { first_error: -1, agreement: 1 },
      { first_error: -1, agreement: 0.4 },
      { first_error: null, agreement: 1 },
      { first_error: -1, agreement: null },
    ].map((verdict) => Number(acceptsVerdict(rule, share, verdict)));
  assert.deepEqual(accepted('errors', 0.8), [1, 0, 0, 0, 0, 0]);
  assert.deepEqual(accepted('confident', 0.8), [1, 0, 1, 0, 0, 0]);
  assert.deepEqual(accepted('errors-or-confident', 0.8), [1, 1, 1, 0, 0, 0]);
  assert.deepEqual(accepted('confident', 0), [1, 1, 1, 1, 0, 1]);
  // Two of three votes are 0.667 for people.
  assert.ok(acceptsVerdict('confident', 0.667, { first_error: -1, agreement: 2 / 3 }));
});

test('cost is counted in what every critique says, and asked for what is not known it says so', () => {
  const without = (key: 'model' | 'usage') =>
    records.map((record) => ({
      ...record,
      critiques: record.critiques!.map(({ [key]: _, ...rest }) => rest as Critique),
    }));
  assert.equal(planCascade(collected(without('model')), choice).cost, 'tokens');
  const named = { cheap: 'cheap', strong: 'strong' };
  assert.throws(() => planCascade(collected(without('usage'), named), choice), {
    code: 'LB_USAGE',
    message: /do not say what they took/,
  });
  assert.throws(() => planCascade(collected(without('model')), { ...choice, cost: 'usd' }), {
    code: 'LB_USAGE',
    message: /--cheap-price and --strong-price/,
  });
  const prices = { cheapPrice: { in: 1, out: 1 }, strongPrice: { in: 2, out: 2 } };
  assert.equal(planCascade(collected(without('model'), prices), choice).cost, 'usd');
});

test('too few problems, a class that is missing and critics that are not there are refused with what to do', () => {
  const clean = records.filter(({ error_steps: steps }) => steps!.length === 0);
  const refused = (from: readonly Solution[], message: RegExp, more: Partial<CascadeSettings> = {}) =>
    assert.throws(() => planCascade(collected(from, more), choice), { code: 'LB_USAGE', message });
  refused(clean, /f1 is undefined on one part/);
  refused(records.slice(0, 1), /too few to choose on one part/);
  refused(records, /no labelled record was judged by a critic of that name \(found: cheap, strong\)/, {
    cheap: 'other',
  });
  refused([solution({ critiques: [says(-1, 'a')] })], /name them with --cheap and --strong \(found: a\)/);
  const left = collected([...records, solution({ critiques: [says(-1, 'strong')] })]);
  assert.equal(left.left, 1);
});

test('votes that agree in every record are not called one vote', () => {
  const agreeing = records.map((record) => ({
    ...record,
    critiques: record.critiques!.map((one) => (one.critic === 'cheap' ? { ...one, agreement: 1 } : one)),
  }));
  const { warnings } = planCascade(collected(agreeing), choice);
  const note = warnings.find((warning) => warning.includes('the rule distinguishes'));
  assert.match(note ?? '', /\(one vote, or votes that agree\)/);
});

test('a point that is worth nothing is never chosen, and unreadable verdicts are said', () => {
  const silenced = (...names: string[]) =>
    records.map((record) => ({
      ...record,
      critiques: record.critiques!.map((critique) =>
        names.includes(critique.critic)
          ? {
              ...critique,
              status: 'unparsed' as const,
              first_error: null,
              error_steps: null,
              agreement: null,
            }
          : critique,
      ),
    }));
  for (const aim of [{ max_loss: 0 }, { max_loss: 1 }, { max_cost: 1 }] as const) {
    const settings = { ...choice, choice: aim, cost: 'tokens' as const };
    const none = planCascade(collected(silenced('cheap', 'strong')), settings);
    assert.equal(none.chosen, null);
    assert.match(
      cascadeText(none, 'table', plainStyle).replaceAll(/\s+/g, ' '),
      /: none, as every point has F1 0\.0% on/,
    );
    assert.deepEqual(none.warnings.slice(-2), [
      '306 of 306 verdicts of cheap cannot be read, or are missing, and count as wrong',
      '306 of 306 verdicts of strong cannot be read, or are missing, and count as wrong',
    ]);
    const { chosen, points } = planCascade(collected(silenced('cheap')), settings);
    assert.equal(points[chosen!]!.alone, 'strong');
  }
  assert.doesNotMatch(planCascade(collected(records), choice).warnings.join(), /cannot be read/);
});
