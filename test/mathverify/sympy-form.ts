// Reads the printed form of sympy expressions in the golden parse cases into our expressions. For tests only.
import { call, type Node, number, relation, symbol } from '../../src/mathverify/ast.ts';
import { fromNumber, rational } from '../../src/mathverify/rational.ts';

const constants: Record<string, Node> = {
  pi: { kind: 'constant', name: 'pi' },
  E: { kind: 'constant', name: 'e' },
  I: { kind: 'constant', name: 'i' },
  oo: { kind: 'constant', name: 'infinity' },
  EmptySet: { kind: 'set', items: [] },
  Integers: { kind: 'domain', name: 'Z' },
  Rationals: { kind: 'domain', name: 'Q' },
  Complexes: { kind: 'domain', name: 'C' },
};
const functions: Record<string, string> = {
  Abs: 'abs',
  asin: 'arcsin',
  acos: 'arccos',
  atan: 'arctan',
  asinh: 'arcsinh',
  acosh: 'arccosh',
  atanh: 'arctanh',
  ceiling: 'ceil',
  Max: 'max',
  Min: 'min',
  Mod: 'mod',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  sec: 'sec',
  tanh: 'tanh',
  floor: 'floor',
  factorial: 'factorial',
  binomial: 'binomial',
  sinh: 'sinh',
  cosh: 'cosh',
};
const tokenPattern =
  /\s*(?:(\*\*|<=|>=|[-+*/(){}[\],<>=~]|'[-+]')|(\d+\.?\d*(?:e[-+]?\d+)?)|((?:Interval\.[A-Za-z]+|\\?[A-Za-z]+ ?|_)(?:[A-Za-z0-9]|\\[a-z]+ ?|_\{[^}]*\}+|\{[^}]*\}+|_)*))/y;

/** The expression that sympy printed, or null when the form is none this reader knows. */
export function readSympy(text: string): Node | null {
  try {
    const tokens = lex(text);
    const reader = new Reader(tokens);
    const node = reader.comparison();
    return reader.done() ? node : null;
  } catch {
    return null;
  }
}

