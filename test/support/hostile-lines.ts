// Lines and reply bodies from a grammar of what goes wrong: depth, size, encoding, numbers, and JSON that breaks off.
import { pick, type Rng, randomInt } from '../../src/statistics/random.ts';

const oddNumbers = ['1e400', '-0', '1.50', '9007199254740993', '1E5', '0.1e-400', '-1.0', '12'];
const longNumbers = [`1${'0'.repeat(400)}`, `0.${'3'.repeat(900)}`];
const texts = [
  '"\\ud800"',
  '"\\u0000"',
  '"𝑥 ≤ √2"',
  '"\\\\frac{1}{2}"',
  `"${'\\"'.repeat(200)}"`,
  '"[[[[{{{{"',
  `"${'数'.repeat(300)}"`,
];
const depths = [1, 2, 2, 3, 3, 4, 8, 40, 511, 513];
/** Rare, since a single one is as long as a thousand others. */
const rareDepths = [5_000, 20_000, 300_000];

function number(rng: Rng): string {
  return pick(rng, randomInt(rng, 0, 40) === 0 ? longNumbers : oddNumbers);
}

function nested(rng: Rng): string {
  const depth = pick(rng, randomInt(rng, 0, 500) === 0 ? rareDepths : depths);
  return randomInt(rng, 0, 1) === 0
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"a":'.repeat(depth)}${number(rng)}${'}'.repeat(depth)}`;
}

function flat(rng: Rng): string {
  const size = randomInt(rng, 0, 2_000) === 0 ? 50_000 : randomInt(rng, 0, 8);
  return `[${Array.from({ length: size }, () => number(rng)).join(',')}]`;
}

function value(rng: Rng): string {
  return pick(rng, [nested, flat, () => number(rng), () => pick(rng, texts)])(rng);
}

function record(rng: Rng, extra: string): string {
  const id = randomInt(rng, 0, 1e9);
  return `{"id":"r${id}","problem":"What is ${id}?","steps":["It is ${id}.","Hence ${id}."],"error_steps":${pick(rng, ['[]', '[1]', 'null'])},"extra":${extra}}`;
}

/** Makes a broken line of a whole one. */
const damages: readonly ((rng: Rng, line: Buffer) => Buffer)[] = [
  (rng, line) => line.subarray(0, randomInt(rng, 0, line.length)),
  (rng, line) => {
    const copy = Buffer.from(line);
    copy[randomInt(rng, 0, copy.length - 1)] = randomInt(rng, 0, 255);
    return copy;
  },
  (_, line) => Buffer.from(line.toString('utf8'), 'utf16le'),
  (_, line) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), line, Buffer.from('\r')]),
  (_, line) => Buffer.concat([line, Buffer.from([0xc0, 0x80, 0xff])]),
  (_, line) => Buffer.from(`[${line.toString('utf8')}]`),
  () => Buffer.from(' \t'),
  () => Buffer.alloc(3),
  (_, line) => Buffer.from(line.toString('utf8').replace('"problem"', '"__proto__"')),
  (_, line) => Buffer.from(line.toString('utf8').replace('"steps":[', '"steps":[7,')),
];

/** Without its newline. Most are whole records with something unusual in them. */
export function hostileLine(rng: Rng): Buffer {
  const line = Buffer.from(record(rng, value(rng)));
  if (randomInt(rng, 0, 9) > 0) return line;
  const damaged = pick(rng, damages)(rng, line);
  return damaged.includes(0x0a) ? Buffer.from('{') : damaged;
}

export interface HostileReply {
  readonly status: number;
  readonly body: Buffer;
}

const contents = [
  '\\boxed{-1}',
  '\\boxed{0}',
  '{"error_steps":[0]}',
  '',
  '\u0000\\boxed{1e400}',
  '```json\n{"a":',
  '\\boxed{'.repeat(500),
];

function completion(rng: Rng): string {
  const content =
    randomInt(rng, 0, 5) === 0 ? JSON.stringify(nested(rng)) : JSON.stringify(pick(rng, contents));
  const usage = `{"prompt_tokens":${pick(rng, ['90', '90', '1e400', '-1', '"x"'])},"completion_tokens":${pick(rng, ['9', '1.5', 'null'])}}`;
  const extra = randomInt(rng, 0, 8) === 0 ? `,"extra":${value(rng)}` : '';
  return `{"model":"m","choices":[{"message":{"content":${content}},"finish_reason":"stop"}],"usage":${usage}${extra}}`;
}

/** Four of five are replies that a run can use; the rest are broken in some way. */
export function hostileReply(rng: Rng): HostileReply {
  const whole = completion(rng);
  if (randomInt(rng, 0, 4) > 0) return { status: 200, body: Buffer.from(whole) };
  return pick<() => HostileReply>(rng, [
    () => ({ status: 200, body: pick(rng, damages)(rng, Buffer.from(whole)) }),
    () => ({ status: 200, body: Buffer.from(nested(rng)) }),
    () => ({ status: 200, body: Buffer.from(`data: ${whole}\n\ndata: ${nested(rng)}\n\ndata: [DONE]\n\n`) }),
    () => ({ status: 200, body: Buffer.from(`[{"error":${value(rng)}}]`) }),
    () => ({
      status: 200,
      body: Buffer.from(`{"error":{"message":${value(rng)},"code":${number(rng)}}}`),
    }),
    () => ({ status: 400, body: Buffer.from(`{"error":${value(rng)}}`) }),
    () => ({ status: 200, body: Buffer.from(whole.replace('{"content"', `{"content":${flat(rng)},"x"`)) }),
    () => ({ status: 200, body: Buffer.alloc(0) }),
  ])();
}
