// Relations, names and collections side by side: what they share is not enough, and what they rest on is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Judgement, type VerifyOptions, verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

const judged = (gold: string, prediction: string, options: VerifyOptions = {}): Judgement =>
  verify({ gold: `$${gold}$`, prediction: `$${prediction}$`, ...options });

/** The verdict, which is the same whichever side is gold, and how its reason begins. */
function isJudged(verdict: string, gold: string, prediction: string, reason = ''): void {
  for (const found of [judged(gold, prediction), judged(prediction, gold)]) {
    const where = `${gold} and ${prediction}: ${found.reason}`;
    assert.equal(found.verdict, verdict, where);
    assert.ok(found.reason.startsWith(reason), where);
  }
}

test('relations that begin alike are not the same, in chains and in pairs', () => {
  isJudged('different', 'a<b', 'a<b<c');
  isJudged('different', 'a<b<c', 'a<b<d');
  isJudged('different', 'a \\le b<c', 'a \\le b \\le c');
  assert.equal(judged('a=b=c', 'a=b<c').verdict, 'different');
  isJudged('equal', 'a<b^2+b<c', 'a<b(b+1)<c', 'the same chain of relations');
  isJudged('equal', 'a<b^2+b<c', 'c>b(b+1)>a', 'the same chain of relations');
  const ways = ['\\in', '\\notin'].map((sign) => judged(`x ${sign} [0,1]`, 'x \\in [0,1]').verdict);
  assert.deepEqual(ways, ['equal', 'different']);
  assert.equal(judged('x \\in [0,1]', 'x \\notin [0,1]').verdict, 'different');
});

test('a bound that is known in a few digits leaves a relation undecided', () => {
  isJudged('undecided', 'x<0.746824', 'x<\\int_0^1 e^{-t^2} dt');
  isJudged('different', 'x<0.746', 'x<\\int_0^1 e^{-t^2} dt');
});

test('inequalities of a whole number are told apart at a whole number', () => {
  for (const [gold, prediction, n] of [
    ['2n<31', '2n<29', '15'],
    ['3n \\le 20', '3n \\le 17', '6'],
    ['-7<2n', '-9<2n', '-4'],
  ] as const) {
    const { verdict, witness } = judged(gold, prediction);
    assert.deepEqual([verdict, witness?.point], ['different', { n }], `${gold} and ${prediction}`);
  }
});

test('a witness says which of the two relations holds there', () => {
  const holds: Readonly<Record<string, (x: number, y: number) => boolean>> = {
    'x+y=3, x-y=1': (x, y) => x + y === 3 && x - y === 1,
    'x=1, y=2': (x, y) => x === 1 && y === 2,
    'x=2, y=2': (x, y) => x === 2 && y === 2,
    'x=1 \\text{ or } y=2': (x, y) => x === 1 || y === 2,
    'x+y<3': (x, y) => x + y < 3,
    'x+y \\le 3': (x, y) => x + y <= 3,
  };
  const number = (text: string): number => {
    const [top, bottom = '1'] = text.split('/');
    return Number(top) / Number(bottom);
  };
  for (const gold of Object.keys(holds)) {
    for (const prediction of Object.keys(holds)) {
      if (gold === prediction) continue;
      const { verdict, witness } = judged(gold, prediction);
      assert.equal(verdict, 'different', `${gold} and ${prediction}`);
      if (witness === null) continue;
      const [x, y] = [number(witness.point.x!), number(witness.point.y!)];
      const found = [witness.gold, witness.prediction];
      assert.deepEqual(
        found,
        [`${holds[gold]!(x, y)}`, `${holds[prediction]!(x, y)}`],
        `${gold} at ${x}, ${y}`,
      );
    }
  }
});

test('what is proved or has an exact witness rests on exact values, what is set beside it on its shape', () => {
  for (const [gold, prediction, method] of [
    ['x+y=3, x-y=1', 'x=2, y=1', 'exact'],
    ['x+y=3, x-y=1', 'x=1, y=2', 'exact'],
    ['x^2=1', 'x=\\pm 1', 'exact'],
    ['x<2', 'x \\le 2', 'exact'],
    ['|x|=x', 'x \\ge 0', 'exact'],
    ['x+y=3', 'y=3-x', 'exact'],
    ['x+y<3', 'x+y \\le 3', 'exact'],
    ['1<x<2', '(1,2)', 'shape'],
  ] as const) {
    assert.equal(judged(gold, prediction).method, method, `${gold} and ${prediction}`);
  }
});

test('a name in front of a value is what names something, no expression that has to be solved', () => {
  for (const named of ['AE=5', 'DI=5', '|AE|=5', '\\frac{A}{B}=5', 'f(x)=5', 'x=5'])
    isJudged('equal', named, '5');
  for (const unsolved of ['\\frac{x}{2}=5', '2x=5', '|x-1|=5', '\\frac{2}{x}=5', '\\sin x=5', '|2x|=5']) {
    assert.notEqual(judged(unsolved, '5').verdict, 'equal', unsolved);
  }
  assert.equal(judged('\\frac{x}{2}=5', '10').verdict, 'equal');
  assert.equal(judged('x^2-4x+4=0', '2').verdict, 'equal');
  assert.equal(judged('x^2-4x+4=0', '3').verdict, 'different');
  isJudged('equal', 'A \\cup B=\\{1,2\\}', '\\{1,2\\}');
  isJudged('equal', '(p,q)=(3,8)', '(3,8)');
  assert.equal(judged('x>2', 'x=(2,\\infty)').verdict, 'equal');
  assert.equal(judged('x>2', 'x \\in (2,\\infty)').verdict, 'equal');
  isJudged('equal', '|x|=x', 'x \\ge 0');
});

