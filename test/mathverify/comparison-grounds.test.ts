// What a verdict rests on: the method, and the reason that people read. Both say which comparison decided, so that none of
// them can be left out unseen because a later one happens to come to the same verdict.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';

type Row = readonly [gold: string, prediction: string, verdict: string, method: string, reason: string];

/** The reason begins with what is said here. */
function restOn(rows: readonly Row[]): void {
  for (const [gold, prediction, verdict, method, reason] of rows) {
    const judged = verify({ gold: `$${gold}$`, prediction: `$${prediction}$` });
    const found = [judged.verdict, judged.method, judged.reason.slice(0, reason.length)];
    assert.deepEqual(found, [verdict, method, reason], `${gold} and ${prediction}: ${judged.reason}`);
  }
}

test('infinity and something finite is infinity, and beside a name or a nought nobody knows', () => {
  restOn([
    ['-\\infty+3', '-\\infty', 'equal', 'shape', 'infinite values'],
    ['\\infty-2', '\\infty', 'equal', 'shape', 'infinite values'],
    ['-2\\infty', '-\\infty', 'equal', 'shape', 'infinite values'],
    ['\\infty+x', '\\infty', 'different', 'shape', 'infinite values'],
    ['\\infty-\\infty', '\\infty', 'different', 'shape', 'infinite values'],
    ['0\\cdot\\infty', '\\infty', 'different', 'shape', 'infinite values'],
    ['1/0', '\\infty', 'undecided', 'none', 'a division by 0 beside infinity'],
    ['\\infty', '\\frac{x}{1-1}', 'undecided', 'none', 'a division by 0 beside infinity'],
    ['\\frac{1}{2}', '\\infty', 'different', 'shape', 'infinite values'],
    ['\\infty x', 'x', 'undecided', 'none', 'the values could not be told apart or computed'],
  ]);
});

test('decimals are compared as rounded, a percentage too, however large they are', () => {
  restOn([
    ['50.0\\%', '\\frac12', 'equal', 'computed', 'rounded to 6 decimals'],
    ['-0.5', '-\\frac12', 'equal', 'computed', 'rounded to 6 decimals'],
    ['1234567890.5', '1234567891.5', 'different', 'computed', 'rounded to 6 decimals'],
    ['\\int_0^1 x\\,dx', '0.7', 'different', 'computed', 'rounded to 6 decimals'],
    ['\\sin(1)', '3', 'different', 'computed', 'the values are not the same'],
    ['x\\ln x', 'x', 'different', 'probes', 'the values are not the same'],
    ['\\det A', '3', 'undecided', 'none', 'one side is not worked out'],
    ['\\operatorname{tr}A', '3', 'undecided', 'none', 'one side is not worked out'],
    ['1+2+\\dots+n', 'n', 'undecided', 'none', 'one side leaves out terms'],
  ]);
});

test('intervals, points and lists are told apart by their brackets and parts', () => {
  restOn([
    ['(5,2)', '[5,2)', 'equal', 'shape', 'both ends compared'],
    ['(2,5)', '[2,5)', 'different', 'shape', 'an end is open on one side'],
    ['(5,x)', '[5,x)', 'different', 'shape', 'an end is open on one side'],
    ['(x,5)', '[x,5)', 'different', 'shape', 'an end is open on one side'],
    [']5,2[', '(5,2)', 'different', 'shape', 'an interval and a point'],
    [']1,2[', '(1,2)', 'equal', 'shape', 'both ends compared'],
    ['y=2,x=1', '(1,2)', 'equal', 'shape', 'parts compared in order'],
    ['x=1,y', '(1,2)', 'different', 'shape', 'an element is not in the other set'],
    ['1,1,2', '1,2,2', 'different', 'shape', 'an element is repeated another number of times'],
    ['1,\\frac12,0.5', '1,0.5', 'equal', 'shape', 'the same elements'],
    ['1,1,2', '1,2', 'undecided', 'none', 'one side lists an element again, which counts unless it is a set'],
    ['3,14', 'x=(3,14)', 'equal', 'shape', 'the same elements'],
    ['3,14', '\\begin{pmatrix}3\\\\14\\end{pmatrix}', 'equal', 'shape', 'the same elements'],
    ['x=1,x=2', '1,2', 'equal', 'exact', 'the same expression'],
    ['x=\\{1,2\\},x=3', '1,2,3', 'equal', 'exact', 'the same expression'],
  ]);
});

test('a matrix is compared by its shape and entries, also where it is written in rows', () => {
  const matrix = '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}';
  restOn([
    ['((1,2),(3,4))', matrix, 'equal', 'shape', 'matrices compared by entries'],
    ['((1,2),(3,4,5))', matrix, 'different', 'shape', 'different numbers of parts'],
    [matrix, '5', 'different', 'shape', 'a matrix and a value'],
    ['\\begin{pmatrix}1&2\\end{pmatrix}', matrix, 'different', 'shape', 'matrices of different shapes'],
  ]);
});

