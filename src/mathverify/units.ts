// Units of measure: what each measures (its dimension) and how large it is in the first unit of its kind.
import { multiply, power, type Rational, rational } from './rational.ts';

/** A unit, or a product of powers of units such as km/h. */
export interface Unit {
  readonly name: string;
  /** Kinds with their powers, such as `length^1 time^-1`; empty for a count. */
  readonly dimension: string;
  /** How many base units it is. */
  readonly scale: Rational;
  /** Whether it is a single letter that could as well be a variable. */
  readonly letter: boolean;
}

interface Known {
  readonly kinds: ReadonlyMap<string, number>;
  readonly scale: Rational;
}

const known = new Map<string, Known>();

function exact(text: string): Rational {
  const [top, bottom = '1'] = text.split('/') as [string, string?];
  const part = (digits: string): Rational => {
    const [whole, fraction = ''] = digits.split('.') as [string, string?];
    return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  };
  const [a, b] = [part(top), part(bottom)];
  return rational(a.n * b.d, a.d * b.n);
}

/** Rows of `size name,name,...`; a name that ends in (s) has both forms. A kind may be made of others: `length 1 time -1`. */
function define(kind: string, rows: string): void {
  const parts = kind.split(' ');
  const kinds = new Map<string, number>();
  for (let k = 0; k < parts.length; k += 2) kinds.set(parts[k]!, Number(parts[k + 1] ?? 1));
  for (const row of rows.trim().split(/\s*\n\s*/)) {
    const [size, names] = row.split(' ') as [string, string];
    for (const name of names.split(',')) {
      const entry = { kinds, scale: exact(size) };
      known.set(name.replace('(s)', ''), entry);
      if (name.endsWith('(s)')) known.set(name.replace('(s)', 's'), entry);
    }
  }
}

define(
  'length',
  `1 m,meter(s),metre(s)
  1000 km,kms,kilometer(s),kilometre(s)
  1000000 Mm
  0.01 cm,cms,centimeter(s),centimetre(s)
  0.001 mm,millimeter(s),millimetre(s)
  0.1 dm,decimeter(s),decimetre(s)
  0.000001 μm,um,micrometer(s),micron(s)
  0.000000001 nm,nanometer(s)
  0.0254 in,inch,inches
  0.3048 ft,foot,feet
  0.9144 yd,yds,yard(s)
  1609.344 mi,mile(s)
  1852 nmi
  201.168 furlong(s)
  9460730472580800 lightyear(s),ly`,
);
define(
  'mass',
  `1 g,gram(s),gramme(s)
  1000 kg,kgs,kilogram(s),kilo(s)
  0.001 mg,milligram(s)
  1000000 tonne(s),Mg
  907184.74 ton(s)
  453.59237 lb,lbs,pound(s)
  28.349523125 oz,ounce(s)`,
);
define(
  'time',
  `1 s,sec,secs,second(s)
  0.001 ms,millisecond(s)
  1000000 Ms
  60 min,mins,minute(s)
  3600 h,hr,hrs,hour(s)
  86400 day(s)
  604800 week(s),wk,wks
  1209600 fortnight(s)`,
);
define('months', '1 month(s)\n12 year(s),yr,yrs\n120 decade(s)\n1200 century,centuries');
define(
  'volume',
  `1 L,l,liter(s),litre(s)
  0.001 mL,ml,milliliter(s),millilitre(s)
  1000000 ML
  0.001 cc
  3.785411784 gal,gallon(s)
  0.946352946 qt,quart(s)
  0.473176473 pt,pint(s)
  0.2365882365 cup(s)`,
);
define(
  'dollars',
  '1 $,dollar(s),usd,USD,buck(s)\n0.01 ¢,cent(s),penny,pennies\n0.05 nickel(s)\n0.1 dime(s)\n0.25 quarter(s)',
);
define('euros', '1 €,euro(s),eur,EUR');
define('sterling', '1 £,gbp,GBP\n0.01 pence');
define('yuan', '1 ¥,yuan,rmb,RMB');
define('rupees', '1 ₹,rupee(s),Rs');
define('angle', '1 degree(s),deg,°');
define('celsius', '1 celsius,C');
define('fahrenheit', '1 fahrenheit,F');
define('kelvin', '1 kelvin(s),K');
define('radians', '1 radian(s),rad,rads');
// Masses are counted in grams, so that these are thousands of gram, metre and second.
define(
  'mass 1 length 2 time -2',
  `1000 J,joule(s)
  1000000 kJ,kilojoule(s)
  1000000000 MJ
  3600000 Wh
  3600000000 kWh
  4184 cal,calorie(s)
  4184000 kcal
  1000 Nm`,
);
define('mass 1 length 1 time -2', '1000 N,newton(s)\n1000000 kN');
define('mass 1 length 2 time -3', '1000 W,watt(s)\n1000000 kW\n1 mW\n1000000000 MW\n1000000000000 GW');
define('mass 1 length 2 time -3 current -1', '1000 V,volt(s)\n1000000 kV\n1 mV');
define('mass 1 length 2 time -3 current -2', '1000 Ω,ohm(s)\n1000000 kΩ');
define('current', '1 A,amp(s),ampere(s)\n0.001 mA');
define('mass 1 length -1 time -2', '1000 Pa,pascal(s)\n1000000 kPa');
define('frequency', '1 Hz,hertz\n1000 kHz\n1000000 MHz');
define('amount', '1 mol,mole(s)\n0.001 mmol');
define(
  'information',
  `1 bit(s)
  8 byte(s)
  8000 kB,KB,kilobyte(s)
  8000000 MB,megabyte(s)
  8000000000 GB,gigabyte(s)
  8000000000000 TB,terabyte(s)
  1000000 Mb,megabit(s)
  1000000000 Gb,gigabit(s)`,
);
define('length 2', '10000 hectare(s),ha\n4046.8564224 acre(s)');
define('length 1 time -1', '1609.344/3600 mph\n1000/3600 kph,kmh,kmph');

