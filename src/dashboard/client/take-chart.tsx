// A chart to take home: as it is drawn (SVG, PNG) and the numbers behind it (CSV).
import { say } from './state.ts';

type Cell = string | number | null;

interface TakeChartProps {
  readonly name: string;
  /** As it stands alone: its colours have a light value each. */
  readonly svg: string;
  /** The first row has the names. */
  readonly rows: () => readonly (readonly Cell[])[];
}

/** Pixels of the picture for each of the drawing: sharp in print. */
const scale = 2;
const font = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof cell === 'string' && /^[=+@-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(blob);
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const alone = (svg: string): string => svg.replace('font-family="inherit"', `font-family='${font}'`);

async function picture(svg: string): Promise<Blob> {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace('<svg ', `<svg width="${width}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(Number(width) * scale);
  canvas.height = Math.ceil(Number(height) * scale);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error('the picture could not be made')) : done(blob)));
  });
}

export function TakeChart({ name, svg, rows }: TakeChartProps) {
  const file = name.replace(/^chart-/, '');
  const forms: readonly (readonly [string, () => Promise<Blob> | Blob])[] = [
    ['SVG', () => new Blob([alone(svg)], { type: 'image/svg+xml' })],
    ['PNG', () => picture(alone(svg))],
    [
      'CSV',
      () =>
        new Blob(
          [
            rows()
              .map((row) => `${row.map(cellText).join(',')}\n`)
              .join(''),
          ],
          { type: 'text/csv' },
        ),
    ],
  ];
  return (
    <span class="take">
      {forms.map(([form, make]) => (
        <button
          key={form}
          type="button"
          class="quiet"
          aria-label={`Download this chart as ${form}`}
          onClick={() =>
            Promise.resolve(make()).then(
              (blob) => save(blob, `${file}.${form.toLowerCase()}`),
              (error: Error) => say(error.message),
            )
          }
        >
          {form}
        </button>
      ))}
    </span>
  );
}
