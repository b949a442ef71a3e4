// Numbers for people. What is undefined (null, or not finite) is a dash, never 0 and never NaN.

/** Printed for "undefined" in everything people read. */
export const dash = '—';

type Figure = number | null | undefined;

function isFigure(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

// Not by Intl: its first use costs some 17 ms of processor time, and every command ends with counts.
function grouped(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(decimals));
  const [whole = '', ...fraction] = Math.abs(rounded).toFixed(decimals).split('.');
  const text = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
  return rounded < 0 ? `−${text}` : text;
}

/** 0.1234 -> `12.3%`. Takes a fraction. */
export function formatPercent(fraction: Figure): string {
  return isFigure(fraction) ? `${grouped(fraction * 100, 1)}%` : dash;
}

/** The same on an axis, where whole numbers are enough: 0.2 -> `20%`. */
export function formatShare(fraction: Figure): string {
  return formatPercent(fraction).replace('.0%', '%');
}

/** Two fractions: [0.381, 0.446] -> `38.1–44.6%`. */
export function formatInterval(interval: readonly [number, number] | null | undefined): string {
  if (interval == null) return dash;
  return `${formatPercent(interval[0]).replace('%', '')}–${formatPercent(interval[1])}`;
}

/** A difference of two fractions in percentage points: 0.1234 -> `+12.3`, -0.05 -> `−5.0`. */
export function formatPoints(difference: Figure): string {
  if (!isFigure(difference)) return dash;
  const text = grouped(difference * 100, 1);
  return text.startsWith('−') ? text : `+${text}`;
}

/** 12345 -> `12,345`. */
export function formatCount(count: Figure): string {
  return isFigure(count) ? grouped(count, 0) : dash;
}

/** `1 record`, `1,234 records`. */
export function formatCounted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

/** 0.4567 with 2 decimals -> `0.46`. */
export function formatDecimal(value: Figure, decimals: number): string {
  return isFigure(value) ? grouped(value, decimals) : dash;
}

/** Made when first used: it takes 17 ms. */
let short: Intl.NumberFormat | undefined;

/** For an axis: 12500 -> `12.5K`. */
export function formatShort(count: Figure): string {
  short ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  return isFigure(count) ? short.format(count) : dash;
}

/** 0.42 -> `0.42 s`, 75.4 -> `1 min 15 s`, 11520 -> `3 h 12 min`. */
export function formatSeconds(seconds: Figure): string {
  if (!isFigure(seconds)) return dash;
  if (seconds < 9.995) return `${grouped(seconds, 2)} s`;
  if (seconds < 59.95) return `${grouped(seconds, 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${grouped(Math.floor(minutes / 60), 0)} h ${minutes % 60} min`;
}

const byteUnits = ['kB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units: 999 -> `999 B`, 1500 -> `1.5 kB`. */
export function formatBytes(bytes: Figure): string {
  if (!isFigure(bytes)) return dash;
  if (Math.abs(bytes) < 999.5) return `${grouped(bytes, 0)} B`;
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would be printed as 1,000.0 of the smaller unit.
  while (Math.abs(value) >= 999.95 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${grouped(value, 1)} ${byteUnits[unit]}`;
}

/** Cents from a dollar up; below that four decimals, because one call costs less than a cent. */
export function formatUsd(usd: Figure): string {
  if (!isFigure(usd)) return dash;
  const text = grouped(usd, usd !== 0 && Math.abs(usd) < 0.995 ? 4 : 2);
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`;
}
