// The colours of reports, of charts and of the dashboard, by role, in light and in dark; each ink is readable on its
// ground.

export interface Shades {
  readonly light: string;
  readonly dark: string;
}

const shades = (light: string, dark: string): Shades => ({ light, dark });

/** By the name of the CSS variable. Series and outcomes are distinct in lightness as well as in hue. */
export const palette = {
  surface: shades('#ffffff', '#14171d'),
  ink: shades('#1b2130', '#e4e7ed'),
  muted: shades('#5a6478', '#9aa3b3'),
  rule: shades('#d6dae2', '#343a46'),
  grid: shades('#e6e9ef', '#282d37'),
  shade: shades('#eaf0f9', '#1f2733'),
  panel: shades('#f6f7fa', '#1b1f27'),
  accent: shades('#2a5ea8', '#7fb0ee'),
  quiet: shades('#b3bac7', '#5a6374'),
  notice: shades('#fff6e0', '#33290f'),
  'notice-rule': shades('#e0a42c', '#c9962f'),
  'notice-ink': shades('#5a3e00', '#f4dfae'),
  gold: shades('#fdf0ec', '#33201b'),
  'gold-rule': shades('#c2492b', '#e2795b'),
  named: shades('#eef3fb', '#1c2636'),
  removed: shades('#fbdcd6', '#54241a'),
  'removed-ink': shades('#7d2410', '#ffc9bb'),
  added: shades('#d5efdf', '#17422c'),
  'added-ink': shades('#0e5230', '#b9ecce'),
  'series-1': shades('#2a5ea8', '#7fb0ee'),
  'series-2': shades('#d98f2b', '#e3a44c'),
  'series-3': shades('#1f8a78', '#4dbca6'),
  'series-4': shades('#a8457a', '#d986b3'),
  'series-5': shades('#7f9fd1', '#48689c'),
  'series-6': shades('#6b6f3a', '#b4b873'),
  exact: shades('#1c7a68', '#3aa892'),
  'exact-ink': shades('#ffffff', '#0b1613'),
  early: shades('#efc46a', '#e6bd67'),
  'early-ink': shades('#1b2130', '#1b1405'),
  late: shades('#b95a2c', '#d9814f'),
  'late-ink': shades('#ffffff', '#1d0e05'),
  missed: shades('#6d778a', '#7d8799'),
  'missed-ink': shades('#ffffff', '#0d1015'),
  none: shades('#cdd3dd', '#3a4150'),
  'none-ink': shades('#1b2130', '#e4e7ed'),
} as const;

/** What only the dashboard has: fields, and judgements that are right or wrong. */
export const pagePalette = {
  field: shades('#ffffff', '#1b1f27'),
  'on-accent': shades('#ffffff', '#0d1522'),
  'on-gold-rule': shades('#ffffff', '#2a0f06'),
  yes: shades('#1c7a68', '#3aa892'),
  'on-yes': shades('#ffffff', '#0b1613'),
  'accent-strong': shades('#1f4b8c', '#a4c8f5'),
  raised: shades('#ffffff', '#1b1f27'),
  shadow: shades('rgb(20 30 50 / 12%)', 'rgb(0 0 0 / 50%)'),
  focus: shades('#d9772b', '#f0a25f'),
  'gold-ink': shades('#8c2f13', '#ffbda8'),
  good: shades('#dff2e6', '#15351f'),
  'good-ink': shades('#0d4f2d', '#a9e5be'),
  bad: shades('#fbe3de', '#43211a'),
  'bad-ink': shades('#7d2410', '#ffc1b1'),
} as const;

/** A colour of a chart: the page's variable, and its light value where the chart is a file of its own. */
export function colour(name: keyof typeof palette): string {
  return `var(--${name}, ${palette[name].light})`;
}

/** The declarations of a style sheet. */
export function variables(colours: Readonly<Record<string, Shades>>, scheme: keyof Shades): string {
  return Object.entries(colours)
    .map(([name, values]) => `--${name}: ${values[scheme]};`)
    .join(' ');
}