function lex(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const found = tokenPattern.exec(text);
    if (found === null) throw new Error(`not a sympy form: ${text}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

class Reader {
  private at = 0;
  private readonly tokens: string[];

  constructor(tokens: string[]) {
    this.tokens = tokens;
  }

  done(): boolean {
    return this.at === this.tokens.length;
  }

  private takes(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  comparison(): Node {
    const left = this.sum();
    for (const operator of ['<=', '>=', '<', '>'] as const) {
      if (this.takes(operator)) return relation([operator], [left, this.sum()]);
    }
    return left;
  }

  private sum(): Node {
    const terms = [this.product()];
    for (;;) {
      if (this.takes('+')) terms.push(this.product());
      else if (this.takes('-')) terms.push({ kind: 'negate', value: this.product() });
      else return terms.length === 1 ? terms[0]! : { kind: 'add', terms };
    }
  }

  private product(): Node {
    if (this.takes('-')) return { kind: 'negate', value: this.product() };
    let left = this.power();
    for (;;) {
      if (this.takes('*')) left = { kind: 'multiply', factors: [left, this.signed()] };
      else if (this.takes('/')) left = { kind: 'divide', top: left, bottom: this.signed() };
      else return left;
    }
  }

  private signed(): Node {
    return this.takes('-') ? { kind: 'negate', value: this.signed() } : this.power();
  }

  private power(): Node {
    const base = this.atom();
    return this.takes('**') ? { kind: 'power', base, exponent: this.signed() } : base;
  }

  private list(close: string): Node[] {
    const items: Node[] = [];
    while (!this.takes(close)) {
      items.push(this.comparison());
      this.takes(',');
    }
    return items;
  }

  private atom(): Node {
    const token = this.tokens[this.at]!;
    this.at += 1;
    if (token === '(') {
      const items = this.list(')');
      return items.length === 1 ? items[0]! : { kind: 'tuple', items };
    }
    if (token === '[') return { kind: 'tuple', items: this.list(']') };
    if (token === '{') return { kind: 'set', items: this.list('}') };
    if (token === '~') return negated(this.atom());
    if (/^\d/.test(token)) {
      return /[.e]/.test(token) ? number(decimal(token), true) : number(rational(BigInt(token)));
    }
    if (this.takes('(')) return apply(token, this.args());
    return constants[token] ?? symbol(plain(token));
  }

  private args(): Node[] {
    const items: Node[] = [];
    while (!this.takes(')')) {
      if (this.tokens[this.at + 1] === '=') {
        // Keyword arguments (dir='+') say nothing that is compared.
        while (this.tokens[this.at] !== ')' && this.tokens[this.at] !== ',') this.at += 1;
      } else items.push(this.comparison());
      this.takes(',');
    }
    return items;
  }
}

function decimal(token: string): ReturnType<typeof rational> {
  const found = /^(\d+)\.?(\d*)(?:e([-+]?\d+))?$/.exec(token);
  if (found === null) return fromNumber(Number(token));
  const exponent = Number(found[3] ?? 0) - found[2]!.length;
  const digits = BigInt(found[1]! + found[2]!);
  return exponent >= 0
    ? rational(digits * 10n ** BigInt(exponent))
    : rational(digits, 10n ** BigInt(-exponent));
}

function negated(node: Node): Node {
  return node.kind === 'relation'
    ? relation(['notin'], node.parts)
    : { kind: 'call', known: true, name: 'not', args: [node] };
}

function plain(name: string): string {
  const bar = /^bar\{(.)\}(.*)$/.exec(name);
  const text = bar ? `bar(${bar[1]})${bar[2]}` : name;
  return text.replace(/[{}\\\s]/g, '');
}

function apply(name: string, args: Node[]): Node {
  const [first, second, third] = args as [Node, Node, Node];
  switch (name) {
    case 'Eq':
      return relation(['='], [first, second]);
    case 'Ne':
      return relation(['!='], [first, second]);
    case 'sqrt':
      return call('root', [first, number(rational(2n))]);
    case 'exp':
      return { kind: 'power', base: constants.E!, exponent: first };
    case 'log':
      return second === undefined ? call('ln', [first]) : call('log', [first, second]);
    case 'Matrix':
      return { kind: 'matrix', rows: parts(first).map(parts) };
    case 'Union':
      return { kind: 'setop', name: 'union', parts: args };
    case 'Intersection':
      return { kind: 'setop', name: 'intersection', parts: args };
    case 'Complement':
      return { kind: 'setop', name: 'difference', parts: args };
    case 'FiniteSet':
      return { kind: 'set', items: args };
    case 'Interval':
    case 'Interval.open':
    case 'Interval.Ropen':
    case 'Interval.Lopen':
      return {
        kind: 'interval',
        low: first,
        high: second,
        lowClosed: name === 'Interval' || name === 'Interval.Ropen',
        highClosed: name === 'Interval' || name === 'Interval.Lopen',
      };
    case 'Sum':
    case 'Product':
    case 'Integral': {
      const bounds = parts(second);
      const variable = nameOf(bounds[0]!);
      const kind = name === 'Sum' ? 'sum' : name === 'Product' ? 'product' : 'integral';
      return {
        kind: 'binder',
        name: kind,
        body: first,
        variable,
        from: bounds[1] ?? null,
        to: bounds[2] ?? null,
      };
    }
    case 'Limit':
      return { kind: 'binder', name: 'limit', body: first, variable: nameOf(second), from: third, to: null };
    case 'Derivative':
      return {
        kind: 'binder',
        name: 'derivative',
        body: first,
        variable: nameOf(second),
        from: null,
        to: null,
      };
    default:
      return functions[name] ? call(functions[name]!, args) : call(name, args, false);
  }
}

function parts(node: Node): readonly Node[] {
  if (node.kind === 'tuple') return node.items;
  return node.kind === 'set' ? node.items : [node];
}

function nameOf(node: Node): string {
  return node.kind === 'symbol' ? node.name : 'x';
}
