// How an address names a critic that is compared: by its source and name, which stay when further critics come.
import type { Subject } from '../api-analysis.ts';

export function subjectKey({ source, critic }: Subject): string {
  return `${source}:${critic}`;
}

/** Its place among the subjects; a number is a place already, as in links of earlier versions. Undefined: there is none. */
export function subjectAt(subjects: readonly Subject[], key: string): number | undefined {
  const at = subjects.findIndex((subject) => subjectKey(subject) === key);
  if (at !== -1) return at;
  return /^\d{1,4}$/.test(key) && Number(key) < subjects.length ? Number(key) : undefined;
}
