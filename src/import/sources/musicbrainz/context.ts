import type { ImportedRecord } from '../../../records/write/record';
import type { KnownRecords } from '../../source';
import { typeOfName } from '../discogs/artist-types';
import { type Json, mbidOf, text } from '../shared/json';
import { NotTaken, withGuesses } from '../shared/records';
import { iri, type MappedDocument, named, partialRecord } from './records';
import { country, short } from './values';

/** Cache limit; beyond it, records are emitted again. */
const mostRemembered = 50_000;

/** Deduplicates embedded records (artists, labels, roles) within a run. */
class GivenBefore {
  readonly #hashes = new Map<string, number | bigint>();

  /** Records not yet emitted by documents of this kind, which are tracked separately. */
  fresh(entity: string, records: readonly ImportedRecord[]): readonly ImportedRecord[] {
    return records.filter((record) => !this.#wasGiven(entity, record));
  }

  #wasGiven(entity: string, { record, mode, authority, isQuietlyDeferred }: ImportedRecord): boolean {
    if (mode !== 'fill' || authority !== named.authority || isQuietlyDeferred) return false;
    const { type, id, attributes } = record as { type: string; id: string; attributes: object };
    const hash = Bun.hash.wyhash(JSON.stringify(attributes));
    const name = `${entity} ${type} ${id}`;
    if (this.#hashes.get(name) === hash) return true;
    if (this.#hashes.size >= mostRemembered) this.#hashes.clear();
    this.#hashes.set(name, hash);
    return false;
  }
}

/** Maps a parsed document to records; `undefined` if unwanted. */
export type Mapping = (document: Json, context: MusicBrainzContext) => MappedDocument | undefined;

/** Queries and shared state of mappings. */
export interface MusicBrainzContext {
  readonly known: KnownRecords;
  readonly notes: NoteBook;
  /** Known roles by name: slug, and whether it was created here. */
  readonly roles: Map<string, { readonly slug: string; readonly isOwn: boolean }>;
  readonly givenBefore: GivenBefore;
  /** Whether a person chose the release: it need not be called a soundtrack. */
  readonly isChosen?: boolean;
  /** Counts unsupported parts of the current document. */
  notTaken: NotTaken;
}

export const newContext = (known: KnownRecords): MusicBrainzContext => ({
  known,
  notes: new NoteBook(known),
  roles: new Map(),
  givenBefore: new GivenBefore(),
  notTaken: new NotTaken(),
});

/** Notes including pending ones. */
export class NoteBook {
  readonly #fresh = new Map<string, string>();

  constructor(private readonly known: KnownRecords) {}

  read(source: string, name: string): string | undefined {
    return this.#fresh.get(`${source} ${name}`) ?? this.known.note(source, name);
  }

  write(source: string, name: string, value: string): void {
    this.#fresh.set(`${source} ${name}`, value);
  }

  get size(): number {
    return this.#fresh.size;
  }

  /** Called when everything is written. */
  forget(): void {
    this.#fresh.clear();
  }
}

/** Collects the records of a document, each once per rank, referenced records first. */
export class Gathering {
  readonly records: ImportedRecord[] = [];
  readonly #seen = new Set<string>();

  constructor(readonly context: MusicBrainzContext) {}

  addRecord(...record: Parameters<typeof partialRecord>): void {
    this.add(partialRecord(...record));
  }

  add(record: ImportedRecord): void {
    const { type, id } = record.record as { type: string; id: string };
    const key = `${type} ${id} ${record.authority}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.records.push(record);
  }
}

/** Artist types common to both; for others, the artist's own document decides. */
const artistTypes: Readonly<Record<string, string>> = {
  Person: 'person',
  Group: 'group',
  Orchestra: 'orchestra',
  Choir: 'choir',
  Character: 'person',
};

export const artistType = (artist: Json): string | undefined => artistTypes[text(artist, 'type') ?? ''];

/**
 * Embedded artist; `undefined` without id or name, and for placeholders. An unsupported type is guessed; its own document may
 * know better.
 */
export function embeddedArtist(artist: Json | undefined): ImportedRecord | undefined {
  const id = mbidOf(artist);
  const name = short(text(artist, 'name'));
  if (artist === undefined || id === undefined || name === undefined || isNobody(id, name, artist)) return undefined;
  const type = artistType(artist);
  return partialRecord(type === undefined ? withGuesses(named, '_type') : named, 'Artist', iri.artist(id), {
    name,
    _type: type ?? typeOfName(name),
    country: country(text(artist, 'country')),
    disambiguation: short(text(artist, 'disambiguation')),
    fictional: text(artist, 'type') === 'Character' ? true : undefined,
  });
}

/** Placeholder for various artists. */
export const variousArtists = '89ad4ac3-39f7-470e-963a-56509c546377';

/** "[unknown]", "[data]", "[traditional]" and similar placeholders. */
const isNobody = (id: string, name: string, artist: Json): boolean =>
  id === variousArtists || (/^\[.*\]$/.test(name) && artistType(artist) === undefined);
