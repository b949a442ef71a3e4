import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatCount,
  formatInterval,
  formatPercent,
  formatPoints,
  formatSeconds,
  formatUsd,
} from '../../src/report/format.ts';

test('a fraction is a percentage with one decimal', () => {
  assert.deepEqual([0, 0.1234, 0.99949, 1].map(formatPercent), ['0.0%', '12.3%', '99.9%', '100.0%']);
});

test('what is undefined is a dash in every format, never 0 and never NaN', () => {
  for (const format of [formatPercent, formatPoints, formatCount, formatSeconds, formatBytes, formatUsd]) {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(format(value), '—');
  }
  assert.equal(formatInterval(null), '—');
});

test('a difference says its direction, and a rounded zero has no minus', () => {
  assert.deepEqual([0.123, -0.05, 0, -0.0001].map(formatPoints), ['+12.3', '−5.0', '+0.0', '+0.0']);
});

test('an interval names its unit once', () => {
  assert.equal(formatInterval([0.381, 0.446]), '38.1–44.6%');
});

test('counts are grouped by thousands', () => {
  assert.deepEqual([0, 999, 1000, 12_345, 1234567].map(formatCount), [
    '0',
    '999',
    '1,000',
    '12,345',
    '1,234,567',
  ]);
});

test('numbers are written as the locale writes them, whatever their size and decimals', () => {
  const reference = (value: number, decimals: number): string => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const rounded = Number(value.toFixed(decimals)) + 0;
    return rounded.toLocaleString('en-GB', digits).replace('-', '−');
  };
  for (let power = -7; power < 13; power += 1) {
    for (const digits of [-9.995, -4.5, 1, 1.005, 3.25, 9.9951]) {
      const value = digits * 10 ** power;
      assert.equal(formatCount(value), reference(value, 0));
      assert.equal(formatPercent(value / 100), `${reference((value / 100) * 100, 1)}%`);
    }
  }
});

test('durations change their unit without ever showing sixty of the smaller one', () => {
  const shown = [0, 0.424, 9.994, 9.996, 59.94, 59.96, 75.4, 3599.6, 11520].map(formatSeconds);
  assert.deepEqual(shown, [
    '0.00 s',
    '0.42 s',
    '9.99 s',
    '10.0 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 15 s',
    '1 h 0 min',
    '3 h 12 min',
  ]);
});

test('bytes are in decimal units and never a thousand of the smaller one', () => {
  const shown = [0, 999, 1000, 1500, 999_949, 999_950, 2.5e9, 3e18].map(formatBytes);
  assert.deepEqual(shown, ['0 B', '999 B', '1.0 kB', '1.5 kB', '999.9 kB', '1.0 MB', '2.5 GB', '3,000.0 PB']);
});

test('money shows what a single call costs', () => {
  assert.deepEqual([0, 0.00123, 0.5, 1.234, 1234.5, -0.02].map(formatUsd), [
    '$0.00',
    '$0.0012',
    '$0.5000',
    '$1.23',
    '$1,234.50',
    '−$0.0200',
  ]);
});
