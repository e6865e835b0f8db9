import { SetupError } from '../../../errors';
import { RecordError } from '../../../records/write/record';
import type { Known } from '../../source';
import { Head, openPlain, type PlainBytes } from '../../streams';
import type { NotTaken } from '../shared/values';
import { readArtist } from './artist';
import { countryCodeOf } from './countries';
import type { Wanted } from './elements';
import { readMaster } from './master';
import { emit, type Output, primary } from './records';
import type { References } from './references';
import { readRelease } from './release';
import { idOf, nameOf, ownArtistId, ownLabelId, ownOrganizationId } from './values';
import { listed, ownText, textOf, type Value } from './xml';

/** A label of Discogs is a label, a company or both: as each it is a document of its own, which something may name later. */
const documentsOfLabel = (id: string): readonly string[] => [id, company + id];

const company = 'company:';

function isNamedLabel(document: string, known: Known): boolean {
  return document.startsWith(company)
    ? known.knows('Organization', ownOrganizationId(document.slice(company.length)))
    : known.knows('Label', ownLabelId(document));
}

/**
 * The record of a `<label>` as the one or the other. Of what Discogs tells of labels, a catalog has a place for the name
 * and the country, which ends the postal address.
 */
function readLabel(element: Value, _: unknown, to: Output, __: unknown, document = ''): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The label has no valid id (a whole number of up to 15 digits).');
  if (name === '') throw new RecordError('The label has no name.');
  const country = countryOf(textOf(element, 'contactinfo'));
  const attributes = { name, ...(country && { country }) };
  if (document.startsWith(company)) emit(to, primary, 'Organization', [ownOrganizationId(id)], attributes);
  else emit(to, primary, 'Label', [ownLabelId(id)], attributes);
}

/** Telephone numbers and the like may follow the address: the last line that is a country's name and nothing else. */
function countryOf(contact: string): string | undefined {
  const lines = contact.slice(0, 5_000).split(/[\r\n]+/);
  return lines.map((line) => countryCodeOf(line.replace(/[.,]\s*$/, ''))).findLast((code) => code !== undefined);
}

const genre = 'Stage & Screen';

/** The styles that are music for films, series and games whatever the genre. */
const filmStyles = ['Soundtrack', 'Score', 'Video Game Music'];

/** The styles of the genre that are music for films, series, games and musicals; there are operas and cabaret as well. */
const stylesOfGenre: ReadonlySet<string> = new Set([...filmStyles, 'Theme', 'Musical', 'Bollywood']);

/**
 * Whether a release or a master is of the catalog. About a third of those of the genre carry no style at all, true
 * soundtracks among them: only another style tells against one.
 */
function isFilmMusic(element: Value): boolean {
  const texts = (list: string, one: string) => listed(element, list, one).map((value) => ownText(value).trim());
  const styles = texts('styles', 'style');
  if (styles.some((style) => filmStyles.includes(style))) return true;
  return texts('genres', 'genre').includes(genre) && (styles.length === 0 || styles.some((style) => stylesOfGenre.has(style)));
}

/**
 * The ends of the elements that say it: `&` may be escaped in several ways; what follows it is the same in all of them,
 * and stands in no other genre.
 */
const needles = ['Screen</genre>', ...filmStyles.map((style) => `${style}</style>`)].map((text) => Buffer.from(text));

/** By the bytes alone. Each window is searched once for each of the words. */
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

/** One of the four files of a month. */
export interface Dump {
  readonly name: 'releases' | 'masters' | 'artists' | 'labels';
  readonly tag: string;
  /** The list in which its elements stand within one another. */
  readonly nestedIn?: string;
  /** By the bytes alone, before anything is parsed. */
  readonly wanted: (known: Known) => Wanted;
  /** Of what others name: the documents that an element of an id is, and whether something has named one. Others are parked. */
  readonly documentsOf?: (id: string) => readonly string[];
  readonly isNamed?: (document: string, known: Known) => boolean;
  readonly isKept: (element: Value) => boolean;
  readonly read: (element: Value, references: References, to: Output, notTaken: NotTaken, document?: string) => void;
}

const always = (): boolean => true;

const isNamedArtist = (id: string, known: Known): boolean => known.knows('Artist', ownArtistId(id));

/**
 * In the order in which they are read: releases say which artists and labels a catalog needs, masters what releases are
 * missing. Masters nobody has parsed are told apart from releases by nothing but the tag.
 */
export const dumps: readonly Dump[] = [
  {
    name: 'releases',
    tag: 'release',
    wanted: mentionsFilmMusic,
    isKept: isFilmMusic,
    read: readRelease,
  },
  {
    name: 'masters',
    tag: 'master',
    wanted: mentionsFilmMusic,
    isKept: isFilmMusic,
    read: readMaster,
  },
  {
    name: 'artists',
    tag: 'artist',
    documentsOf: (id) => [id],
    isNamed: isNamedArtist,
    wanted: (known) => withOwnId((id) => isNamedArtist(id, known) || known.mayDefer?.('discogs/artists') === true),
    isKept: always,
    read: readArtist,
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
    isKept: always,
    read: readLabel,
  },
];

const headBytes = 64 * 1024;

/** A file that can be read from its start, without what was read to recognize it being lost. */
export interface RecognizedFile {
  readonly file: string;
  readonly dump: Dump;
  /** Whether it is a whole document, whose end tells that nothing is missing. */
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
    // A pipe is read once, from its start.
    if (totalBytes !== undefined) await plain.chunks.return(undefined);
  }
}

/** Which dump a file is, by its first tag. Throws a {@link SetupError} where it is none. */
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

/** One without an id is read, to be refused. */
function withOwnId(isWanted: (id: string) => boolean): Wanted {
  return (window, start, end) => {
    const id = ownIdOf(window, start, end);
    return id === undefined || isWanted(id);
  };
}

/** The first `<id>` is the element's own: those of others stand in lists behind it. */
export function ownIdOf(window: Buffer, start = 0, end = window.length): string | undefined {
  const at = window.indexOf(ownIdTag, start) + ownIdTag.length;
  if (at < ownIdTag.length || at >= end) return undefined;
  return idOf(window.toString('latin1', at, Math.min(end, window.indexOf(0x3c, at))));
}
