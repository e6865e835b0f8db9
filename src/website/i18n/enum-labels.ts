import type { Texts } from '.';

/** A sentence that lists codes a form chooses from (`one of person, group`), with the words that the choice shows. */
export const withWords = ({ words }: Pick<Texts, 'words'>, sentence: string): string =>
  sentence.replace(/\bone of ([a-z_0-9]+(?:, (?!or )[a-z_0-9]+)+)/, (whole, list: string) => {
    const codes = list.split(', ');
    const known = Object.values(words).find((one) => typeof one === 'object' && codes.every((code) => Object.hasOwn(one, code)));
    return known === undefined ? whole : `one of ${codes.map((code) => (known as Readonly<Record<string, string>>)[code]).join(', ')}`;
  });
