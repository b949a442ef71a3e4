// Words that may follow a value without changing it. None is a single letter, which could be a variable.

const words = new Set(
  `cm mm km dm nm inch inches foot feet ft yd yard yards mile miles mi meter meters metre metres centimeter centimeters centimetre
  centimetres millimeter millimeters kilometer kilometers kilometre kilometres kg mg gram grams kilogram kilograms lb lbs pound pounds
  ounce ounces oz ton tons tonne tonnes second seconds sec secs minute minutes mins hour hours hr hrs day days week weeks month months
  year years mph kph kmh liter liters litre litres ml gallon gallons quart quarts pint pints cup cups degree degrees deg radian radians
  rad dollar dollars cent cents euro euros yuan rupee rupees usd eur unit units square cubic sq cubed squared per hz khz volt volts watt
  watts kw joule joules newton newtons pa kpa mol people students apples oranges books marbles coins ways times points items balls
  pieces sides edges vertices faces days pages boxes cards cars eggs tickets chairs birds children boys girls trees cookies`.split(
    /\s+/,
  ),
);

/** Whether a word, in any case, is a unit or a counted thing that a bare value may carry behind it. */
export function isUnitWord(word: string): boolean {
  return words.has(word.toLowerCase());
}
