import { productionOfFilm, productionOfGroup } from '../musicbrainz/records';
import type { Context } from './made';

/** Where the id of an item stands in the dumps: before all that is of any length. */
const headBytes = 300;

/** A dump writes every item alike: without blanks, and its id before what is said of it. */
const dumpLine = /^\{"(?:type|id|pageid|title)":(?:(?!": |"mainsnak")[\s\S])*?"id":"([QPLM][1-9]\d*)"/;

/** Ids that others have are looked for so far behind the name of their property: references stand between several. */
const valueBytes = 4_000;

/**
 * Whether a line may be about something that the catalog knows, or that one of those names: no other is worth parsing. A line
 * that is not written as dumps write theirs has to be parsed to know.
 */
export function isWorthParsing(bytes: Uint8Array, { known, references }: Context): boolean {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const id = dumpLine.exec(line.toString('latin1', 0, headBytes))?.[1];
  if (id === undefined) return true;
  if (!id.startsWith('Q')) return false;
  return (
    hasPage(
      line,
      (film) => known.knows('Production', productionOfFilm(film)) || known.findByLink('Production', 'imdb', film) !== undefined,
      'tt',
    ) ||
    hasPage(line, (person) => known.findByLink('Artist', 'imdb', person) !== undefined, 'nm') ||
    hasId(line, '"P434":[', (artist) => known.knows('Artist', artist)) ||
    hasId(line, '"P1953":[', (artist) => known.findByLink('Artist', 'discogs', artist) !== undefined) ||
    hasId(line, '"P436":[', (group) => known.knows('Production', productionOfGroup(group))) ||
    line.includes('"P1954":[') ||
    line.includes('"P406":[') ||
    references.uses(id).length > 0 ||
    known.findByLink('Production', 'wikidata', id) !== undefined ||
    known.findByLink('Artist', 'wikidata', id) !== undefined
  );
}

/** Whether a line has a page of IMDb that is known: whatever property has it. */
function hasPage(line: Buffer, isKnown: (id: string) => boolean, prefix: 'tt' | 'nm'): boolean {
  const before = Buffer.from(`"value":"${prefix}`);
  for (let at = line.indexOf(before); at !== -1; at = line.indexOf(before, at + 1)) {
    const start = at + before.length - prefix.length;
    const id = /^\w+/.exec(line.toString('latin1', start, start + 20))?.[0] ?? '';
    if (isKnown(id)) return true;
  }
  return false;
}

/** Whether a line has an id that is known under a property; one whose id is not where it should be may. */
function hasId(line: Buffer, property: string, isKnown: (id: string) => boolean): boolean {
  const at = line.indexOf(property);
  if (at === -1) return false;
  const values = [...line.toString('latin1', at, at + valueBytes).matchAll(/"datavalue":\{"value":"([\w-]+)"/g)];
  return values.length === 0 || values.some(([, id]) => isKnown(id as string));
}
