// The colours of the pages as a style sheet, from the palette of the reports: the build bundles it. They follow the
// system unless a person chooses light or dark; paper is always light.
import { pagePalette, palette, variables } from '../report/palette.ts';

const all = { ...palette, ...pagePalette };

const dark = variables(all, 'dark');

export const pageColours = `
:root { color-scheme: light; ${variables(all, 'light')} }
@media screen { :root[data-theme="dark"] { color-scheme: dark; ${dark} } }
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark; ${dark} } }
`;
