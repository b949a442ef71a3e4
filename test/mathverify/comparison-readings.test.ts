// What one side is read as because of the other: times of day, angles, names of coordinates, elements written twice.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('a ratio is its quotient, and a time of day is what it is written as alone', () => {
  areEqual([
    ['3:30', '\\frac{1}{10}'],
    ['3:30 PM', '3:30'],
    ['3:30 PM', '15:30'],
    ['3 PM', '3'],
    ['12:00 a.m.', '0:00'],
  ]);
  areUnequal([
    ['3:30 PM', '0.1'],
    ['3:30 PM', '\\frac{1}{10}'],
    ['3:30 PM', '930'],
    ['3 PM', '\\frac{15}{5}'],
    ['3 PM', '180'],
  ]);
});

test('degrees are radians beside radians', () => {
  areEqual([
    ['60^\\circ', '\\frac{\\pi}{3}\\text{ rad}'],
    ['180^\\circ', '\\pi \\text{ radians}'],
  ]);
  areUnequal([
    ['60^\\circ', '60\\text{ rad}'],
    ['60^\\circ', '\\frac{\\pi}{6}\\text{ rad}'],
    ['5\\text{ cm}', '\\frac{\\pi}{36}'],
  ]);
});

test('pounds are of money beside money, one as well as several', () => {
  areEqual([
    ['3\\text{ pound}', '£3'],
    ['3\\text{ pounds}', '£3'],
  ]);
});

test('a comma separates numbers beside a list, a named one too', () => {
  areEqual([
    ['3,14', 'x = \\{3, 14\\}'],
    ['3,14', 'x = (3, 14)'],
    ['3,14', '\\begin{pmatrix}3\\\\14\\end{pmatrix}'],
  ]);
});

test('words name what a quotient of them is', () => {
  areEqual([['\\frac{\\text{area}}{h} = 5', '5']]);
  areUnequal([
    ['x = 3', 'x = a + 1 = y = 3'],
    ['A \\setminus B', 'B \\setminus A'],
    ['(1,3,2) \\text{ or } x = 2', '\\hat{i}+2\\hat{j}+3\\hat{k} \\text{ or } x = 2'],
  ]);
});

test('a list of rows is a matrix, a set of them is none', () => {
  areUnequal([['\\{(1,2),(3,4)\\}', '((1,2),(3,4))']]);
  areUnequal([['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\{(1,2),(3,4)\\}']]);
});

test('decimals that round to nought are nought beside nought', () => {
  areEqual([['0', '0.0000001']]);
});

test('named coordinates are a point where each has a name of its own', () => {
  areEqual([['(1,4)', 'y = 4, x = 1']]);
  areUnequal([
    ['(1,1)', 'x = 1, x = 2'],
    ['(4,1)', 'y = 4, x = 1'],
    ['(1,1,3)', 'x = 1, x = 2, y = 3'],
  ]);
});

test('an element that is written twice is twice there', () => {
  areUnequal([
    ['1, 1, 2', '1, 2, 2'],
    ['1, 1, 2', '1, 2, 3'],
  ]);
});
