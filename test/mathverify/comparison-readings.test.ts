// What one side is read as because of the other: times of day, angles, names of coordinates, elements written twice.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('a ratio is its quotient, and a time of day is no decimal', () => {
  areEqual([['3:30', '\\frac{1}{10}']]);
  areUnequal([['3:30 PM', '0.1']]);
});

test('degrees are radians beside radians', () => {
  areEqual([
    ['60^\\circ', '\\frac{\\pi}{3}\\text{ rad}'],
    ['180^\\circ', '\\pi \\text{ radians}'],
  ]);
  areUnequal([
    ['60^\\circ', '60\\text{ rad}'],
    ['60^\\circ', '\\frac{\\pi}{6}\\text{ rad}'],
  ]);
});

test('named coordinates are a point where each has a name of its own', () => {
  areEqual([['(1,4)', 'y = 4, x = 1']]);
  areUnequal([
    ['(1,1)', 'x = 1, x = 2'],
    ['(4,1)', 'y = 4, x = 1'],
  ]);
});

test('an element that is written twice is twice there', () => {
  areUnequal([
    ['1, 1, 2', '1, 2, 2'],
    ['1, 1, 2', '1, 2, 3'],
  ]);
});
