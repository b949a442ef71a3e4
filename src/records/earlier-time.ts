// Which of two times is the earlier: annotations may come from other tools, with offsets and without milliseconds, where the
// order of texts is not that of times.

/** @param time As in ISO 8601; what is no time is compared as text. */
export function isEarlierTime(time: string, other: string): boolean {
  const [one, two] = [Date.parse(time), Date.parse(other)];
  return Number.isNaN(one) || Number.isNaN(two) ? time < other : one < two;
}
