// Reads a reply that is JSON although none was asked for: the whole text, or its last fenced block.

/** The parsed value, or undefined where the reply is not JSON. */
export function jsonReply(text: string): unknown {
  const bare = text.trim();
  return /^[[{]/.test(bare) ? parsed(bare) : parsed(lastFence(bare));
}

function lastFence(text: string): string {
  const fence = '```';
  const end = text.lastIndexOf(fence);
  const start = end < 1 ? -1 : text.lastIndexOf(fence, end - 1);
  if (start === -1) return '';
  const lineEnd = text.indexOf('\n', start);
  return lineEnd === -1 || lineEnd > end ? '' : text.slice(lineEnd + 1, end);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
