// The style sheet of a report: one column of text, wide tables and charts, light and dark, paper and phone.
import { formulaStyles } from './formulas/formula-styles.ts';
import { palette, variables } from './palette.ts';

export const styles = `
:root { color-scheme: light dark; ${variables(palette, 'light')} }
@media screen and (prefers-color-scheme: dark) { :root { ${variables(palette, 'dark')} } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--surface); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word;
}
main { max-width: 1080px; margin: 0 auto; padding: 48px 24px 96px; }
h1 { font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; margin: 0 0 24px; }
h2 { font-size: 20px; line-height: 1.3; font-weight: 650; margin: 0 0 16px; }
section, .charts { margin: 0 0 56px; }
p { margin: 0 0 12px; max-width: 72ch; }
.notice {
  max-width: none; margin: 0 0 32px; padding: 14px 18px; font-weight: 600; color: var(--notice-ink);
  background: var(--notice); border-left: 5px solid var(--notice-rule); border-radius: 4px;
}
.summary { font-size: 17px; }
.summary strong { font-weight: 650; }
.note { color: var(--muted); font-size: 14px; }
.table { margin: 24px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: min(100%, 560px); font-size: 14.5px; line-height: 1.4; }
caption { text-align: left; font-weight: 600; padding: 0 0 8px; }
th, td { padding: 7px 0 7px 18px; text-align: left; white-space: nowrap; font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; }
th.number, td.number { text-align: right; min-width: 60px; }
thead th { color: var(--muted); font-size: 13px; white-space: pre-line; vertical-align: bottom; border-bottom: 1.5px solid var(--ink); }
tbody tr + tr > * { border-top: 1px solid var(--grid); }
tbody + tbody tr:first-child > * { border-top: 1px solid var(--rule); }
tbody th[scope=row] { max-width: 340px; overflow: hidden; text-overflow: ellipsis; }
tr.group th {
  color: var(--muted); font-size: 13px; padding-top: 14px; white-space: normal; overflow-wrap: anywhere;
}
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 48px 56px; }
figure { margin: 0; break-inside: avoid; }
figcaption { margin: 0 0 16px; }
figcaption strong { display: block; font-weight: 650; }
figcaption span { display: block; color: var(--muted); font-size: 14px; }
svg { display: block; width: 100%; max-width: 500px; height: auto; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
${formulaStyles.trim()}
.cut, .about { color: var(--muted); font-size: 14px; }
.example { border-top: 1px solid var(--rule); padding: 12px 0; }
.example:last-child { border-bottom: 1px solid var(--rule); }
summary { cursor: pointer; overflow-wrap: anywhere; }
.example-id { font-weight: 600; margin-right: 12px; }
.example-gold { color: var(--muted); font-size: 14px; }
.about { margin: 12px 0 0; }
.problem { margin: 12px 0 20px; padding: 14px 18px; background: var(--panel); border-radius: 4px; max-width: 84ch; }
.verdicts { list-style: none; margin: 0 0 20px; padding: 0; font-size: 14.5px; }
.verdicts li { padding: 4px 0; }
.critic { font-weight: 600; margin-right: 10px; overflow-wrap: anywhere; }
.said { color: var(--muted); }
.chip {
  display: inline-block; padding: 0 8px; margin-right: 8px; border-radius: 9px; font-size: 12.5px; line-height: 18px;
  background: var(--none); color: var(--none-ink); overflow-wrap: anywhere;
}
.chip.exact, .chip.passed { background: var(--exact); color: var(--exact-ink); }
.chip.early { background: var(--early); color: var(--early-ink); }
.chip.late, .chip.false-alarm { background: var(--late); color: var(--late-ink); }
.chip.missed { background: var(--missed); color: var(--missed-ink); }
.chip.first-error { background: var(--gold-rule); color: var(--surface); }
.chip.by { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--accent); }
.explanation { color: var(--muted); font-size: 14px; margin: 6px 0 0; max-width: 78ch; }
.steps { list-style: none; margin: 0; padding: 0; max-width: 92ch; }
.steps li {
  display: grid; grid-template-columns: 36px minmax(0, 1fr); padding: 8px 12px 8px 0;
  border-left: 3px solid transparent; border-top: 1px solid var(--grid);
}
.step-number { color: var(--muted); font-size: 13px; line-height: 25px; text-align: right; padding-right: 14px; }
@media (forced-colors: active) { .steps li:not(.gold, .named) { border-left-color: Canvas; } }
.steps li.gold { background: var(--gold); border-left-color: var(--gold-rule); }
.steps li.named { background: var(--named); border-left-color: var(--accent); }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 20px; }
.marks { margin: 0 0 4px; }
.change { margin: 12px 0 0; padding: 10px 0 0; border-top: 1px dashed var(--rule); }
.change-title { color: var(--muted); font-size: 13px; margin: 0 0 4px; }
del, ins { text-decoration: none; border-radius: 2px; padding: 0 2px; }
del { background: var(--removed); color: var(--removed-ink); text-decoration: line-through; }
ins { background: var(--added); color: var(--added-ink); }
.facts {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 200px), 1fr)); gap: 16px 40px; margin: 0 0 48px; padding: 16px 0; font-size: 14.5px;
  border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule);
}
.definitions { margin: 0; font-size: 14.5px; }
dt { color: var(--muted); font-size: 13px; }
dd { margin: 0; overflow-wrap: anywhere; }
.definitions { display: grid; grid-template-columns: minmax(120px, 170px) minmax(0, 80ch); gap: 10px 24px; }
.definitions dt { font-size: 14.5px; color: var(--ink); font-weight: 600; }
.source { color: var(--muted); }
@media (max-width: 600px) {
  body { font-size: 15px; }
  main { padding: 28px 16px 64px; }
  h1 { font-size: 24px; }
  .facts { grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); }
  th[scope=row], thead th:first-child { position: sticky; left: 0; background: var(--surface); }
  tbody th[scope=row] { max-width: 44vw; }
  .definitions, .pair { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  .definitions dd { margin-bottom: 12px; }
}
@media print {
  @page { margin: 16mm; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  h2, summary, tr.group { break-after: avoid; }
  .charts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 28px 32px; }
  tr, .steps li, .problem { break-inside: avoid; }
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; }
  th, td { padding: 3px 0 3px 8px; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .notice, .chip, del, ins, .steps li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
