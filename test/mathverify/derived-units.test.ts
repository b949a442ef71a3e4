// Units that are made of others, and the writings of one unit.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('units of force, energy, power, pressure and electricity are made of others', () => {
  areEqual([
    ['1 N m', '1 J'],
    ['1 N·m', '1 Nm'],
    ['1 kg m/s^2', '1 N'],
    ['5 kg·m/s²', '5 N'],
    ['5 \\text{ kg}\\cdot\\text{m/s}^2', '5 \\text{ N}'],
    ['1 J/s', '1 W'],
    ['1 kWh', '3.6 MJ'],
    ['1 Pa', '1 N/m^2'],
    ['1 V/A', '1 ohm'],
    ['4.184 J', '1 cal'],
    ['60 mph', '60 miles per hour'],
    ['1 acre', '4046.8564224 m^2'],
  ]);
  areUnequal([
    ['5 nm', '5 Nm'],
    ['5 N', '5 J'],
    ['5 W', '5 J'],
    ['5 kN', '5 N'],
    ['5 mA', '5 A'],
    ['5 Ms', '5 ms'],
  ]);
});

test('upright units are read with their spaces, dots, powers, quotients and Greek letters', () => {
  areEqual([
    ['5\\,\\mathrm{m\\,s^{-1}}', '5 m/s'],
    ['5\\ \\mathrm{m \\cdot s^{-1}}', '5 m/s'],
    ['5 \\tfrac{\\text{m}}{\\text{s}}', '5 m/s'],
    ['5 \\frac{\\mathrm{m}}{\\mathrm{s}^2}', '5 m/s^2'],
    ['5 \\mu\\text{m}', '5 micrometers'],
    ['5\\ \\mathrm{\\mu m}', '5 micrometers'],
    ['5 µm', '5 μm'],
    ['3\\,\\Omega', '3 ohms'],
    ['\\text{\\$}5', '5 dollars'],
    ['5 cc', '5 mL'],
    ['90º', '90°'],
  ]);
  areUnequal([
    ['3\\Omega', '3'],
    ['5cc', '5c'],
    ['5 \\tfrac{\\text{m}}{\\text{s}}', '5 s/m'],
    ['5\\,\\mathrm{m\\,s^{-1}}', '5 m s'],
    ['5 \\mu\\text{m}', '5 mm'],
    ['5 \\frac{m}{s}', '5'],
  ]);
});

test('digits with lines over them recur', () => {
  areEqual([
    ['0.3\u0305', '\\frac13'],
    ['0.16\u0305', '\\frac16'],
    ['0.1\u03058\u0305', '\\frac{2}{11}'],
  ]);
  areUnequal([
    ['0.16\u0305', '0.16'],
    ['0.3\u0305', '0.3'],
  ]);
});
