// Under which name an answer of the API is stored in an exported site. The browser loads this as well.

/** Whose judgements are looked at makes no difference in a site that is only read. */
const ignored = new Set(['annotator', 'limit']);

export function siteFile(path: string): string {
  const [base = '', query = ''] = path.split('?');
  const parameters = [...new URLSearchParams(query)].filter(
    ([name, value]) => !ignored.has(name) && value !== '',
  );
  const text = [base.replace(/^\/api\//, ''), ...parameters.map(([name, value]) => `${name}=${value}`)].join(
    '?',
  );
  return `data/${encodeURIComponent(text).replaceAll('%', '_')}.json`;
}
