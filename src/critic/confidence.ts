// Reads the value of "Confidence": a share from 0 to 1, or a percentage that says so. Words are no number.

/** Null where the text states no share; "85" without a percent sign and "8/10" state none. */
export function readConfidence(text: string): number | null {
  const stated = /^[*_` (]{0,8}(\d{1,3}(?:\.\d{1,20})?|\.\d{1,20})(?!\d|\.\d| ?\/) {0,2}(%?)/.exec(text);
  if (stated === null) return null;
  const share = stated[2] === '%' ? Number(stated[1]) / 100 : Number(stated[1]);
  return share <= 1 ? share : null;
}
