/** The anchor of a heading, as GitHub makes it: the same links work in the repository and on the site. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