const scales = new Map<string, bigint>([
  ['dozen', 12n],
  ['dozens', 12n],
  ['lakh', 10n ** 5n],
  ['lakhs', 10n ** 5n],
  ['lac', 10n ** 5n],
  ['crore', 10n ** 7n],
  ['crores', 10n ** 7n],
  ['mn', 10n ** 6n],
  ['mln', 10n ** 6n],
  ['bn', 10n ** 9n],
  ['hundred', 100n],
  ['thousand', 1000n],
  ['thousands', 1000n],
  ['million', 10n ** 6n],
  ['millions', 10n ** 6n],
  ['billion', 10n ** 9n],
  ['billions', 10n ** 9n],
  ['trillion', 10n ** 12n],
]);

/** How many a word such as `dozen` or `million` makes; null for other words. */
export function scaleOf(word: string): bigint | null {
  return scales.get(word.toLowerCase()) ?? null;
}

const scalesOfMoney = new Map<string, bigint>([
  ['K', 1000n],
  ['k', 1000n],
  ['M', 10n ** 6n],
  ['B', 10n ** 9n],
]);

/** As `scaleOf`, also of the letter right behind a sum of money: $1.5M. */
export function scaleOfMoney(word: string): bigint | null {
  return scalesOfMoney.get(word) ?? scaleOf(word);
}

function lookUp(word: string): Known | null {
  return known.get(word) ?? (word.length > 1 ? (known.get(word.toLowerCase()) ?? null) : null);
}

/** Units whose letters, behind a number, are a product or a segment as well. */
const asLetters = new Set([
  'MJ',
  'mW',
  'MW',
  'GW',
  'kB',
  'KB',
  'MB',
  'GB',
  'TB',
  'Mb',
  'Gb',
  'cc',
  'Nm',
  'Ms',
  'mA',
  'mV',
]);

/** Whether a word right behind a number may be a product of its letters. */
export function isProductOfLetters(word: string): boolean {
  return asLetters.has(word);
}

/** Whether a word of several letters is a unit. */
export function isUnitWord(word: string): boolean {
  return (
    word.length > 1 &&
    !isProductOfLetters(word) &&
    (lookUp(word) !== null || word.toLowerCase() === 'units' || word.toLowerCase() === 'unit')
  );
}

const named = new Map<string, Unit | null>();
const maxNamed = 500;

/** The unit that a phrase names (`km/h`, `square feet`, `dollars per hour`, `m^2`), or null. */
export function unitOf(phrase: string): Unit | null {
  const seen = named.get(phrase);
  if (seen !== undefined) return seen;
  const unit = readUnit(phrase);
  if (named.size < maxNamed && phrase.length < 40) named.set(phrase, unit);
  return unit;
}

/** ms^{-1} is a metre in a second, Nm^{-2} a newton on a square metre. */
const joinedUnits = /(?<!\p{L})(?:([kcm]?m)(s)|(k?[NgJW])([cdm]?m))(?=\s*\^-)/gu;

function readUnit(written: string): Unit | null {
  const phrase = written.replace(/\blight[-\s]year/i, 'lightyear').replace(joinedUnits, '$1$3 $2$4');
  const words = phrase.match(/[\p{L}$€£¥₹¢°μ]+|\^-?\d|[/*·]/gu) ?? [];
  const kinds = new Map<string, number>();
  let scale: Rational = { n: 1n, d: 1n };
  let direction = 1;
  let ahead = 1;
  let last: { unit: Known; count: number } | null = null;
  const apply = (unit: Known, count: number): void => {
    for (const [kind, one] of unit.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + one * count);
    scale = multiply(scale, power(unit.scale, BigInt(count))!);
  };
  for (const [k, word] of words.entries()) {
    const lower = word.toLowerCase();
    if (word === '/' || lower === 'per') direction = -1;
    else if (lower === 'square' || lower === 'sq') ahead = 2;
    else if (lower === 'cubic' || lower === 'cu') ahead = 3;
    else if (word === '*' || word === '·') direction = 1;
    else if (word.startsWith('^') || lower === 'squared' || lower === 'cubed') {
      if (last === null) return null;
      const count = lower === 'squared' ? 2 : lower === 'cubed' ? 3 : Number(word.slice(1));
      apply(last.unit, last.count * (count - 1));
      last = null;
    } else {
      const unit = lookUp(word);
      // 10 cm in total has no inches.
      if (unit === null || (word === 'in' && k > 0 && lookUp(words[k - 1]!) !== null)) return null;
      last = { unit, count: direction * ahead };
      apply(unit, last.count);
      ahead = 1;
    }
  }
  if (words.length === 0 || ahead !== 1 || words.join('').length !== phrase.replace(/[\s.{}]/g, '').length)
    return null;
  return made(phrase, kinds, scale, /^\p{L}$/u.test(phrase.trim()));
}

function made(name: string, kinds: Map<string, number>, scale: Rational, letter: boolean): Unit {
  // A litre is a thousandth of a cubic metre.
  const volume = kinds.get('volume') ?? 0;
  kinds.delete('volume');
  if (volume !== 0) kinds.set('length', (kinds.get('length') ?? 0) + 3 * volume);
  const size = volume === 0 ? scale : multiply(scale, power({ n: 1n, d: 1000n }, BigInt(volume))!);
  const dimension = [...kinds]
    .filter(([, count]) => count !== 0)
    .map(([kind, count]) => `${kind}^${count}`)
    .sort()
    .join(' ');
  return { name: name.trim(), dimension, scale: size, letter };
}
