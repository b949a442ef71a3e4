// Text and numbers in one text column (`difficulty`): what most sources have reads as itself in any tool, and the
// two never get mixed up: 5 is stored as `5`, the string "5" as `"5"`.

/** Whether the text is how a number is written, so that reading it as one loses nothing: `5`, not `5.0` or `05`. */
export function isNumberText(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text;
}

export function toCellText(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return isNumberText(value) || value.startsWith('"') ? JSON.stringify(value) : value;
}

export function fromCellText(text: string): string | number {
  if (isNumberText(text)) return Number(text);
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    // Not ours: a file of someone else may hold a text that begins with a quotation mark.
    return text;
  }
}
