import { SetupError } from '../../../errors';
import { RecordError } from '../../../records/write/record';
import type { KnownRecords } from '../../source';
import { Head, openPlain, type PlainBytes } from '../../streams';
import type { NotTaken } from '../shared/records';
import { readMaster } from './albums-and-productions';
import { mapArtistElement } from './artist';
import { countryCodeOf } from './countries';
import type { Wanted } from './elements';
import { type DiscogsReferences, emit, type Output, primary } from './records';
import { mapReleaseElement } from './release';
import {
  discogsIdOf,
  elementText,
  listed,
  ownArtistId,
  ownLabelId,
  ownOrganizationId,
  ownText,
  undisambiguatedName,
  type XmlValue,
} from './values';

/** A Discogs label may be a label, a company or both; each is a separate deferrable document. */
const documentsOfLabel = (id: string): readonly string[] => [id, company + id];

const company = 'company:';

function isNamedLabel(document: string, known: KnownRecords): boolean {
  return document.startsWith(company)
    ? known.knows('Organization', ownOrganizationId(document.slice(company.length)))
    : known.knows('Label', ownLabelId(document));
}

/** Record of a `<label>` as label or company. The catalog takes its name, and the country at the end of the postal address. */
function readLabel(element: XmlValue, _: unknown, to: Output, __: unknown, document = ''): void {
  const id = discogsIdOf(elementText(element, 'id'));
  const name = undisambiguatedName(elementText(element, 'name'));
  if (id === undefined) throw new RecordError('The label has no valid id (a whole number of up to 15 digits).');
  if (name === '') throw new RecordError('The label has no name.');
  const country = countryOf(elementText(element, 'contactinfo'));
  const attributes = { name, ...(country && { country }) };
  if (document.startsWith(company)) emit(to, primary, 'Organization', [ownOrganizationId(id)], attributes);
  else emit(to, primary, 'Label', [ownLabelId(id)], attributes);
}

/** Phone numbers and the like may follow the address: the last line that is exactly a country name. */
function countryOf(contact: string): string | undefined {
  const lines = contact.slice(0, 5_000).split(/[\r\n]+/);
  return lines.map((line) => countryCodeOf(line.replace(/[.,]\s*$/, ''))).findLast((code) => code !== undefined);
}

const genre = 'Stage & Screen';

/** Styles that mean music for films, series and games in any genre. */
const filmStyles = ['Soundtrack', 'Score', 'Video Game Music'];

/** Styles of the genre Stage & Screen that are imported; opera and cabaret are not. */
const stylesOfGenre: ReadonlySet<string> = new Set([...filmStyles, 'Theme', 'Musical', 'Bollywood']);

/**
 * Whether a release or master is film music. A third of the genre has no style at all, real soundtracks included, so only
 * another style excludes it.
 */
function isFilmMusic(element: XmlValue): boolean {
  const texts = (list: string, one: string) => listed(element, list, one).map((value) => ownText(value).trim());
  const styles = texts('styles', 'style');
  if (styles.some((style) => filmStyles.includes(style))) return true;
  return texts('genres', 'genre').includes(genre) && (styles.length === 0 || styles.some((style) => stylesOfGenre.has(style)));
}

/** Ends of the deciding elements: `&` may be escaped differently, but the rest is unique to this genre. */
const needles = ['Screen</genre>', ...filmStyles.map((style) => `${style}</style>`)].map((text) => Buffer.from(text));

/** Byte-level search; each window is searched once per word. */
function mentionsFilmMusic(): Wanted {
  const all = needles.map(mentions);
  return (window, start, end) => all.some((one) => one(window, start, end));
}

function mentions(needle: Buffer): Wanted {
  let searched: Buffer | undefined;
  let next = -1;
  return (window, start, end) => {
    if (window !== searched || (next >= 0 && next < start)) {
      searched = window;
      next = window.indexOf(needle, start);
    }
    return next >= 0 && next < end;
  };
}

