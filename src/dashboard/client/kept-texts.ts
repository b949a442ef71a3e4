// Texts by name that this browser keeps from visit to visit: keys that were changed, saved views.

/** None where the browser keeps nothing. */
export function keptTexts(key: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepTexts(key: string, texts: Readonly<Record<string, string>>): void {
  localStorage.setItem(key, JSON.stringify(texts));
}
