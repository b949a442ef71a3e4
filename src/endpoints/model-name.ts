// Names of models: one model is called differently by its maker, by a gateway and by a file.

/** `openai/gpt-4o-mini`, `claude-latest`, `llama3:latest`: the last part, in lower case, without what means the newest. */
function bareName(name: string): string {
  return (name.split('/').pop() ?? name).toLowerCase().replace(/(\.gguf|[:-]latest)$/, '');
}

/** True where one name may be the other's: `gpt-4o-mini` and `gpt-4o-mini-2024-07-18`. */
export function isSameModel(asked: string, served: string): boolean {
  if (asked === served) return true;
  const [left, right] = [bareName(asked), bareName(served)];
  return right === '' || left.startsWith(right) || right.startsWith(left);
}
