import { nameHash } from '../provenance/hashes';
import type { WriterTools } from '../write/tools';

/** A format with what its source prints beside it: "Limited Edition", "Stereo". */
export interface FormatTexts {
  readonly format_type: string;
  /** JSON array. */
  readonly descriptions: string;
  readonly text: string | null;
}

type StoredFormat = FormatTexts & { readonly key: number; readonly id: string };

export const storedFormats = ({ statements }: WriterTools, release: number): readonly StoredFormat[] =>
  statements
    .text<StoredFormat>(
      'SELECT key, id, format_type, descriptions, text FROM release_format WHERE release_key = :release ORDER BY position, id',
    )
    .all({ release });

/**
 * Gives the formats of a release the texts of formats that give way to them, as far as all of one type have them: only one source
 * has a release's formats, and it may have no such texts. Manual formats, and texts that a source states, stay.
 */
export function carryFormatTexts(tools: WriterTools, release: number, going: readonly FormatTexts[]): void {
  for (const { key, id, format_type, descriptions, text } of storedFormats(tools, release)) {
    const [first, ...others] = going.filter((format) => format.format_type === format_type);
    const provenance = tools.sourceValues.provenance('ReleaseFormat', id);
    if (first === undefined || provenance.length === 0 || (tools.locks.find('ReleaseFormat', id)?.size ?? 0) > 0) continue;
    const isStated = (field: string) => provenance.some(({ fields }) => fields.has(nameHash(field)));
    const current: string[] = JSON.parse(descriptions);
    const common = others.reduce((kept, other) => both(kept, JSON.parse(other.descriptions)), JSON.parse(first.descriptions) as string[]);
    const carried = {
      descriptions: isStated('descriptions') ? descriptions : JSON.stringify(current.length === 0 ? common : both(current, common)),
      text: isStated('text')
        ? text
        : [text ?? first.text, ...others.map((other) => other.text)].every((one) => one === first.text)
          ? first.text
          : null,
    };
    if (carried.descriptions !== descriptions || carried.text !== text)
      tools.statements
        .text('UPDATE release_format SET descriptions = :descriptions, text = :text WHERE key = :key')
        .run({ key, ...carried });
  }
}

const both = (some: readonly string[], others: readonly string[]): string[] => some.filter((one) => others.includes(one));
