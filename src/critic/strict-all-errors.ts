// The strict reading of an all-errors reply: the form that the prompt asks for, to the letter, over the whole text.
import { toStepIndex } from '../records/steps.ts';

/**
 * 0-based steps, ascending; [] = reported as clean; null unless the lines are one "Conclusion: no error" and no
 * section, or one "Conclusion: yes" and sections that are all whole numbers from 1 to `sectionCount`.
 */
export function strictErrorSteps(reply: string, sectionCount: number): number[] | null {
  const conclusions: string[] = [];
  const steps = new Set<number>();
  for (const line of reply.split('\n')) {
    if (line.startsWith('Conclusion:')) conclusions.push(line.slice('Conclusion:'.length).trim());
    if (!line.startsWith('Error Section Number:')) continue;
    const stated = line.slice('Error Section Number:'.length).trim();
    const section = /^\d{1,9}$/.test(stated) ? Number(stated) : 0;
    if (section < 1 || section > sectionCount) return null;
    steps.add(toStepIndex(section));
  }
  const expected = steps.size === 0 ? 'no error' : 'yes';
  return conclusions.length === 1 && conclusions[0] === expected ? [...steps].sort((a, b) => a - b) : null;
}
