// The two charts of the explorer: a trace's confidence, and accuracy against tokens. Lines in user units, words beside
// them for readers who do not see them.
import type { CurvePage, VotePage } from '../api-pools.ts';
import { count, percent } from './words.ts';

const height = 230;
const curveWidth = 980;
const frontierWidth = 480;
const left = 44;
const right = 12;
const top = 14;
const bottom = 28;

interface Scale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function scaleOf(
  width: number,
  [x0, x1]: readonly [number, number],
  [y0, y1]: readonly [number, number],
): Scale {
  const wide = Math.max(1e-12, x1 - x0);
  const high = Math.max(1e-12, y1 - y0);
  return {
    x: (value) => Math.round((left + ((value - x0) / wide) * (width - left - right)) * 10) / 10,
    y: (value) => Math.round((height - bottom - ((value - y0) / high) * (height - top - bottom)) * 10) / 10,
  };
}

type Point = readonly [at: number, low: number, high: number];

/** Down the high ends and back along the low ones; a single token a stretch makes it a line. */
function band(points: readonly Point[], { x, y }: Scale): string {
  const there = points.map(([at, , high]) => `${x(at)},${y(high)}`);
  const back = points.map(([at, low]) => `${x(at)},${y(low)}`).reverse();
  return `M${[...there, ...back].join('L')}Z`;
}

function middle(points: readonly Point[], { x, y }: Scale): string {
  return `M${points.map(([at, low, high]) => `${x(at)},${y((low + high) / 2)}`).join('L')}`;
}

export function Curve({ curve }: { curve: CurvePage }) {
  const { points, groups, lowest, tokens, window } = curve;
  const values = points.flatMap(([, low, high]) => [low, high]);
  if (values.length === 0) return <p class="empty">No token of this trace has a confidence.</p>;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const width = curveWidth;
  const scale = scaleOf(width, [0, Math.max(1, tokens - 1)], [min, max]);
  const ticks = [min, (min + max) / 2, max];
  const words = `Confidence of ${count(tokens)} tokens, from ${min.toFixed(2)} to ${max.toFixed(2)}; the lowest window of ${count(window)} tokens has ${lowest?.value.toFixed(3) ?? 'none'}.`;
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      {lowest !== null && (
        <rect
          class="lowest"
          x={scale.x(lowest.from)}
          y={top}
          width={Math.max(2, scale.x(lowest.to) - scale.x(lowest.from))}
          height={height - top - bottom}
        />
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={width - right} y1={scale.y(tick)} y2={scale.y(tick)} />
          <text x={left - 6} y={scale.y(tick) + 4} text-anchor="end">
            {tick.toFixed(1)}
          </text>
        </g>
      ))}
      <path class="tokens" d={band(points, scale)} />
      <path class="groups" d={middle(groups, scale)} />
      <text x={left} y={height - 8}>
        token 1
      </text>
      <text x={width - right} y={height - 8} text-anchor="end">
        {count(tokens)}
      </text>
    </svg>
  );
}

const kinds = ['cons', 'measure', 'top'] as const;

export function Frontier({ vote }: { vote: VotePage }) {
  const { frontier } = vote;
  const names = Object.keys(vote.accuracy);
  const series = kinds.flatMap((kind) => {
    const name = names.find(
      (one) => one === kind || one.startsWith(`${kind}/`) || (kind === 'top' && one.startsWith('top')),
    );
    return name === undefined ? [] : [{ kind, name }];
  });
  const shares = frontier.flatMap(({ accuracy }) => series.flatMap(({ name }) => accuracy[name] ?? []));
  if (frontier.length < 2 || shares.length === 0) return null;
  const logs = frontier.map(({ tokens }) => Math.log2(Math.max(1, tokens)));
  const low = Math.floor(Math.min(...shares) * 20) / 20;
  const high = Math.min(1, Math.ceil(Math.max(...shares) * 20) / 20 + 0.0001);
  const width = frontierWidth;
  const scale = scaleOf(width, [Math.min(...logs), Math.max(...logs)], [low, high]);
  const ticks = [low, (low + high) / 2, high];
  const words = series
    .map(
      ({ name }) =>
        `${name}: ${frontier.map(({ k, accuracy }) => `${percent(accuracy[name] ?? null)} at ${k}`).join(', ')}`,
    )
    .join('; ');
  return (
    <figure class="frontier">
      <figcaption>
        Accuracy against tokens spent{' '}
        {series.map(({ kind, name }) => (
          <span key={kind} class={`key by-${kind}`}>
            {name}
          </span>
        ))}
      </figcaption>
      <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={left} x2={width - right} y1={scale.y(tick)} y2={scale.y(tick)} />
            <text x={left - 6} y={scale.y(tick) + 4} text-anchor="end">
              {(tick * 100).toFixed(0)} %
            </text>
          </g>
        ))}
        {series.map(({ kind, name }) => {
          const points = frontier.flatMap(({ accuracy, tokens, k }) => {
            const value = accuracy[name];
            return value == null
              ? []
              : [{ x: scale.x(Math.log2(Math.max(1, tokens))), y: scale.y(value), k, value }];
          });
          return (
            <g key={kind} class={`line by-${kind}`}>
              <path d={`M${points.map(({ x, y }) => `${x},${y}`).join('L')}`} />
              {points.map(({ x, y, k, value }) => (
                <circle key={k} cx={x} cy={y} r={3}>
                  <title>
                    {name}, {k} traces: {percent(value)}
                  </title>
                </circle>
              ))}
            </g>
          );
        })}
        {frontier.map(({ k, tokens }, at) =>
          at % 2 === 0 || at === frontier.length - 1 ? (
            <text key={k} x={scale.x(Math.log2(Math.max(1, tokens)))} y={height - 8} text-anchor="middle">
              {tokens >= 1e6
                ? `${(tokens / 1e6).toFixed(1)}M`
                : tokens >= 1000
                  ? `${Math.round(tokens / 1000)}k`
                  : tokens}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  );
}
