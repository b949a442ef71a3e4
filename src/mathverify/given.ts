// What callers give: programs in JavaScript, and rows of files, have numbers, null and anything else where texts belong.
// Reading never throws, so these are texts and fields too.

export type Fields = Readonly<Record<string, unknown>>;

/** Empty for what is no text, number or list of them. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : '';
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
