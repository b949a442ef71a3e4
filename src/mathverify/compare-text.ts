// Words and names: \text{odd}, odd written as three letters, choices and labels.
import type { Node } from './ast.ts';
import { wordsOf } from './key.ts';

/** Greek capitals are other letters than the small ones: people type x for X, and never \gamma for \Gamma. */
const greek = /^(?:Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|[Α-Ω])/;

export function foldedName(name: string): string {
  return greek.test(name) ? name : name.toLowerCase();
}

/** The letters that a name, a text or a product of single letters spells, or null for anything else. */
export function spelling(node: Node): string | null {
  switch (node.kind) {
    case 'text':
      return wordsOf(node.value).replace(/ /g, '');
    case 'symbol':
      return foldedName(node.name);
    case 'constant':
      return node.name === 'e' || node.name === 'i' ? node.name : null;
    case 'multiply': {
      const letters = node.factors.map(spelling);
      return letters.every((letter) => letter !== null && letter.length === 1) ? letters.join('') : null;
    }
    default:
      return null;
  }
}

/** Whether a node is words rather than a value. */
export function isWords(node: Node): boolean {
  return (
    node.kind === 'text' ||
    (node.kind === 'symbol' && /^\p{L}{2,}$/u.test(node.name) && spelledOut(node.name))
  );
}

// Greek letters are names of two letters and more, but no words.
function spelledOut(name: string): boolean {
  return !/^(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega|ell)$/i.test(
    name,
  );
}
