// Finds the answer that a solution states, by its form alone. Reads no mathematics.
import { lastBoxed } from '../mathverify/boxes.ts';

/** PRM800K ends a solution with a heading `# Answer` and the answer in the line under it. */
function underAnswerHeading(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [heading = '', answer = ''] = lines.slice(-2);
  return /^#\s*answer$/i.test(heading.trim()) ? answer.trim() : null;
}

/** The answer that the last steps state: under a heading `# Answer`, else in the last box; null when neither. */
export function statedAnswer(steps: readonly string[]): string | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const headed = underAnswerHeading(last);
  if (headed !== null) return headed;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const boxed = lastBoxed(steps[at]!);
    if (boxed !== null) return boxed;
  }
  return null;
}
