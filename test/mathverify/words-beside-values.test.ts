// Words and commands beside a value in LaTeX: operators that are applied to it, words that change it, and words that say
// nothing of it.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('an upright word is applied to what follows it', () => {
  areUnequal([
    ['\\operatorname{foo}(x)', 'x'],
    ['\\operatorname{rank} A', 'A'],
    ['\\operatorname{Arcsin}(\\sin t)', '\\sin t'],
    ['\\operatorname{deg} f \\ge 2n', 'f \\ge 2n'],
    ['\\mathrm{Var}(X)', 'X'],
    ['\\mathrm{Var} X', 'X'],
    ['2\\mathrm{Var}(X)', '2X'],
    ['2\\mathrm{Var}(X)', '2'],
    ['\\text{Area}(ABC)', 'ABC'],
    ['\\mathrm{Var}(X)', '\\operatorname{Cov}(X)'],
    ['\\mathrm{Var}(X)', '\\mathrm{Var}(Y)'],
    ['\\text{Area}(P_1)=18', 'P_1=18'],
  ]);
  areEqual([
    ['$\\text{Area}(ABC)$', '$\\mathrm{Area}(ABC)$'],
    ['\\mathrm{Var}(X)', '\\operatorname{Var}(X)'],
    ['\\mathrm{Area}(ABC)=5', '5'],
    ['\\operatorname{rank}(A)=2', '2'],
    ['\\text{GCD}(4,6)', '2'],
    ['\\operatorname{LCM}(4,6)', '12'],
    ['\\operatorname{Arctan}(1)', '\\frac{\\pi}{4}'],
    ['\\text{LCM} = 2^2 \\times 5', '20'],
    ['\\text{gcd} = 2', '2'],
  ]);
});

test('words that make another value or a bound do so of anything', () => {
  areUnequal([
    ['\\text{not } x', 'x'],
    ['\\text{half }x', 'x'],
    ['\\text{at least } x', 'x'],
    ['\\text{less than }(5)', '5'],
    ['\\text{minus }x', 'x'],
    ['x\\text{ or more}', 'x'],
    ['x\\text{ thousand}', 'x'],
  ]);
  areEqual([
    ['\\text{minus }x', '-x'],
    ['\\text{minus }(5)', '-5'],
    ['5\\text{ thousand}', '5000'],
  ]);
});

test('other words say nothing of the value beside them', () => {
  areEqual([
    ['\\text{approximately } 5', '5'],
    ['\\text{the answer is } x+1', 'x+1'],
    ['\\mathrm{Rs}\\ 500', '500'],
    ['5\\ \\mathrm{cm}', '5 cm'],
    ['5\\mathrm{cm}^2', '5 cm^2'],
    ['x \\text{ apples}', 'x'],
    ['\\text{Area} = 5', '5'],
  ]);
});

test('a command that was not read beside a bare number makes another value of it', () => {
  areUnequal([
    ['\\neg 5', '5'],
    ['5\\dagger', '5'],
    ['\\ne 5', '5'],
    ['\\dim 5', '5'],
    ['(\\mathbb{Z}/25\\mathbb{Z})^{\\times}', '25'],
  ]);
});

test('the base of a number may be in brackets or a letter', () => {
  areEqual([
    ['1010_{(2)}', '10'],
    ['1011_b', '1011_{b}'],
    ['1011_{(10)}', '1011'],
  ]);
  areUnequal([
    ['1010_{(2)}', '1010'],
    ['1011_b', '1011'],
    ['1011_b', '1011_c'],
  ]);
});

test('what is applied to something is the name of the value that it is about', () => {
  areEqual([
    ['\\text{Area}(P_1 P_2 C) \\approx 1.6', '1.6'],
    ['f(3) \\approx 6', '6'],
    ['\\text{Area}(P_1 P_2 C) = 1.6', '1.6'],
  ]);
  areUnequal([
    ['\\text{Area}(P_1 P_2 C) \\approx 1.6', '0.411'],
    ['f(3) \\approx 6', '3'],
    ['\\text{Area}(P_1 P_2 C) \\approx 1.6', '\\text{Area}(P_1 P_2 C)'],
  ]);
});
