// Generates expressions in LaTeX with rewritings that keep their value. For tests only.

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Tree =
  | { readonly op: 'leaf'; readonly text: string }
  | { readonly op: '+' | '-' | '*' | '/'; readonly a: Tree; readonly b: Tree }
  | { readonly op: 'square' | 'sqrt' | 'sin' | 'cos' | 'exp'; readonly a: Tree };

interface Random {
  readonly next: () => number;
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random.next() * items.length)]!;
}

function leaf(text: string): Tree {
  return { op: 'leaf', text };
}

/** A random expression in x, y and small numbers. Denominators and roots are kept away from zero. */
export function randomTree(random: Random, depth: number): Tree {
  if (depth === 0 || random.next() < 0.15) {
    return leaf(
      pick(random, ['x', 'y', '2', '3', '5', '7', '\\frac{1}{2}', '\\frac{3}{4}', '\\sqrt{2}', '\\pi', '11']),
    );
  }
  const kind = random.next();
  const a = randomTree(random, depth - 1);
  if (kind < 0.75)
    return { op: pick(random, ['+', '-', '*', '+', '*'] as const), a, b: randomTree(random, depth - 1) };
  if (kind < 0.85)
    return {
      op: '/',
      a,
      b: { op: '+', a: { op: 'square', a: leaf(pick(random, ['x', 'y'])) }, b: leaf('1') },
    };
  if (kind < 0.93) return { op: 'square', a };
  return { op: pick(random, ['sin', 'cos'] as const), a: leaf(pick(random, ['x', 'y', '1'])) };
}

/** The same value written otherwise: one algebraic law applied at random places. */
export function rewritten(tree: Tree, random: Random): Tree {
  const inner = withParts(tree, (part) => rewritten(part, random));
  if (random.next() < 0.4) return inner;
  if (inner.op === '+' || inner.op === '*') {
    if (random.next() < 0.5) return { op: inner.op, a: inner.b, b: inner.a };
    if (inner.op === '*' && (inner.b.op === '+' || inner.b.op === '-')) {
      return {
        op: inner.b.op,
        a: { op: '*', a: inner.a, b: inner.b.a },
        b: { op: '*', a: inner.a, b: inner.b.b },
      };
    }
  }
  if (inner.op === '-') return { op: '*', a: leaf('(-1)'), b: { op: '-', a: inner.b, b: inner.a } };
  if (inner.op === 'square') {
    const { a } = inner;
    if (a.op === '+') {
      const cross: Tree = { op: '*', a: leaf('2'), b: { op: '*', a: a.a, b: a.b } };
      return { op: '+', a: { op: '+', a: { op: 'square', a: a.a }, b: cross }, b: { op: 'square', a: a.b } };
    }
    return { op: '*', a, b: a };
  }
  if (inner.op === 'leaf') return rewrittenLeaf(inner, random);
  return inner;
}

function rewrittenLeaf(tree: Tree & { op: 'leaf' }, random: Random): Tree {
  const forms: Record<string, readonly string[]> = {
    '2': ['\\frac{4}{2}', '(3-1)', '\\sqrt{4}'],
    '3': ['\\frac{9}{3}', '(1+2)', '\\log_2 8'],
    '5': ['(2+3)', '\\frac{10}{2}'],
    '\\frac{1}{2}': ['\\frac{2}{4}', '2^{-1}', '\\cos\\frac{\\pi}{3}'],
    '\\sqrt{2}': ['\\frac{2}{\\sqrt{2}}', '2^{1/2}', '\\frac{\\sqrt{8}}{2}'],
    '\\pi': ['\\frac{2\\pi}{2}', '4\\arctan 1'],
    x: ['\\frac{2x}{2}', '(x+1-1)', '\\left(x\\right)'],
    y: ['\\frac{y^2}{y}', '(2y-y)'],
  };
  const choices = forms[tree.text];
  return choices === undefined ? tree : leaf(pick(random, choices));
}

function withParts(tree: Tree, change: (part: Tree) => Tree): Tree {
  if (tree.op === 'leaf') return tree;
  return 'b' in tree ? { ...tree, a: change(tree.a), b: change(tree.b) } : { ...tree, a: change(tree.a) };
}

/** The expression in LaTeX, with every part in brackets that might need them. */
export function latex(tree: Tree): string {
  switch (tree.op) {
    case 'leaf':
      return tree.text;
    case '+':
      return `${latex(tree.a)}+${bracketed(tree.b)}`;
    case '-':
      return `${latex(tree.a)}-${bracketed(tree.b)}`;
    case '*':
      return `${bracketed(tree.a)} \\cdot ${bracketed(tree.b)}`;
    case '/':
      return `\\frac{${latex(tree.a)}}{${latex(tree.b)}}`;
    case 'square':
      return `${bracketed(tree.a)}^2`;
    case 'sqrt':
      return `\\sqrt{${latex(tree.a)}}`;
    case 'exp':
      return `e^{${latex(tree.a)}}`;
    default:
      return `\\${tree.op}(${latex(tree.a)})`;
  }
}

function bracketed(tree: Tree): string {
  return `\\left(${latex(tree)}\\right)`;
}

/** A value that differs from the tree's: a small constant added or a factor other than one. */
export function perturbed(tree: Tree, random: Random): Tree {
  const small = pick(random, ['1', '\\frac{1}{7}', '\\frac{1}{1000}', '10^{-12}', '\\sqrt{3}', 'x']);
  return { op: random.next() < 0.5 ? '+' : '-', a: tree, b: leaf(small) };
}
