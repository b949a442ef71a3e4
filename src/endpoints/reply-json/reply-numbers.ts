// Numbers and choices as models write them where a bare one was asked for: "7", "Step 7", [7]; "Version A", "B.".

const oneNumber = /^\D{0,24}?(\d{1,6})(?:\.0+)?\D{0,24}$/;

/** A whole number from 1; undefined where the value states none, or more than one. */
export function statedNumber(value: unknown): number | undefined {
  if (Array.isArray(value) && value.length === 1) return statedNumber(value[0]);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const digits = /-\s*\d/.test(text) ? undefined : oneNumber.exec(text)?.[1];
  const number = Number(digits ?? 0);
  return number >= 1 ? number : undefined;
}

/** A list of such numbers; a single one is a list of one. */
export function statedNumbers(value: unknown): number[] | undefined {
  const given = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,;]|\band\b/)
      : [value];
  const numbers = given.map(statedNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}
