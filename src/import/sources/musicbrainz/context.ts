import type { GivenRecord } from '../../../records/write/given-record';
import type { Known } from '../../source';
import { typeOfName } from '../discogs/artist-types';
import { idOf, type Json, text } from '../shared/json';
import { withGuesses } from '../shared/records';
import { NotTaken } from '../shared/values';
import { given, iri, type MappedDocument, named } from './records';
import { country, short } from './values';

/** As many as name each other within reach of a dump; when there are more, they are given again. */
const mostKept = 50_000;

/**
 * What documents say in passing of artists, labels and roles, they say again and again. It is given once in a run, as long
 * as it is the same.
 */
class GivenBefore {
  readonly #said = new Map<string, number | bigint>();

  /** The records that have not been given yet by documents of a kind: what each kind names is remembered under it. */
  fresh(entity: string, records: readonly GivenRecord[]): readonly GivenRecord[] {
    return records.filter((record) => !this.#wasGiven(entity, record));
  }

  #wasGiven(entity: string, { record, mode, authority, waitsQuietly }: GivenRecord): boolean {
    if (mode !== 'fill' || authority !== named.authority || waitsQuietly) return false;
    const { type, id, attributes } = record as { type: string; id: string; attributes: object };
    const said = Bun.hash.wyhash(JSON.stringify(attributes));
    const name = `${entity} ${type} ${id}`;
    if (this.#said.get(name) === said) return true;
    if (this.#said.size >= mostKept) this.#said.clear();
    this.#said.set(name, said);
    return false;
  }
}

/** Makes the records of a document that was parsed; `undefined` where the document is not wanted. */
export type Mapping = (document: Json, context: Context) => MappedDocument | undefined;

/** What mappings ask, and where they leave what later documents need. */
export interface Context {
  readonly known: Known;
  readonly notes: NoteBook;
  /** Roles that the catalog has, by their names: their slugs, and whether they came from here. */
  readonly roles: Map<string, { readonly slug: string; readonly isOwn: boolean }>;
  readonly givenBefore: GivenBefore;
  /** Counts what is not taken of the document that is mapped. */
  notTaken: NotTaken;
}

export const newContext = (known: Known): Context => ({
  known,
  notes: new NoteBook(known),
  roles: new Map(),
  givenBefore: new GivenBefore(),
  notTaken: new NotTaken(),
});

/** Notes as the catalog will have them: those of the last batch, and on top those that are on their way. */
export class NoteBook {
  readonly #fresh = new Map<string, string>();

  constructor(private readonly known: Known) {}

  read(source: string, name: string): string | undefined {
    return this.#fresh.get(`${source} ${name}`) ?? this.known.note(source, name);
  }

  write(source: string, name: string, value: string): void {
    this.#fresh.set(`${source} ${name}`, value);
  }

  get size(): number {
    return this.#fresh.size;
  }

  /** Everything has been written. */
  forget(): void {
    this.#fresh.clear();
  }
}

/** Gathers the records of one document, each once at each authority, those that others point to before them. */
export class Gathering {
  readonly records: GivenRecord[] = [];
  readonly #seen = new Set<string>();

  constructor(readonly context: Context) {}

  addRecord(...record: Parameters<typeof given>): void {
    this.add(given(...record));
  }

  add(record: GivenRecord): void {
    const { type, id } = record.record as { type: string; id: string };
    const key = `${type} ${id} ${record.authority}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.records.push(record);
  }
}

/** The kinds of artists that both worlds know. A type that is missing here is decided by the artist's own document. */
const artistTypes: Readonly<Record<string, string>> = {
  Person: 'person',
  Group: 'group',
  Orchestra: 'orchestra',
  Choir: 'choir',
  Character: 'person',
};

export const artistType = (artist: Json): string | undefined => artistTypes[text(artist, 'type') ?? ''];

/**
 * An artist as other documents name it; `undefined` where it has no id or no name, and
 * where it stands for nobody in particular. The type is a guess where it is none that the catalog has: its own document
 * may know members.
 */
export function embeddedArtist(artist: Json | undefined): GivenRecord | undefined {
  const id = idOf(artist);
  const name = short(text(artist, 'name'));
  if (artist === undefined || id === undefined || name === undefined || isNobody(id, name, artist)) return undefined;
  const type = artistType(artist);
  return given(type === undefined ? withGuesses(named, '_type') : named, 'Artist', iri.artist(id), {
    name,
    _type: type ?? typeOfName(name),
    country: country(text(artist, 'country')),
    disambiguation: short(text(artist, 'disambiguation')),
    fictional: text(artist, 'type') === 'Character' ? true : undefined,
  });
}

/** Stands on releases of many artists, and is none. */
export const variousArtists = '89ad4ac3-39f7-470e-963a-56509c546377';

/** "[unknown]", "[data]", "[traditional]" and the like stand where there is no artist. */
const isNobody = (id: string, name: string, artist: Json): boolean =>
  id === variousArtists || (/^\[.*\]$/.test(name) && artistType(artist) === undefined);
