// Custom prompts from a file. A template may contain {problem} and {steps} and no other field: anything else
// is rejected before the first call, so that a mistyped or forbidden field is never sent as text.
import { LateBenchError } from '../errors.ts';
import { sha256Hex } from '../records/identity.ts';
import type { Protocol } from '../records/protocols.ts';
import { type CriticPrompt, definePrompt, type Judged, shownSteps } from './prompt.ts';

type Filler = (judged: Judged) => string;

/** `{tagged_response}` is what public first-error templates call the tagged steps. */
const fillers: Readonly<Record<Protocol, Readonly<Record<string, Filler>>>> = {
  first_error: {
    problem: ({ problem }) => problem,
    steps: ({ steps }) => shownSteps.first_error(steps),
    tagged_response: ({ steps }) => shownSteps.first_error(steps),
  },
  all_errors: {
    problem: ({ problem }) => problem,
    steps: ({ steps }) => shownSteps.all_errors(steps),
  },
};

// A name in braces: `{answer}`, `{{ answer }}`, `${answer}`, `{record.answer}`, `{steps[0]}`, `%(answer)s`. Behind a
// macro, an index or another group it is LaTeX: `\boxed{index}`, `x_{n}`, `\frac{a}{b}`.
const named = /(?<!\\[A-Za-z]+ ?|[\]}_^])(?:\$?\{|%\()\s*(\{?\s*)([A-Za-z_][\w.[\]'"-]*)\s*(?:\}|\)s)/g;
// Control characters in place of an intended backslash: the "\b" of "\boxed", the "\f" of "\frac".
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function refuse(where: string, message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `${where}: ${message}`);
}

function checkControl(text: string, source: string): void {
  const at = text.search(control);
  if (at === -1) return;
  const hex = text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase();
  const meant = 'write the backslash itself, as in \\boxed{}';
  throw refuse(`${source}:${lineOf(text, at)}`, `holds the control character U+${hex}; ${meant}`);
}

interface Placeholder {
  readonly name: string;
  readonly index: number;
  /** The literal form `{name}`; only this form is filled in. */
  readonly plain: boolean;
}

function placeholdersOf(text: string): Placeholder[] {
  return [...text.matchAll(named)].map((match) => {
    const [whole, inner, name] = match;
    return { name: name!, index: match.index, plain: inner === '' && whole === `{${name}}` };
  });
}

/** The prompt of a template. `source` names it in messages: a file, or an option. */
export function templatePrompt(text: string, protocol: Protocol, source: string): CriticPrompt {
  const known = fillers[protocol];
  const allowed = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(', ');
  checkControl(text, source);
  const found = placeholdersOf(text);
  const wrong = found.find(({ name, plain }) => !plain || !Object.hasOwn(known, name));
  if (wrong !== undefined) {
    throw refuse(
      `${source}:${lineOf(text, wrong.index)}`,
      `asks for ${JSON.stringify(wrong.name)}, and a critic sees the problem and the steps only; use ${allowed}`,
    );
  }
  if (!found.some(({ name }) => name !== 'problem')) {
    throw refuse(source, `has no place for the steps; put {steps} where the solution goes (of ${allowed})`);
  }
  const pieces = piecesOf(text, found);
  const version = `template/${sha256Hex(`${protocol}\n${text}`).slice(0, 12)}`;
  return definePrompt(version, (judged) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : known[piece.name]!(judged))).join(''),
  );
}

/** A system message is the same for every record: it has no placeholders at all. */
export function checkedSystem(text: string, source: string): string {
  checkControl(text, source);
  const [found] = placeholdersOf(text);
  if (found !== undefined) {
    const message = `a system prompt has no placeholders, and ${JSON.stringify(found.name)} is in braces`;
    throw refuse(`${source}:${lineOf(text, found.index)}`, message);
  }
  if (text.trim() === '') throw refuse(source, 'the system prompt is empty; leave out the option');
  return text;
}

/** Text and placeholders in turn: filled in one pass, so that a problem that holds "{steps}" stays as it is. */
function piecesOf(text: string, found: readonly Placeholder[]): (string | Placeholder)[] {
  const pieces: (string | Placeholder)[] = [];
  let from = 0;
  for (const placeholder of found) {
    pieces.push(text.slice(from, placeholder.index), placeholder);
    from = placeholder.index + placeholder.name.length + 2;
  }
  return [...pieces, text.slice(from)];
}
