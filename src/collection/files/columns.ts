import { oneLine } from '../../catalog/tracks/one-line';
import type { FormatType } from '../../catalog/vocabularies/vocabularies';
import { fold } from '../../store/values/folding';
import type { DiscFormat } from '../provisional/disc';
import { largestQuantity, mostFormats } from '../provisional/limits';
import { splitHeading } from './cells';

/**
 * Column names of Discogs, MusicBrainz, CLZ Music, Koillection, Libib, and spreadsheets in English, German, French, Spanish and
 * Italian, as {@link keyOf} normalizes them.
 */
const synonyms: Readonly<Record<string, string>> = {
  release_id: 'musicbrainzid musicbrainzreleaseid releasembid mbid discogsid discogsreleaseid',
  release_title: 'title album albumtitle name titel titre titulo titolo',
  artist_credit: 'artist artists albumartist composer composers interpret kunstler komponist artiste interprete compositeur artista',
  label: 'labels recordlabel publisher marke maisondedisques etichetta sello',
  catalog_number:
    'catalognumber cataloguenumber catalog catalogno catalogueno catno catnumber cat katalognummer katalognr reference ' +
    'numerodecatalogue numerocatalogue ndecatalogue',
  barcode: 'upc ean upcean eanupc gtin upcbarcode ean13 upceanisbn eanisbn13 strichcode codebarre codebarres',
  year: 'date releasedate releaseyear released jahr annee ano anno',
  country: 'land pays pais paese',
  format: 'formats media medium mediaformat support formato',
  condition: 'mediacondition zustand etat etatdudisque estado stato',
  sleeve_condition:
    'sleeve sleevecondition covercondition hulle pochette hullenzustand zustandhulle zustandderhulle coverzustand zustandcover ' +
    'etatpochette etatdelapochette',
  notes:
    'note comment comments personalnotes notizen anmerkung anmerkungen bemerkung bemerkungen kommentar kommentare remarques ' +
    'commentaire commentaires comentarios commenti',
  purchase_price: 'price pricepaid purchaseprice preis kaufpreis prix prixachat prixdachat precio prezzo',
  purchased_at:
    'boughton purchased purchasedate purchasedon datepurchased bought gekauft gekauftam kaufdatum achete achetele ' +
    'dateachat datedachat comprado acquistato',
  storage_location: 'location place storage storagedevice standort lagerort ort emplacement rangement ubicacion posizione',
  status: 'statut',
  rating: 'evaluation bewertung puntuacion valutazione',
  quantity: 'copies qty exemplaires quantite anzahl exemplare menge cantidad quantita',
  currency: 'devise monnaie wahrung moneda valuta',
  shop: 'magasin boutique laden geschaft tienda negozio',
  folder: 'dossier ordner carpeta cartella',
  tags: 'keywords motscles etiquettes schlagworter schlagworte etiquetas',
  added_at: 'added addedon dateadded ajoutele dateajout datedajout hinzugefugtam',
  is_signed: 'signed autographed dedicace signe signiert firmado firmato',
  order_date: 'orderedon orderdate commandele bestelltam',
  order_vendor: 'orderedfrom commandechez bestelltbei',
  priority: 'priorite prioritat prioridad priorita',
};

const bySynonym = new Map(Object.entries(synonyms).flatMap(([column, names]) => names.split(' ').map((name) => [name, column] as const)));

/** Without case, accents, spaces and punctuation: "Cat. No." becomes `catno`. */
const keyOf = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Maps a header row to our names, each once; unknown names are lowercased.
 * @param own names of our columns, which win over synonyms
 */
export function importColumns(names: readonly string[], own: ReadonlySet<string>): readonly string[] {
  const lower = names.map((name) => name.toLowerCase());
  const isOwn = (name: string) => own.has(name) || Object.hasOwn(synonyms, name);
  const taken = new Set(lower.filter(isOwn));
  // "Note" is a rating in French.
  const isRating = (name: string) => name === 'note' && own.has('rating') && lower.includes('titre');
  return lower.map((name, index) => {
    const column = isOwn(name)
      ? undefined
      : isRating(name)
        ? 'rating'
        : (bySynonym.get(keyOf(name)) ?? priceColumn(names[index] ?? '', own));
    if (column === undefined || taken.has(column)) return name;
    taken.add(column);
    return column;
  });
}

/** The column of a heading such as "Price in USD", in lists with prices. */
const priceColumn = (heading: string, own: ReadonlySet<string>): string | undefined =>
  own.has('purchase_price_cents') && bySynonym.get(keyOf(splitHeading(heading).name)) === 'purchase_price' ? 'purchase_price' : undefined;

