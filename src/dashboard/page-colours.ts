// The colours of the pages as a style sheet, from the palette of the reports: the build bundles it. A person may choose
// dark whatever the system prefers; paper is always light.
import { pagePalette, palette, variables } from '../report/palette.ts';

const all = { ...palette, ...pagePalette };

export const pageColours = `
:root { color-scheme: light; ${variables(all, 'light')} }
@media screen { :root[data-theme="dark"] { color-scheme: dark; ${variables(all, 'dark')} } }
`;
