// What is decided beyond plain values, class by class, with examples that are equal and ones that are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';

/** Gold answer, an equal prediction, an unequal one. */
type Example = readonly [gold: string, same: string, other: string];

const classes: Readonly<Record<string, readonly Example[]>> = {
  'improper integrals': [
    ['\\int_2^\\infty \\frac{3}{x^4}dx', '\\frac18', '\\frac14'],
    ['\\int_0^\\infty e^{-5x}dx', '\\frac15', '5'],
    ['\\int_3^{\\infty}\\frac{dt}{t^2}', '\\frac13', '\\frac19'],
  ],
  'iterated integrals': [
    ['\\int_0^2\\int_0^1 xy^2\\,dx\\,dy', '\\frac43', '\\frac23'],
    ['\\int_0^1\\int_0^{x} (x+y)\\,dy\\,dx', '\\frac12', '1'],
    ['\\int_0^1\\int_0^1\\int_0^1 xyz\\,dx\\,dy\\,dz', '\\frac18', '\\frac14'],
  ],
  'Gaussian and Gamma forms': [
    ['\\int_{-\\infty}^{\\infty} e^{-3x^2}dx', '\\sqrt{\\frac{\\pi}{3}}', '\\sqrt{\\pi}'],
    ['\\int_0^\\infty x^4e^{-x}dx', '24', '120'],
    ['\\int_0^\\infty x^3e^{-x^2}dx', '\\frac12', '1'],
    ['\\int_{-\\infty}^\\infty x^2e^{-2x^2}dx', '\\frac{\\sqrt{2\\pi}}{8}', '\\frac{\\sqrt{\\pi}}{2}'],
    ['\\Gamma(6)', '120', '720'],
    ['\\Gamma\\left(\\frac52\\right)', '\\frac{3\\sqrt\\pi}{4}', '\\sqrt\\pi'],
  ],
  'convergent sums': [
    ['\\sum_{k=0}^\\infty \\frac{1}{5^k}', '\\frac54', '\\frac14'],
    ['\\sum_{n=1}^\\infty \\frac{n^2}{3^n}', '\\frac32', '\\frac34'],
    ['\\sum_{n=1}^\\infty \\frac{1}{n^4}', '\\frac{\\pi^4}{90}', '\\frac{\\pi^2}{6}'],
    ['\\sum_{k=0}^\\infty \\frac{2^k}{k!}', 'e^2', 'e'],
    ['\\sum_{n=2}^\\infty 3\\left(-\\frac12\\right)^n', '\\frac12', '2'],
    ['\\zeta(6)', '\\frac{\\pi^6}{945}', '\\frac{\\pi^6}{90}'],
  ],
  limits: [
    ['\\lim_{x\\to 3}\\frac{x^2-9}{x-3}', '6', '3'],
    ['\\lim_{x\\to 0}\\frac{1-\\cos 2x}{x^2}', '2', '1'],
    ['\\lim_{n\\to\\infty}\\frac{3n^2-n}{4n^2+7}', '\\frac34', '3'],
    ['\\lim_{n\\to\\infty}\\left(1+\\frac{3}{n}\\right)^{2n}', 'e^6', 'e^3'],
    ['\\lim_{h\\to 0}\\frac{(x+h)^3-x^3}{h}', '3x^2', 'x^2'],
    ['\\lim_{x\\to 4}\\frac{\\sqrt{x}-2}{x-4}', '\\frac14', '\\frac12'],
  ],
  derivatives: [
    ['\\frac{d}{dx}\\left(x^2e^{x}\\right)', '(x^2+2x)e^x', '2xe^x'],
    ['\\frac{d^2}{dt^2}\\sin(3t)', '-9\\sin 3t', '9\\sin 3t'],
    ['\\frac{d^3}{dx^3}x^5', '60x^2', '20x^3'],
  ],
  'sums with a symbolic bound': [
    ['\\sum_{k=1}^{n} (2k-1)', 'n^2', 'n^2+1'],
    ['\\sum_{k=0}^{m} 3^k', '\\frac{3^{m+1}-1}{2}', '3^{m+1}-1'],
    ['\\sum_{k=0}^{n}\\binom{n}{k}2^k', '3^n', '2^n'],
    ['\\sum_{j=1}^{n} j^2', '\\frac{n(n+1)(2n+1)}{6}', '\\frac{n(n+1)}{2}'],
  ],
  'whole numbers': [
    ['\\lfloor \\frac{n+2}{3}\\rfloor', '\\lceil \\frac{n}{3}\\rceil', '\\lceil \\frac{n+1}{3}\\rceil'],
    ['\\sin 2\\pi n', '0', '1'],
    ['\\cos \\pi k', '(-1)^k', '1'],
    ['\\lfloor x\\rfloor+\\lfloor x+\\frac12\\rfloor', '\\lfloor 2x\\rfloor', '2\\lfloor x\\rfloor'],
  ],
  'sets and alternatives': [
    ['\\{x : x\\ge -3\\}', '[-3,\\infty)', '(-3,\\infty)'],
    ['\\{t\\in\\mathbb{R} \\mid t^2<16\\}', '(-4,4)', '[-4,4]'],
    ['x<-1 \\lor x>6', '(-\\infty,-1)\\cup(6,\\infty)', '(-1,6)'],
    ['y\\le 0 \\text{ or } y>9', '(-\\infty,0]\\cup(9,\\infty)', '(-\\infty,0)\\cup(9,\\infty)'],
    ['(-\\infty,-5)\\cup(5,\\infty)', '\\{x : x<-5 \\lor x>5\\}', '\\{x : x<-5 \\lor x>6\\}'],
    ['x=2, y=-7', '(2,-7)', '(-7,2)'],
    ['a=1, b=0, c=5', '(1,0,5)', '(1,5,0)'],
    ['(p,q)=(3,8)', 'p=3, q=8', 'p=8, q=3'],
  ],
  congruences: [
    ['x\\equiv 4\\pmod 9', 'x\\equiv 13\\pmod 9', 'x\\equiv 5\\pmod 9'],
    ['n\\equiv 5\\pmod{6}', 'n\\equiv -1\\pmod{6}', 'n\\equiv 1\\pmod{6}'],
    ['m\\equiv 0\\pmod{11}', 'm\\equiv 22\\pmod{11}', 'm\\equiv 0\\pmod{22}'],
  ],
  'recurring decimals': [
    ['0.\\overline{45}', '\\frac{5}{11}', '0.45'],
    ['2.1\\overline{3}', '\\frac{32}{15}', '2.13'],
    ['0.\\overline{9}', '1', '0.9'],
  ],
  'cases in another order': [
    [
      '\\begin{cases} 2x & x\\ge 1 \\\\ x+1 & x<1\\end{cases}',
      '\\begin{cases} x+1 & x<1 \\\\ 2x & x\\ge 1\\end{cases}',
      '\\begin{cases} 2x & x<1 \\\\ x+1 & x\\ge 1\\end{cases}',
    ],
    [
      '\\begin{cases} 0 & t<0 \\\\ t & 0\\le t\\le 2 \\\\ 2 & t>2\\end{cases}',
      '\\begin{cases} 2 & t>2 \\\\ t & 0\\le t\\le 2 \\\\ 0 & t<0\\end{cases}',
      '\\begin{cases} 2 & t<0 \\\\ t & 0\\le t\\le 2 \\\\ 0 & t>2\\end{cases}',
    ],
    ['\\begin{cases} y & y>0 \\\\ -y & y\\le 0\\end{cases}', '|y|', 'y'],
  ],
};

