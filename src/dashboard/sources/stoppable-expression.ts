// Regular expressions over the texts of records on the server: in a separate context, because only there one that
// backtracks without end can be stopped.
import { createContext, Script } from 'node:vm';
import { LateBenchError } from '../../errors.ts';
import type { TestTexts } from './search.ts';

/** An expression that backtracks without end must not hold the server. */
const expressionMs = 250;

export function stoppableExpression(source: string, flags: string): TestTexts {
  const context = createContext({ texts: [] as readonly string[], source, flags });
  const script = new Script('const e = new RegExp(source, flags); texts.map((t) => e.test(t));');
  return (texts) => {
    context.texts = texts;
    try {
      return script.runInContext(context, { timeout: expressionMs + texts.length }) as boolean[];
    } catch (cause) {
      throw new LateBenchError('LB_USAGE', `/${source}/ takes too long on these texts; make it simpler`, {
        cause,
      });
    }
  };
}