/** One of the four monthly files. */
export interface Dump {
  readonly name: 'releases' | 'masters' | 'artists' | 'labels';
  readonly tag: string;
  /** List in which elements of the tag are nested. */
  readonly nestedIn?: string;
  /** Byte-level filter before parsing. */
  readonly wanted: (known: KnownRecords) => Wanted;
  /** For elements that others refer to: the document ids of an element. Unreferenced ones are deferred. */
  readonly documentsOf?: (id: string) => readonly string[];
  readonly isNamed?: (document: string, known: KnownRecords) => boolean;
  readonly isImported: (element: XmlValue) => boolean;
  /** Counts elements that are not imported. */
  readonly leftOut?: string;
  readonly read: (element: XmlValue, references: DiscogsReferences, to: Output, notTaken: NotTaken, document?: string) => void;
}

const always = (): boolean => true;

const isNamedArtist = (id: string, known: KnownRecords): boolean => known.knows('Artist', ownArtistId(id));

/**
 * In reading order: releases determine the artists and labels needed, masters which releases are missing. Unparsed masters
 * differ from releases only by their tag.
 */
export const dumps: readonly Dump[] = [
  {
    name: 'releases',
    tag: 'release',
    wanted: mentionsFilmMusic,
    isImported: isFilmMusic,
    leftOut: 'releases of other genres',
    read: mapReleaseElement,
  },
  {
    name: 'masters',
    tag: 'master',
    wanted: mentionsFilmMusic,
    isImported: isFilmMusic,
    leftOut: 'masters of other genres',
    read: readMaster,
  },
  {
    name: 'artists',
    tag: 'artist',
    documentsOf: (id) => [id],
    isNamed: isNamedArtist,
    wanted: (known) => withOwnId((id) => isNamedArtist(id, known) || known.mayDefer?.('discogs/artists') === true),
    isImported: always,
    read: mapArtistElement,
  },
  {
    name: 'labels',
    tag: 'label',
    nestedIn: 'sublabels',
    documentsOf: documentsOfLabel,
    isNamed: isNamedLabel,
    wanted: (known) =>
      withOwnId(
        (id) => documentsOfLabel(id).some((document) => isNamedLabel(document, known)) || known.mayDefer?.('discogs/labels') === true,
      ),
    isImported: always,
    read: readLabel,
  },
];

const headBytes = 64 * 1024;

/** A file readable from its start, without losing the bytes used to recognize it. */
export interface RecognizedFile {
  readonly file: string;
  readonly dump: Dump;
  /** Whether it is a whole document, whose end tag proves completeness. */
  readonly hasRoot: boolean;
  readonly totalBytes: number | undefined;
  open(from: number): PlainBytes;
}

export async function recognizeFile(file: string): Promise<RecognizedFile> {
  const plain = openPlain(file);
  const { totalBytes } = plain;
  const head = new Head(plain, headBytes);
  try {
    const recognized = { file, ...(await recognize(file, head)), totalBytes };
    return { ...recognized, open: (from) => (totalBytes === undefined ? head.replayed(from) : openPlain(file, { from })) };
  } finally {
    // A pipe can be read only once.
    if (totalBytes !== undefined) await plain.chunks.return(undefined);
  }
}

/** Identifies a dump by its first tag. @throws {SetupError} for anything else */
async function recognize(file: string, head: Head): Promise<{ dump: Dump; hasRoot: boolean }> {
  await head.grow(headBytes);
  const first = /<(releases|masters|artists|labels|release|master|artist|label)[\s>/]/.exec(
    new TextDecoder('latin1').decode(head.bytes.subarray(0, headBytes)),
  );
  const dump = dumps.find(({ name, tag }) => name === first?.[1] || tag === first?.[1]);
  if (dump) return { dump, hasRoot: dump.name === first?.[1] };
  head.requireSound();
  throw new SetupError(`${file} is not a Discogs dump: it has no releases, masters, artists or labels.`);
}

const ownIdTag = Buffer.from('<id>');

/** Elements without an id are parsed, to be rejected. */
function withOwnId(isWanted: (id: string) => boolean): Wanted {
  return (window, start, end) => {
    const id = ownIdOf(window, start, end);
    return id === undefined || isWanted(id);
  };
}

/** The first `<id>` is the element's own; others are in lists after it. */
export function ownIdOf(window: Buffer, start = 0, end = window.length): string | undefined {
  const at = window.indexOf(ownIdTag, start) + ownIdTag.length;
  if (at < ownIdTag.length || at >= end) return undefined;
  return discogsIdOf(window.toString('latin1', at, Math.min(end, window.indexOf(0x3c, at))));
}
