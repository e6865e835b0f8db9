import { fold } from '../../store/values/folding';

/**
 * Our columns with what other programs and people call them, as {@link keyOf} gives it: Discogs, MusicBrainz, CLZ Music, Koillection,
 * Libib, and spreadsheets in English, German, French, Spanish and Italian.
 */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  release_id: ['musicbrainzid', 'musicbrainzreleaseid', 'releasembid', 'mbid', 'discogsid', 'discogsreleaseid'],
  release_title: ['title', 'album', 'albumtitle', 'name', 'titel', 'titre', 'titulo', 'titolo'],
  artist_credit: ['artist', 'artists', 'albumartist', 'composer', 'composers', 'interpret', 'kunstler', 'komponist', 'artiste', 'artista'],
  label: ['labels', 'recordlabel', 'publisher', 'marke', 'etichetta', 'sello'],
  catalog_number: [
    'catalognumber',
    'cataloguenumber',
    'catalog',
    'catalogno',
    'catalogueno',
    'catno',
    'catnumber',
    'cat',
    'katalognummer',
    'reference',
  ],
  barcode: [
    'upc',
    'ean',
    'upcean',
    'eanupc',
    'gtin',
    'upcbarcode',
    'ean13',
    'upceanisbn',
    'eanisbn13',
    'strichcode',
    'codebarre',
    'codebarres',
  ],
  year: ['date', 'releasedate', 'releaseyear', 'released', 'jahr', 'annee', 'ano', 'anno'],
  country: ['land', 'pays', 'pais', 'paese'],
  format: ['formats', 'media', 'medium', 'mediaformat', 'formato'],
  condition: ['mediacondition'],
  sleeve_condition: ['sleevecondition', 'covercondition'],
  notes: ['note', 'comment', 'comments', 'personalnotes', 'notizen', 'bemerkung', 'bemerkungen', 'remarques'],
  storage_location: ['location', 'storage', 'storagedevice', 'standort'],
};

const bySynonym = new Map(Object.entries(synonyms).flatMap(([column, names]) => names.map((name) => [name, column] as const)));

/** A name without case, accents, blanks and punctuation: "Cat. No." is `catno`. */
const keyOf = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The columns of a first row by our names, each once; what no column is called stays as it is, in small letters.
 * @param own the names of our own columns, which go before what others call them
 */
export function columnsOf(names: readonly string[], own: ReadonlySet<string>): readonly string[] {
  const lower = names.map((name) => name.toLowerCase());
  const isOwn = (name: string) => own.has(name) || Object.hasOwn(synonyms, name);
  const taken = new Set(lower.filter(isOwn));
  return lower.map((name) => {
    const column = isOwn(name) ? undefined : bySynonym.get(keyOf(name));
    if (column === undefined || taken.has(column)) return name;
    taken.add(column);
    return column;
  });
}
