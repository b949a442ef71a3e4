// The order of versions: three numbers each.

/** True when `version` comes after `other`. */
export function isLaterVersion(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((number, place) => number !== b[place]);
  return at !== -1 && a[at]! > (b[at] ?? 0);
}
