// What MathML Core leaves to style sheets: a font that has signs of any height, boxes, struck-out terms, alignment at the signs of relation, bold letters.
export const formulaStyles = `
math {
  font-size: 1.08em;
  font-family: "Latin Modern Math", "STIX Two Math", "XITS Math", "Cambria Math", "DejaVu Math TeX Gyre", "Noto Sans Math", math;
}
del .long, ins .long, del math, ins math { background: inherit; }
.long { display: inline-block; max-width: 100%; overflow-x: auto; overflow-y: hidden; vertical-align: middle; padding: 2px 0; }
.long:has(> math[display=block]) { display: block; }
menclose[notation=box] { border: 1px solid; padding: 2px 4px; }
menclose[notation="top bottom left right"] { border: 1px solid; }
menclose[notation~=updiagonalstrike] { background: linear-gradient(to top left, transparent 47%, currentColor 48%, currentColor 52%, transparent 53%); }
menclose[notation~=downdiagonalstrike] { background: linear-gradient(to top right, transparent 47%, currentColor 48%, currentColor 52%, transparent 53%); }
mtable[columnalign^="right left"] > mtr > mtd:nth-child(odd) { text-align: right; padding-right: 0; }
mtable[columnalign^="right left"] > mtr > mtd:nth-child(even) { text-align: left; padding-left: 0; }
mtable[columnalign=right] > mtr > mtd { text-align: right; }
mtable[columnalign^=left] > mtr > mtd { text-align: left; }
mtable[columnlines^=solid] > mtr > mtd:first-child { border-right: 1px solid; }
mtable[rowlines^=solid] > mtr:first-child > mtd { border-bottom: 1px solid; }
[mathvariant^=bold] { font-weight: 700; text-transform: none; }
[mathvariant=bold-italic], [mathvariant=italic] { font-style: italic; text-transform: none; }
[mathvariant=sans-serif] { font-family: sans-serif; text-transform: none; }
[mathvariant=monospace] { font-family: monospace; text-transform: none; }
@media print { menclose { print-color-adjust: exact; -webkit-print-color-adjust: exact; } .long { overflow: visible; } }
`;
