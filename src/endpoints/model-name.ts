// Names of models: one model is called differently by its maker, by a gateway and by a file.

/** `openai/gpt-4o-mini`, `claude-latest`, `llama3:latest`: the last part, in lower case, without what means the newest. */
function bareName(name: string): string {
  return (name.split('/').pop() ?? name).toLowerCase().replace(/(\.gguf|[:-]latest)$/, '');
}

/**
 * What follows a name in that of another model of its family: `gpt-4o` and `gpt-4o-mini` are two models at two prices. A
 * date, a version, a quantisation or `-instruct` is another name of the same.
 */
const otherModel =
  /^[-_.:]?(?:mini|nano|micro|lite|turbo|small|medium|large|flash|pro|plus|max|ultra|codex)\b/;

/** True where one name may be the other's: `gpt-4o-mini` and `gpt-4o-mini-2024-07-18`. */
export function isSameModel(asked: string, served: string): boolean {
  if (asked === served) return true;
  const [left, right] = [bareName(asked), bareName(served)];
  if (right === '') return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return long.startsWith(short) && !otherModel.test(long.slice(short.length));
}