/** Format names of Discogs and the website; the first match wins. */
const types: readonly (readonly [RegExp, FormatType])[] = [
  [/\bSACD\b/i, 'sacd'],
  [/\b(?:CDs?|CDr|HDCD|CDV|Compact Discs?|Disques? compacts?)\b/i, 'cd'],
  [/\b(?:Blu[-_ ]?rays?(?:-R)?)\b/i, 'blu_ray'],
  [/\b(?:DVDs?|DVDr|DVD-R)\b/i, 'dvd'],
  [/\b(?:Cass|Cassettes?|Kassetten?|Musicassettes?|K7|MC|Tapes?)\b/i, 'cassette'],
  [/\b(?:Minidiscs?|MD)\b/i, 'minidisc'],
  [/\b(?:File|FLAC|MP3|WAV|AAC|ALAC)\b/i, 'digital'],
  [/\b(?:LPs?|Vinyl[es]?s?|Vinilos?|Vinil[ei]|EP|(?:Schall)?platten?|\d\d (?:tours|T|RPM))\b|\d"/i, 'vinyl'],
  [/\b(?:Digital|Digitale|Num[ée]rique|Download|T[ée]l[ée]chargement)\b/i, 'digital'],
];

/** "2xCD, Comp" matches like "CD, Comp"; of several formats, the first counts: "Blu-ray, Album + CD". */
export function formatTypeOf(text: string): FormatType {
  const [first = text, second] = mediaIn(text);
  const described = (second === undefined ? text : first).replace(/\b\d+x/g, '');
  return types.find(([words]) => words.test(described))?.[1] ?? 'other';
}

/** Parses Discogs' format cell: `2xLP, Album, Gat + 7", Single`. */
export function formatsOfCell(text: string): DiscFormat[] {
  return mediaIn(text).map((part) => {
    const [, quantity = '1', described = ''] = /^\s*(?:(\d{1,4})x)?(.*)$/s.exec(part) ?? [];
    const words = described.split(',').flatMap((word) => oneLine(word) ?? []);
    return {
      type: formatTypeOf(part),
      quantity: Math.min(largestQuantity, Math.max(1, Number(quantity))),
      descriptions: [...new Set(words)].filter((word) => !plain.has(word.toLowerCase())).slice(0, mostFormats),
    };
  });
}

/** The formats without their box. */
function mediaIn(text: string): readonly string[] {
  const parts = text.split(/\s\+\s/, mostFormats).filter((part) => part.trim() !== '');
  const media = parts.filter((part) => !isAround(part));
  return media.length > 0 ? media : parts;
}

const isAround = (part: string): boolean => /^\s*(?:box|all)\b/i.test(part);

const plain: ReadonlySet<string> = new Set(
  'cd vinyl vinyle schallplatte cass cassette kassette k7 dvd blu-ray sacd minidisc file digital numérique'.split(' '),
);

// Conditions as Discogs, the Goldmine standard and sellers write them.

/** Words and abbreviations, folded; those of the website in all its languages are among them. */
const gradeWords: Readonly<Record<string, string>> = {
  mint: 'mint, m, new, neu, neuf',
  near_mint: 'near mint, nm, nm-, m-, mint minus, like new, as new, fast neu, wie neu, neuwertig, comme neuf, quasi neuf, presque neuf',
  // Where a scale has it, "excellent" is between near mint and very good.
  very_good_plus: 'very good plus, vg plus, vg+ plus, excellent, exzellent, ex, sehr gut plus, tres bon plus, tb plus',
  very_good: 'very good, vg, sehr gut, tres bon, tb',
  good_plus: 'good plus, g plus, gut plus, bon plus',
  good: 'good, g, gut, bon',
  fair: 'fair, f, massig, passable',
  poor: 'poor, p, schlecht, mauvais',
};

const grades = new Map(Object.entries(gradeWords).flatMap(([grade, words]) => words.split(', ').map((word) => [word, grade] as const)));

/** "Zustand: gut", "sehr guter Zustand", "en très bon état": words around a grade, and its endings in German. */
const around = /\b(?:condition|zustand|etat|in|im|en|erhalten)\b:?|(?<=gut|neu|wertig|exzellent|massig|schlecht)e[mnrs]?\b/g;

/**
 * Parses "Near Mint (NM or M-)", "VG+" or "very_good_plus" by the words before the brackets, else the first inside.
 * @returns undefined for other text, such as "Not Graded" or "Generic"
 */
export function gradeOf(text: string): string | undefined {
  const [whole = '', inBrackets = ''] = fold(text)
    .split(/[()]/)
    .map((part) => part.replaceAll('_', ' ').trim());
  const plain = (words = '') => words.replace(around, '').replaceAll(/\s+/g, ' ').trim().replace(/ ?\+$/, ' plus');
  return grades.get(plain(whole)) ?? grades.get(plain(inBrackets.split(/\s/)[0]));
}

/** Parses a status as the website shows it. */
export const ownershipOf = (text: string): string | undefined =>
  /^(?:ordered|commande|bestellt)$/.test(fold(text)) ? 'ordered' : /^(?:owned|possede|vorhanden)$/.test(fold(text)) ? 'active' : undefined;