test('relations that cannot be solved, and something else than numbers beside them, are undecided', () => {
  assert.equal(judged('x<y', '(1,2)').verdict, 'undecided');
  assert.equal(judged('x<2', '\\text{small}').verdict, 'undecided');
  assert.equal(judged('\\sin x=\\frac12', '\\frac12').verdict, 'undecided');
  isJudged('undecided', '\\int_0 x dx', '3');
});

test('an unknown function of one argument is as good as an unknown', () => {
  isJudged('different', 'f(n)=n', 'f(k)=\\sum_{k=1}^k k');
  isJudged('different', 'f(x)+y<1', 'f(x)+y \\le 1', 'only one of the relations holds at a point');
  isJudged('equal', 'f(x)+y<1', 'y<1-f(x)');
  isJudged('equal', '|f(x)-y| \\le 1', '-1 \\le f(x)-y \\le 1');
  isJudged('undecided', 'f(x)+f(y)<1', 'f(x)+f(y) \\le 1');
});

test('values of named coordinates are in the order of their names, also behind the steps to them', () => {
  isJudged('equal', 'x=2+3=5, y=1', '(5,1)');
  isJudged('different', 'x=2+3=5, y=1', '(1,5)');
  isJudged('equal', 'x=a, y=b', '(a,b)');
});

test('an interval is not the set or pair of its ends, and no element is not some of them', () => {
  isJudged('different', '[a,b]', '\\{a,b\\}');
  isJudged('different', '[a,b]', '(a,b)');
  isJudged('different', '[a,b)', '[a,b]');
  isJudged('equal', '[a,2b]', '[a,b+b]');
  assert.equal(judged('\\{1,2\\}', '\\emptyset', { requireAll: false }).verdict, 'different');
  isJudged('equal', '(A \\cup B)\\setminus C', '(B \\cup A)\\setminus C');
  isJudged('different', '(A \\cup B)\\setminus C', '(D \\cup A)\\setminus C');
});

test('a nearly real number is none, and a factor is no unit', () => {
  isJudged('different', '0.001', '0.001+10^{-7}i');
  isJudged('different', '1000', '1000.0+10^{-3}i');
  isJudged('different', '5\\text{ m}', 'm');
  assert.equal(verify('\\boxed{15 m}', '$3m+12m$').verdict, 'equal');
  assert.equal(verify('\\boxed{15 m}', '$3m+11m$').verdict, 'different');
  assert.equal(judged('\\frac{x}{2}', '\\frac{x}{2}\\%').verdict, 'different');
  assert.equal(judged('\\frac52', '\\frac52\\%').verdict, 'equal');
  isJudged('equal', '180\\text{ degrees}', '\\pi\\text{ rad}');
  isJudged('different', '180\\text{ degrees}', '180\\text{ rad}');
  isJudged('different', '180\\text{ degrees}', '\\pi\\text{ m}');
});

test('words may be names or single letters, Greek letters are no words', () => {
  isJudged('equal', '\\operatorname{odd}', 'odd');
  isJudged('different', '\\operatorname{odd}', '5', 'names or words');
  isJudged('different', '\\alpha', '5', 'the values are not the same');
  isJudged('equal', '\\text{tie}', 'tie');
  isJudged('equal', '\\text{i}', 'i');
  isJudged('different', '\\text{tie}', 'te');
});

test('inequalities with "or" are a union, those without it hold together or are pieces side by side', () => {
  for (const both of ['x>1 \\text{ and } x<3', 'x>1, x<3', '1<x<3', '(1,3)']) {
    isJudged('different', both, 'x>1 \\text{ or } x<3');
    isJudged('different', 'x>1 \\text{ or } x<3', both);
  }
  isJudged('equal', '1<x<3', 'x>1 and x<3');
  isJudged('equal', 'x>1 or x>2', 'x>1');
  isJudged('equal', 'x > 1 or x < 3', '\\mathbb{R}');
  isJudged('equal', 'x<-1 or x>1', '|x|>1');
  isJudged('equal', 'x<-1, x>1', 'x<-1 or x>1');
  isJudged('equal', 'x<-2,-1<x<1,x>2', 'x<-2 or -1<x<1 or x>2');
  // One may be the answer to another part.
  isJudged('undecided', 'x>1, x>5', 'x>5');
  isJudged('undecided', 'x>1 or x>2', 'x>1 and x>2');
});

test('a line in space keeps all parts of its chain, and a set given by an equation is no value of it', () => {
  areEqual([
    ['z=\\frac{x-1}{2}=\\frac{y}{3}', '\\frac{x-1}{2}=\\frac{y}{3}=z'],
    ['\\{-2,2\\}', '\\{x : x^2=4\\}'],
    ['4', '\\{x : x=4\\}'],
  ]);
  areUnequal([
    ['z=\\frac{y}{3}', 'z=\\frac{x-1}{2}=\\frac{y}{3}'],
    ['4', '\\{x : x^2=4\\}'],
  ]);
});
