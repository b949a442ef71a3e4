// Generated expressions: equal to themselves and to rewritings of themselves, different from perturbations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { generator, latex, perturbed, randomTree, rewritten } from './generated.ts';

const pairs = 1200;

test('finds rewritten expressions equal and perturbed ones different, without one false positive', (t) => {
  const random = { next: generator(20250815) };
  let undecided = 0;
  for (let k = 0; k < pairs; k += 1) {
    const tree = randomTree(random, 1 + (k % 4));
    const gold = `$${latex(tree)}$`;
    const same = `$${latex(rewritten(tree, random))}$`;
    const other = `$${latex(perturbed(rewritten(tree, random), random))}$`;
    const equal = verify({ gold, prediction: same });
    assert.notEqual(equal.verdict, 'different', `${gold} and ${same}: ${equal.reason}`);
    if (equal.verdict !== 'equal') undecided += 1;
    const different = verify({ gold, prediction: other });
    assert.equal(different.equal, false, `${gold} and ${other}: ${different.reason}`);
  }
  t.diagnostic(`${pairs} equal pairs, ${undecided} undecided; ${pairs} different pairs, no false positive`);
  assert.ok(undecided <= pairs / 100);
});

test('finds every generated expression equal to itself', () => {
  const random = { next: generator(7) };
  for (let k = 0; k < 300; k += 1) {
    const text = `$${latex(randomTree(random, 3))}$`;
    assert.equal(verify({ gold: text, prediction: text }).verdict, 'equal', text);
    // The text alone must not be what decides.
    assert.equal(verify({ gold: text, prediction: `$ ${text.slice(1, -1)} + 0 $` }).verdict, 'equal', text);
  }
});

test('gives the same verdict both ways round when it is asked to be symmetric', () => {
  const random = { next: generator(99) };
  const wrap = [
    (a: string) => `$${a}$`,
    (a: string) => `$x=${a}$`,
    (a: string) => `$(${a},${a}+1)$`,
    (a: string) => `$\\{${a},1\\}$`,
    (a: string) => `$x<${a}$`,
  ];
  for (let k = 0; k < 300; k += 1) {
    const tree = randomTree(random, 2);
    const left = wrap[k % wrap.length]!(latex(tree));
    const right = wrap[(k >> 2) % wrap.length]!(
      latex(k % 2 === 0 ? rewritten(tree, random) : perturbed(tree, random)),
    );
    const one = verify({ gold: left, prediction: right, symmetric: true });
    const two = verify({ gold: right, prediction: left, symmetric: true });
    assert.equal(one.equal, two.equal, `${left} and ${right}: ${one.reason}; ${two.reason}`);
  }
});

test('tells sets, points and intervals of generated numbers apart', () => {
  const random = { next: generator(3) };
  const numbers = (): number[] =>
    Array.from({ length: 2 + Math.floor(random.next() * 4) }, () => Math.floor(random.next() * 40) - 20);
  for (let k = 0; k < 400; k += 1) {
    const items = [...new Set(numbers())];
    const shuffled = [...items].sort(() => random.next() - 0.5);
    const changed = [...items.slice(0, -1), items.at(-1)! + 41];
    const set = (list: readonly number[]): string => `$\\{${list.join(', ')}\\}$`;
    const point = (list: readonly number[]): string => `$(${[0, ...list, 1].join(', ')})$`;
    assert.ok(verify({ gold: set(items), prediction: set(shuffled) }).equal, set(items));
    assert.ok(!verify({ gold: set(items), prediction: set(changed) }).equal, set(items));
    assert.equal(
      verify({ gold: point(items), prediction: point(shuffled) }).equal,
      point(items) === point(shuffled),
    );
    assert.ok(!verify({ gold: point(items), prediction: point(changed) }).equal);
  }
});
