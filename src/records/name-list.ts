// Names in a message: a few of them, however many there are.

/**
 * The first names, and how many more there are.
 *
 * @param max Names shown, at most.
 * @returns `a, b and 3 more`; `none` where there is no name.
 */
export function nameList(names: readonly string[], max = 8): string {
  if (names.length === 0) return 'none';
  const more = names.length - max;
  return names.slice(0, max).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