for (const [name, examples] of Object.entries(classes)) {
  test(`decides ${name}`, () => {
    for (const [gold, same, other] of examples) {
      const equal = verify(`$${gold}$`, `$${same}$`);
      assert.equal(equal.verdict, 'equal', `${gold} and ${same}: ${equal.reason}`);
      const apart = verify(`$${gold}$`, `$${other}$`);
      assert.equal(apart.verdict, 'different', `${gold} and ${other}: ${apart.reason}`);
    }
  });
}

test('reads fractions and powers in single characters', () => {
  for (const [gold, prediction] of [
    ['0.5', '½'],
    ['$\\frac{11}{4}$', '2¾'],
    ['$\\frac58$', 'The answer is ⅝.'],
    ['$10^{11}$', '10¹¹'],
    ['$4^{15}$', '4¹⁵'],
    ['0.01', '10⁻²'],
  ] as const) {
    assert.ok(
      verify(gold, prediction).equal,
      `${gold} and ${prediction}: ${verify(gold, prediction).reason}`,
    );
  }
  assert.equal(verify('$10^{11}$', '10¹²').verdict, 'different');
  assert.equal(verify('2.5', '2¾').verdict, 'different');
});

const small = 'one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

test('reads every number in words up to a hundred', () => {
  const words = [
    'zero',
    ...small,
    ...teens,
    ...tens.flatMap((ten) => [ten, ...small.map((one) => `${ten}-${one}`)]),
  ];
  for (const [value, word] of [...words, 'one hundred'].entries()) {
    assert.ok(verify(`${value}`, word).equal, word);
    assert.ok(!verify(`${value + 1}`, word).equal, word);
  }
});

test('says undecided of what is beyond these classes, never different of something equal', () => {
  for (const [gold, prediction] of [
    ['\\int_0^\\infty \\frac{\\sin x}{x}dx', '\\frac{\\pi}{2}'],
    ['\\int_0^1 \\frac{dx}{\\sqrt{x}}', '2'],
    ['\\sum_{k=1}^\\infty \\frac{1}{k(k+1)}', '1'],
    ['\\sum_{n=1}^\\infty \\frac{(-1)^{n+1}}{n}', '\\ln 2'],
    ['\\prod_{n=2}^\\infty \\left(1-\\frac{1}{n^2}\\right)', '\\frac12'],
    ['\\sum_{k=0}^{n-1} r^k', '\\frac{1-r^n}{1-r}'],
    ['\\lim_{x\\to 0} x\\sin\\frac1x', '0'],
  ] as const) {
    assert.notEqual(verify(`$${gold}$`, `$${prediction}$`).verdict, 'different', gold);
  }
});
