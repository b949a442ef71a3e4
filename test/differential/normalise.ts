// What is made equal before two versions are compared, and why. Everything that is not named here is compared byte
// for byte.
//   paths     the folder of the package, which differs by version
//   ports     of loopback servers, which the system assigns: 127.0.0.1:<port>
//   times     of the present day, written as ISO 8601 or as in the name of a run folder; other times are data
//   stderr    durations, rates and the free space of the disk as well, and progress lines are dropped
//   names     of files that contain a process id, a time or random characters: journals, temporary files
//   fields    of events, manifests and states of runs that hold durations, process ids, commits and versions
// Journals and the cache are binary and contain times: that they exist is compared, their content by the cases that
// run again offline. The order of the lines of events is the order of replies, so these lines are sorted.
const dayMs = 86_400_000;

export interface Surroundings {
  /** Text to replace, longest first. */
  readonly replace: readonly (readonly [from: string, to: string])[];
}

function isPresent(written: string): boolean {
  const iso = written.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3');
  return Math.abs(Date.parse(iso) - Date.now()) < 2 * dayMs;
}

export function normaliseText(text: string, { replace }: Surroundings): string {
  let result = text;
  for (const [from, to] of replace) result = result.replaceAll(from, to);
  return result
    .replace(/\b127\.0\.0\.1:\d{4,5}\b/g, '127.0.0.1:<port>')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d+)?Z/g, (time) =>
      isPresent(time) ? '<time>' : time,
    );
}

const progressLine = /\r|^\s*$/;

/** Durations and rates: `0.07 s (314/s)`, `1 min 3 s`, `812 ms`, `3 MB/s`; and the widths of columns that hold them. */
export function shapeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !progressLine.test(line))
    .map((line) =>
      line
        .replace(/\b\d[\d,.]*(?: ?[kMG]?i?B| \w+)?\/(?:s|min)\b/g, '<rate>')
        .replace(/\b\d[\d,.]* ?(?:ms|s|min|h|seconds?|minutes?)\b/g, '<duration>')
        .replace(/\b\d[\d,.]* [kMGT]?B free\b/g, '<disk> free')
        .replace(/(?:<duration> )+<duration>/g, '<duration>')
        .replace(/\bpid \d+|process \d+/g, '<process>')
        .replace(/─+/g, '─')
        .replace(/ {2,}/g, '  '),
    )
    .join('\n');
}

const volatileFields = new Set([
  'at',
  'pid',
  'host',
  'boot',
  'started',
  'run',
  'epoch',
  'owner',
  'node',
  'git_revision',
  'tool_version',
  'seconds',
  'cost_ms',
]);

function isVolatile(field: string): boolean {
  return volatileFields.has(field) || /(?:_ms|Ms|_seconds|_per_second|_at)$/.test(field);
}

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [
      field,
      isVolatile(field) ? '<volatile>' : withoutVolatile(one),
    ]),
  );
}

function volatileJson(text: string): string {
  try {
    return JSON.stringify(withoutVolatile(JSON.parse(text)), null, 1);
  } catch {
    return text;
  }
}

/** Only run folders have these: a dataset's manifest.json holds no time and passes unchanged but for its versions. */
const volatileFiles = /(?:^|\/)(?:manifest|schedule|queue|state)\.json$/;
const volatileLines = /(?:^|\/)(?:schedule|batches)\.jsonl$/;
const eventFiles = /(?:^|\/)events(?:-\d+)?\.jsonl$/;
/** Events that are written when a timer says so. */
const snapshot = /"type":"(?:progress|budget)"/;
/** Compared by their presence. */
const opaqueFiles = /\.(?:lbj|mdb|lock)$|(?:^|\/)(?:lock|owner|LOCK|budget)(?:[.-][^/]*)?$/;
const textFiles = /\.(?:jsonl?|csv|md|html|txt|svg|sh|ya?ml|js|css|log)$|(?:^|\/)[^./]+$/;

export function normaliseFile(path: string, bytes: Buffer, surroundings: Surroundings): string | Buffer {
  if (opaqueFiles.test(path)) return '<present>';
  if (!textFiles.test(path)) return bytes;
  const text = normaliseText(bytes.toString('utf8'), surroundings);
  if (volatileFiles.test(path)) return volatileJson(text);
  const lines = text.split('\n');
  if (volatileLines.test(path)) return lines.map(volatileJson).join('\n');
  if (eventFiles.test(path)) {
    return lines
      .filter((line) => !snapshot.test(line))
      .map(volatileJson)
      .sort()
      .join('\n');
  }
  return text;
}

export function normalisePath(path: string): string {
  return path
    .replace(/[^/]+\.lbj$/, '<writer>.lbj')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d+)?Z/g, (time) =>
      isPresent(time) ? '<time>' : time,
    )
    .replace(/(<time>-?)\d+(?=\.jsonl$)/, '$1<process>')
    .replace(/\.tmp-[0-9a-f]{8}(-\d+-\d*-[0-9a-f]{8}-[0-9a-f]{8})?$/, '.tmp-<random>');
}
