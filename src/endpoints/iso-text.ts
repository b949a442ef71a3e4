// Moments in ISO 8601, written out for every call.

const minuteMs = 60_000;
let lastMinute = { at: Number.NaN, text: '' };

/** As `toISOString`, which takes as long as keeping the rest of a small reply: within a minute only the seconds differ. */
export function isoText(date: Date): string {
  const ms = date.getTime();
  const at = Math.floor(ms / minuteMs);
  if (at !== lastMinute.at) lastMinute = { at, text: date.toISOString().slice(0, -'00.000Z'.length) };
  const rest = ms - at * minuteMs;
  const seconds = Math.floor(rest / 1000);
  const [digit, places] = [seconds < 10 ? '0' : '', String(rest - seconds * 1000).padStart(3, '0')];
  return `${lastMinute.text}${digit}${seconds}.${places}Z`;
}
