import { deflateRawSync, inflateRawSync } from 'node:zlib';

type Texts = Readonly<Record<string, string>>;

/** The texts of a form: of the fields that stand once, and of rows by list. */
interface FormTexts {
  readonly texts: Texts;
  readonly lists: Readonly<Record<string, readonly Texts[]>>;
}

/** The longest draft: 1,500 records with a title of 255 characters each, and notes. */
const maximumBytes = 4_000_000;

/**
 * A draft as one field of a form: what the form was made from, to be compared with what is there when it comes back. Whoever
 * sends another one deceives themselves alone: it says what differs, and no more.
 */
export const packDraft = ({ texts, lists }: FormTexts): string => deflateRawSync(JSON.stringify({ texts, lists })).toString('base64url');

/** The texts of a field that packDraft made; `undefined` for any other text. */
export function unpackTexts(field: string): FormTexts | undefined {
  try {
    const { texts, lists } = JSON.parse(inflateRawSync(Buffer.from(field, 'base64url'), { maxOutputLength: maximumBytes }).toString());
    const rows = Object.entries<object[]>(lists).map(([list, all]) => [list, all.map(stringsIn)] as const);
    return { texts: stringsIn(texts), lists: Object.fromEntries(rows) };
  } catch {
    return undefined;
  }
}

const stringsIn = (members: object): Texts =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? value : '']));