test('relations rest on their sides, their solutions or a point that tells them apart', () => {
  restOn([
    ['A\\subset B', 'B\\supset A', 'equal', 'shape', 'the same inclusion'],
    ['A\\subset B', 'B\\supset C', 'undecided', 'none', 'neither proved'],
    ['A\\subset B', 'C\\supset A', 'undecided', 'none', 'neither proved'],
    ['AB=3', 'AB=4', 'different', 'exact', 'the values are not the same: 3 against 4'],
    ['\\frac AB=3', '\\frac AB=4', 'different', 'exact', 'the values are not the same: 3 against 4'],
    ['[a,b]=3', '[a,b]=4', 'different', 'exact', 'the values are not the same: 3 against 4'],
    ['A\\cup B=3', 'A\\cup B=4', 'different', 'exact', 'the values are not the same: 3 against 4'],
    ['x>2.5', 'x\\ge3', 'different', 'exact', 'different solutions'],
    ['n>\\frac73', 'n\\ge4', 'different', 'exact', 'different solutions: n = 3'],
    ['n=2k', 'n=2k+2', 'undecided', 'none', 'they may be the same for all whole numbers'],
    ['\\frac\\pi4+k\\pi', '\\frac{5\\pi}4+k\\pi', 'undecided', 'none', 'they may be the same for all whole'],
    ['\\frac14+k', '\\frac54+k', 'different', 'exact', 'the values are not the same'],
  ]);
});

test('signs that may belong together are no ground for a verdict', () => {
  restOn([
    ['\\pm1\\pm2', '3,-1,1,-3', 'undecided', 'none', 'the signs may be the same everywhere'],
    ['\\pm1\\pm2', '\\pm2\\pm1', 'equal', 'shape', 'the same elements'],
    ['a\\pm b\\pm c', 'a\\pm b\\mp c', 'different', 'shape', 'different elements'],
  ]);
});

test('degrees are those of angles or of temperature, by what is beside them', () => {
  restOn([
    ['20^\\circ C', '68^\\circ F', 'equal', 'exact', 'the values are the same'],
    ['0^\\circ C', '0^\\circ F', 'different', 'exact', 'the values are not the same: 32 against 0'],
    ['20^\\circ', '20^\\circ C', 'equal', 'exact', 'the same expression'],
    ['180^\\circ', '\\pi\\text{ radians}', 'equal', 'computed', 'the values are the same'],
    ['45^\\circ', '\\arctan 1', 'equal', 'computed', 'the values are the same'],
    ['30^\\circ', '30', 'equal', 'exact', 'the same expression'],
    ['5\\text{ m}', '5\\text{ s}', 'different', 'shape', 'units of different kinds: m and s'],
  ]);
});

test('sums that are not worked out are left open, and inequalities in whole numbers are told apart', () => {
  restOn([
    ['\\sum_{i=1}^n a_{i+1}', 'n a_{i+1}', 'undecided', 'none', 'one side is not worked out'],
    ['n^2 \\ge 0', 'n^2<0', 'different', 'exact', 'different solutions: n = 0: true against false'],
    ['a=b<c', 'a=b=c', 'undecided', 'none', 'the relation could not be solved'],
  ]);
});

test('a proportion, a point, a list with repeats and a union each have grounds of their own', () => {
  restOn([
    ['1:2:3', '[0,1]', 'different', 'shape', 'a proportion and something else'],
    ['[0,1]', '1:2:3', 'different', 'shape', 'a proportion and something else'],
    ['1:2:3', '(1,2,3)', 'undecided', 'none', 'a proportion and a list of its parts'],
    ['(1,2,4)', '1:2:3', 'different', 'shape', 'the proportions of the parts'],
    ['1:2:3', '5', 'different', 'shape', 'different numbers of parts'],
    ['(4,1)', 'x=4, a=1', 'equal', 'shape', 'parts compared in order'],
    ['(1,4)', 'y=4, x=1', 'equal', 'shape', 'parts compared in order'],
    ['(2,2)', 'x=y=2', 'equal', 'shape', 'parts compared in order'],
    ['(2,2)', 'x=2y=2', 'different', 'shape', 'different numbers of parts'],
    ['(2,2)', 'x=y<2', 'undecided', 'none', 'the relation could not be solved'],
    ['1,1,2', '1,2,2', 'different', 'shape', 'an element is repeated another number of times'],
    ['1,1,2', '1,2', 'undecided', 'none', 'one side lists an element again, which counts unless it is a set'],
    ['(1,2)\\cup[3,4)', '(1,2) \\text{ and } [3,4)', 'equal', 'shape', 'sets of real numbers compared'],
    ['(1,2)\\cup(3,4)', '(1,2) \\text{ and } (3,4)', 'different', 'shape', 'a collection and something else'],
    ['(1,2)\\cup\\{5\\}', '(1,2) \\text{ and } 5', 'different', 'shape', 'a collection and something else'],
    ['A\\setminus B\\setminus C', 'A\\setminus B', 'different', 'shape', 'a collection and something else'],
    ['A\\cup B', 'A\\cap B', 'different', 'shape', 'a collection and something else'],
    ['A\\cup B', 'B\\cup A', 'equal', 'shape', 'the same elements'],
  ]);
});

test('decimals of few digits are compared in their own places, unless places are asked for', () => {
  restOn([
    ['0.0000672', '0.00006672', 'different', 'computed', 'decimals with more places than are compared'],
    ['-0.0000672', '-0.00006672', 'different', 'computed', 'decimals with more places than are compared'],
    ['0.000067', '0.0000672', 'equal', 'computed', 'rounded to 6 decimals'],
    ['0.0012345678', '0.00123456', 'equal', 'computed', 'rounded to 6 decimals'],
  ]);
  const verdictIn = (precision: number): string =>
    verify({ gold: '0.333', prediction: '0.334', precision }).verdict;
  assert.deepEqual([2, 3, 6].map(verdictIn), ['equal', 'different', 'different']);
});
