// Answers in parts: with labels, or in the lines of a list.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('labelled parts are all of an answer, in the order of their labels', () => {
  areEqual([
    ['(a) 3 (b) 4', 'a) 3, b) 4'],
    ['(a) 3 (b) 4', '(b) 4 (a) 3'],
    ['(a) 3 (b) 4', '**(a)** $3$\n\n**(b)** $4$'],
    ['(a) 3 (b) 4', 'Part (a): 3\nPart (b): 4'],
    ['(a) 3 (b) 4', '(a) The answer is $3$.\n(b) The answer is $4$.'],
    ['(a) 3 (b) 4', '(a) \\boxed{3}\n(b) \\boxed{4}'],
    ['(3, 4)', '\\boxed{(a) 3, (b) 4}'],
    ['3, 4', '\\boxed{\\text{(a) } 3, \\text{(b) } 4}'],
    ['3, 4', '(i) 3 and (ii) 4'],
    ['(1) 3 (2) 4', '(1) 3\n(2) 4'],
    ['(a) 2 meters, (b) \\frac{\\pi}{2}', '(a) 2 m\n(b) π/2'],
    ['7', '(a) Let x=3. (b) Then y=4, so the total is 7'],
    ['5', '(a) We add.\n(b) We get $2+3=5$.'],
    ['$(a)x+(b)y$', '$ax+by$'],
  ]);
  areUnequal([
    ['(a) 3 (b) 4', '(a) 4 (b) 3'],
    ['(a) 3 (b) 4', '(b) 3 (a) 4'],
    ['(a) 3 (b) 4', '(a) 3 (b) 4 (c) 5'],
    ['(a) 3 (b) 4', '4'],
    ['(a) 3 (b) 4', '3'],
    ['(a) 3 (b) no', '3'],
    ['(a) 3 apples (b) 4 apples', '4'],
    ['\\boxed{(a) 3, (b) 4}', '4'],
  ]);
});

test('lines of a list below what announces them are all of the answer', () => {
  areEqual([
    ['1, 2', 'The solutions are:\n- $x = 1$\n- $x = 2$'],
    ['1, 2', 'The solutions are:\n\n1. $x = 1$\n2. $x = 2$'],
    ['1, 2', 'So the roots are:\n* x = 1\n* x = 2'],
    ['(1,2), (3,4)', 'The pairs are:\n- (1, 2)\n- (3, 4)'],
    ['\\{1,2,3\\}', '- 1\n- 2\n- 3'],
    ['3', 'We find:\n1. $x+1 = 4$\n2. $x = 3$'],
  ]);
  areUnequal([
    ['2', 'The solutions are:\n- $x = 1$\n- $x = 2$'],
    ['1, 3', 'The solutions are:\n- $x = 1$\n- $x = 2$'],
  ]);
});

test('a chain of names is a point with as many equal parts', () => {
  areEqual([
    ['(2,2)', 'x=y=2'],
    ['(1,1,1)', 'x=y=z=1'],
    ['\\begin{pmatrix}2\\\\2\\end{pmatrix}', '$x=y=2$'],
    ['2', 'x=y=2'],
  ]);
  areUnequal([
    ['(1,1)', 'x=y=z=1'],
    ['(1,1,1)', 'x=y=1'],
    ['(2,3)', 'x=y=2'],
  ]);
});

test('a proportion is no list of its parts, and a cross no product of letters', () => {
  areEqual([
    ['1:2:3', '2:4:6'],
    ['$A\\times B$', 'A × B'],
    ['$A \\cdot B$', '$AB$'],
    ['$a\\times b$', '$ab$'],
  ]);
  areUnequal([
    ['1:2:3', '(1,2,3)'],
    ['1:2:3', '1, 2, 3'],
    ['1:2:3', '(1,3,2)'],
    ['$A\\times B$', '$AB$'],
  ]);
});

test('equations joined by words, blanks or lines are all of an answer', () => {
  areEqual([
    ['(1, 2)', 'So x = 1 and y = 2.'],
    ['(1, 2)', 'The solution is x = 1 and y = 2.'],
    ['(1, 2)', 'Adding gives 2x = 2. Hence we obtain x = 1 and y = 2.'],
    ['(1, 2)', '**x = 1** and **y = 2**'],
    ['(1, 2)', '\\boxed{x=1 \\quad y=2}'],
    ['(1, 2)', '\\begin{cases} x = 1, \\\\ y = 2. \\end{cases}'],
    ['(1, 2)', '$$\\left\\{ \\begin{array}{ll} x=1, \\\\ y=2. \\end{array} \\right.$$'],
    ['1,-2', 'The roots are **1** and **-2**.'],
    ['1,-2', 'x = 1 oder x = -2'],
    ['1,-2', '$x = 1$ et $x = -2$'],
    ['3', 'So x = 1 and y = 2, so x + y = 3.'],
    ['6', 'If x = 3, then y = 2x = 6'],
  ]);
  areUnequal([
    ['2', 'So x = 1 and y = 2.'],
    ['2', 'The solution is x = 1 and y = 2.'],
    ['2', '\\begin{cases} x = 1, \\\\ y = 2. \\end{cases}'],
    ['-2', 'x = 1 oder x = -2'],
    ['-2', 'The roots are **1** and **-2**.'],
  ]);
});

test('a value of some case is no answer', () => {
  areUnequal([
    ['0', 'f(x)=x if x>0, 0 otherwise'],
    ['3', 'x => 3'],
  ]);
  areEqual([['$x\\ge3$', 'x => 3']]);
});

test('signs of plain text between sets and before values are read', () => {
  areEqual([
    ['(-\\infty, 2) \\cup (3, \\infty)', '(-inf, 2) U (3, inf)'],
    ['(-\\infty, 2) \\cup (3, \\infty)', 'ℝ \\ [2,3]'],
    ['\\pm 3', 'x = +/- 3'],
    ['\\pm 3', '+- 3'],
    ['2', '5 + -3'],
    ['(1.5, 2)', '(1,5; 2)'],
    ['42', '答：42'],
  ]);
  areUnequal([
    ['(-\\infty, 2) \\cup (3, \\infty)', '(-inf, 2) U [3, inf)'],
    ['3', '+/-3'],
  ]);
});

test('behind words that lead to a conclusion all of it is the answer', () => {
  areEqual([
    ['2k+2', 'So **2k+2**.'],
    ['(-\\infty, 0]', 'So **(-\\infty, 0]**.'],
    ['(-\\infty, 0]', '> (-\\infty, 0]'],
    ['2 - \\frac{6}{\\pi}', 'Hence 2 - \\frac{6}{\\pi}'],
    ['\\sqrt{51}', 'Let x = 3.\nThen y = 4.\n\nHence \\sqrt{51}'],
    ['5', 'Hence we need 5 apples.'],
  ]);
  areUnequal([
    ['2', 'So **2k+2**.'],
    ['0', 'So **(-\\infty, 0]**.'],
    ['2', 'Hence 2 - \\frac{6}{\\pi}'],
    ['4', 'Let x = 3.\nThen y = 4.\n\nHence \\sqrt{51}'],
  ]);
});
