// Numbers in words: all of their words count, and words that do not continue a number belong to something else.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('a number in words is all of its words', () => {
  areEqual([
    ['one hundred and five', '105'],
    ['one thousand two hundred thirty-four', '1234'],
    ['One Thousand Two Hundred and Thirty-Four', '1234'],
    ['one million, two hundred thousand', '1200000'],
    ['twelve hundred', '1200'],
    ['eleven million', '11000000'],
    ['five thousand', '5000'],
    ['\\text{one hundred twenty}', '120'],
    ['105', 'The answer is one hundred and five.'],
    ['a dozen', '12'],
    ['twenty one', '21'],
    ['seven apples', '7'],
  ]);
  areUnequal([
    ['one thousand two hundred', '1000'],
    ['one hundred and five', '100'],
    ['two thousand thousand', '2000'],
    ['twenty twenty', '20'],
    ['one two', '1'],
    ['ninety-nine point five', '99'],
    ['sixteen', 'sixty'],
  ]);
});

test('parts behind a number and shares are read with it', () => {
  areEqual([
    ['two and a half', '2.5'],
    ['one and three quarters', '1.75'],
    ['two-thirds', '2/3'],
    ['a half', '0.5'],
    ['one in five', '1/5'],
    ['three out of four', '3/4'],
    ['two to three', '2:3'],
  ]);
  areUnequal([
    ['two and a half', '2'],
    ['one in five', '1'],
    ['one in five', '5'],
    ['one third', 'one fourth'],
  ]);
});
