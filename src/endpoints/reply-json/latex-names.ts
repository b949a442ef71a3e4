// Names of LaTeX commands, for text whose backslashes were lost or doubled on their way through JSON: what mathverify
// understands, and the commands of typesetting and layout that it does not need.
import { commandOf } from '../../mathverify/commands.ts';

const layout = new Set(
  (
    'above align aligned amalg angle approx array arrow asymp atop ' +
    'backslash bar barwedge because begin beta beth between bf bfseries bigcap bigcirc bigcup bigl bigm bigodot ' +
    'bigoplus bigotimes bigr bigsqcup bigstar bigtriangleup biguplus bigvee bigwedge binom blacksquare blacktriangle ' +
    'bm bmatrix boldsymbol bot bowtie box boxed boxminus boxplus boxtimes breve bullet bump ' +
    'cal cancel cases cdotp centerdot centering check circledast clubsuit colon complement coprod curlyvee curlywedge ' +
    'dagger dashv ddagger ddots deg det diamond diamondsuit dim displaylines dot doteq dotfill dotso downarrow ' +
    'Downarrow ell end enspace eqref eth exists ' +
    'fbox fill flat footnotesize forall frac framebox frown gather gets gg ggg grad ' +
    'hbox heartsuit hline hom hookleftarrow hookrightarrow hphantom hspace iff iiint iint imath impliedby implies ' +
    'inf injlim iota itshape item jmath ker label large Large LARGE lbrack leftarrow Leftarrow leftharpoondown ' +
    'leftharpoonup leftrightarrow Leftrightarrow lesssim lhd liminf limsup ll llap llcorner Longleftarrow ' +
    'longleftarrow Longleftrightarrow longleftrightarrow longmapsto lor land lnot lrcorner ' +
    'mapsto mathbin mathclose mathnormal mathop mathopen mathord mathpunct mathrel mathring mathstrut mathtt matrix ' +
    'models mp multimap nabla natural ncong ne nearrow neg negmedspace neq newcommand newline nexists ngeq ngtr ni ' +
    'nleftarrow nLeftarrow nLeftrightarrow nleq nless nmid nobreak nocite noindent nolimits nonumber normalsize not ' +
    'notag notin nparallel nprec nRightarrow nrightarrow nsim nsubseteq nsucc nsupseteq ntriangleleft nu null ' +
    'nvdash nVdash nwarrow odot oint ominus oplus oslash otimes overbrace overleftarrow overleftrightarrow ' +
    'parallel partial perp phantom pmatrix pod prec preceq preccurlyeq prime propto qed ' +
    'raisebox rangle rbrace rbrack rceil rcases ref renewcommand restriction rfloor rgroup rhd rho rightarrow ' +
    'rightharpoondown rightharpoonup rightleftharpoons rightsquigarrow risingdotseq rlap rm rmoustache root rq rVert ' +
    'rvert scriptsize searrow sharp shortmid smallsetminus smash smile space spadesuit split sqcap sqcup square ' +
    'ssqrt stackrel substack succ succeq surd swarrow ' +
    'tag tbinom tan tanh tau tfrac therefore theta thickapprox thicksim tilde times tiny to top tr triangle ' +
    'triangledown triangleleft trianglelefteq triangleq triangleright tt twoheadrightarrow ' +
    'underbrace underleftarrow underrightarrow uparrow Uparrow updownarrow uplus upharpoonright ' +
    'varDelta varkappa varlimsup varliminf varpi varpropto vbox vdash vee veebar vline vphantom vskip vspace Vmatrix ' +
    'vmatrix wedge widetilde wr xleftarrow xrightarrow xcancel ' +
    'text textbf textit textrm textsf texttt textstyle textcolor textup dfrac cfrac sqrt overline underline'
  ).split(' '),
);

/** `name` without its backslash. */
export function isCommand(name: string): boolean {
  return layout.has(name) || commandOf(name) !== undefined;
}

/**
 * What is left of a command whose first letter was read as the escape of a line end, where that is also the beginning
 * of a line: \nu and a line that begins with u, \ne and one that begins with Euler's number.
 */
export const lineOrCommand: ReadonlySet<string> = new Set([
  'ne',
  'ni',
  'nu',
  'nmid',
  'nless',
  'nparallel',
  'null',
]);
/** The same of a tab in front of a line: \tan x and "an example". */
export const tabOrCommand: ReadonlySet<string> = new Set(['tan', 'to', 'top', 'tag', 'tr', 'tt', 'tau']);

/** Environments in which a doubled backslash ends a row. */
export const rowEnvironment =
  /\\(begin|end)\s*\{((?:[pbvBV]|small)?matrix|[dr]?cases|aligned|align|alignat|array|gathered|gather|split|eqnarray|multline|tabular)\*?\}/g;
