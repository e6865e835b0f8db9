import type { FormatType } from '../../catalog/vocabularies/vocabularies';
import { shortText } from '../../kinds/attribute';
import { fold, oneLine } from '../../store/values/folding';
import type { DiscFormat } from '../provisional/disc';
import { largestQuantity, mostFormats } from '../provisional/limits';
import type { StatusMeaning } from './vocabulary';

// Words in cells: formats of discs, conditions and statuses.

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
  const described = (second === undefined ? text : first).replace(
    /\b\d{1,3}\s?[x×]\s?|\b\d{1,2}(?=(?:CD|LP|DVD)s?\b)|(?<=[a-z])\s?[x×]\s?\d+$/gi,
    '',
  );
  return types.find(([words]) => words.test(described))?.[1] ?? 'other';
}

/** Whether a format is among the types, or called another one. */
export const isKnownFormat = (text: string): boolean =>
  formatTypeOf(text) !== 'other' || /^(?:other|andere[rs]?|sonstige[rs]?|autres?|otros?|altr[io]|anders?)$/i.test(text.trim());

/** "3xCD", "2 × LP", "2 CD" and "2-CD", but not 7", 12" or 180g. */
const severalBefore =
  /^(\d{1,3})(?:\s?[x×]\s?(?=\D)|[\s-]?(?=(?:CDs?|LPs?|DVDs?|SACDs?|Blu-?rays?|MCs?|cassettes?|vinyle?s?|discs?|disques?)\b))/i;

/** "CD x 2". */
const severalAfter = /\s?[x×]\s?(\d{1,3})$/i;

/** Parses Discogs' format cell: `2xLP, Album, Gat + 7", Single`. */
export function formatsOfCell(text: string): DiscFormat[] {
  return mediaIn(text).map((part) => {
    const text = part.trim();
    const [before, after] = [severalBefore.exec(text), severalAfter.exec(text)];
    const described = text.slice(before?.[0].length ?? 0, after?.index);
    const quantity = before?.[1] ?? after?.[1] ?? '1';
    const words = described.split(/,|\s[-–]\s/).flatMap((word) => oneLine(word, shortText) ?? []);
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
  mint: 'mint, m, new, neu, neuf, nuevo, nuovo, nieuw, perfecto, perfetto',
  near_mint:
    'near mint, nm, nm-, m-, mint minus, like new, as new, fast neu, wie neu, neuwertig, comme neuf, quasi neuf, presque neuf, como nuevo, casi nuevo, come nuovo, quasi nuovo, pari al nuovo, als nieuw, zo goed als nieuw, bijna nieuw',
  // Where a scale has it, "excellent" is between near mint and very good.
  very_good_plus:
    'very good plus, vg plus, vg+ plus, excellent, exzellent, ex, sehr gut plus, tres bon plus, tb plus, excelente, ottimo, eccellente, uitstekend, muy bueno plus, molto buono plus, zeer goed plus',
  very_good: 'very good, vg, sehr gut, tres bon, tb, muy bueno, muy bien, molto buono, zeer goed',
  good_plus: 'good plus, g plus, gut plus, bon plus, bueno plus, buono plus, goed plus',
  good: 'good, g, gut, bon, bueno, bien, buono, goed',
  fair: 'fair, f, massig, passable, aceptable, regular, discreto, accettabile, redelijk, matig',
  poor: 'poor, p, schlecht, mauvais, malo, mal, scarso, slecht',
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

/** Words for the status of a copy, in programs and languages; those of the website are among them. */
const statusWords: Readonly<Record<StatusMeaning, string>> = {
  owned:
    'active, owned, own, have, have it, got it, in collection, possede, en ma possession, dans la collection, en collection, vorhanden, ' +
    'im besitz, besitze ich, in sammlung, in der sammlung, en coleccion, en la coleccion, lo tengo, tengo, in collezione, posseduto, ' +
    'ce l’ho, in collectie, in bezit, in mijn bezit',
  ordered:
    'ordered, on order, preordered, pre-ordered, pre-order, preorder, backordered, back-ordered, on its way, on the way, in transit, ' +
    'in the mail, in the post, incoming, arriving, awaiting delivery, not yet arrived, commande, en commande, precommande, en route, ' +
    'en chemin, en transit, en livraison, en cours de livraison, en attente de livraison, pas encore arrive, bestellt, vorbestellt, ' +
    'nachbestellt, unterwegs, auf dem weg, im versand, in zustellung, noch nicht da, noch nicht angekommen, pedido, encargado, reservado, ' +
    'en camino, en transito, en reparto, por llegar, por recibir, ordinato, in ordine, preordinato, in arrivo, in viaggio, in transito, ' +
    'in consegna, in spedizione, besteld, in bestelling, voorbesteld, onderweg',
  wanted:
    'wanted, want, want it, wants, i want, i want it, wish, wish list, wishlist, on wish list, on wishlist, on the wishlist, want list, wantlist, to buy, to get, gesucht, will haben, will ich haben, haben wollen, zu kaufen, ' +
    'gewunscht, wunsch, wunschliste, auf der wunschliste, auf wunschliste, souhaite, souhait, liste de souhaits, liste d’envies, ' +
    'recherche, a acheter, je veux, je le veux, a trouver, deseado, quiero, por comprar, a comprar, lista de deseos, en lista de deseos, buscado, lo quiero, desiderato, lista dei desideri, ' +
    'nella lista dei desideri, cercato, voglio, lo voglio, da comprare, wil ik hebben, wil hebben, te kopen, verlanglijst, op verlanglijst, verlanglijstje, wenslijst, gewenst, gezocht',
  ignore:
    'sold, not in collection, traded, given away, previously owned, verkauft, nicht in sammlung, nicht in der sammlung, vendu, ' +
    'pas dans la collection, vendido, no en coleccion, venduto, non in collezione, verkocht, niet in collectie',
};

/** Copies that the owner still has. The word stays in the notes. */
const noted =
  'for sale, on sale, on offer, offered, selling, draft, expired, lent, lent out, on loan, loaned, loaned out, zu verkaufen, zum verkauf, ' +
  'im verkauf, im angebot, angeboten, verliehen, ausgeliehen, geliehen, a vendre, en vente, prete, pretee, en pret, en venta, a la venta, ' +
  'se vende, prestado, prestada, en prestamo, in vendita, da vendere, prestato, prestata, in prestito, te koop, aangeboden, uitgeleend, ' +
  'geleend';

const meanings = new Map(
  Object.entries({ ...statusWords, noted }).flatMap(([meaning, words]) => words.split(', ').map((word) => [fold(word), meaning] as const)),
);

/** What a status word means; `noted` for a copy whose word says more. */
export const statusOf = (word: string): StatusMeaning | 'noted' | undefined =>
  meanings.get(fold(word).trim().replace(/\s+/g, ' ').replaceAll("'", '’')) as StatusMeaning | 'noted' | undefined;

/** Parses a status as the website shows it. */
export const ownershipOf = (text: string): string | undefined => {
  const meaning = statusOf(text);
  return meaning === 'ordered' ? 'ordered' : meaning === 'owned' ? 'active' : undefined;
};
