/** Tags as a field has them, with commas between them; one that has a comma or a mark in it stands in marks. */
export const writeTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[",]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');

/** The tags of a field. */
export const readTags = (typed: string): string[] =>
  [...typed.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]+))(?:,|$)/g)]
    .map(([, marked, plain = '']) => (marked === undefined ? plain : marked.replaceAll('""', '"')).trim())
    .filter((tag) => tag !== '');

/** Tags with others added that they have not, whatever their case. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = new Map(tags.map((tag) => [tag.toLocaleLowerCase('en'), tag]));
  for (const tag of added) if (!all.has(tag.toLocaleLowerCase('en'))) all.set(tag.toLocaleLowerCase('en'), tag);
  return [...all.values()];
}
