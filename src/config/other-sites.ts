// The settings of how other sites are asked for data.

/** Where Wikidata itself is. */
export const wikidataAddresses = { entities: 'https://www.wikidata.org/w/api.php', query: 'https://query.wikidata.org/sparql' } as const;

/** Where the Cover Art Archive itself is. */
export const coverArtArchive = 'https://coverartarchive.org/';

/** An address of the web without a name, a password, a query or a fragment; `undefined` for what is none. */
export function readWebAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' && /^https?:\/\//i.test(value.trim()) ? URL.parse(value.trim()) : null;
  return url && url.href === url.origin + url.pathname ? url.href : undefined;
}

/** A contact stands in a header: letters of ASCII alone, and neither brackets nor line feeds. */
const email = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** An e-mail or web address, empty for none; `undefined` for what is neither. */
export function readContact(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const url = /^https?:\/\/[!'*-~]+$/i.test(text) && text.length <= 255 && URL.canParse(text);
  return text === '' || email.test(text) || url ? text : undefined;
}
