import { deflateRawSync, inflateRawSync } from 'node:zlib';

type Texts = Readonly<Record<string, string>>;

interface FormTexts {
  readonly texts: Texts;
  readonly lists: Readonly<Record<string, readonly Texts[]>>;
}

/** The longest draft: 1,500 records with titles of 255 characters, and notes. */
const maximumBytes = 4_000_000;

/** The original draft in one form field, for comparison on save. Manipulating it only affects one's own changes. */
export const packDraft = ({ texts, lists }: FormTexts): string => deflateRawSync(JSON.stringify({ texts, lists })).toString('base64url');

/** Undefined if invalid. */
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
