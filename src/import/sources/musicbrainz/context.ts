import { counted } from '../../../counted';
import type { GivenRecord } from '../../../records/write/given-record';
import type { Known } from '../../source';
import { typeOfName } from '../discogs/artist-names';
import { NotTaken } from '../shared/values';
import type { OtherMember } from './document-lines';
import type { Input } from './dump-files';
import { country, idOf, type Json, short, text } from './json';
import { given, guessing, iri, type Made, named } from './records';

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
export type Mapping = (document: Json, context: Context) => Made | undefined;

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

/** What mappings of one run are given. */
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
  return given(type === undefined ? guessing(named, '_type') : named, 'Artist', iri.artist(id), {
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

/** The newest schema of the database whose documents are known to be understood. */
const newestSchema = 31;

/** The form of the dumps that is read. */
const dumpsSchema = '1';

/** As many keys that nobody knows are told of; a broken file has any number. */
const mostUnknownKeys = 100;

/** What is worth a line at the end of an import. */
export class Warnings {
  readonly #lines = new Set<string>();
  readonly #unknownKeys = new Map<string, number>();

  lines(): string[] {
    const keys = [...this.#unknownKeys].map(([name, count]) => `${name} is not known: it was left out of ${counted(count, 'document')}.`);
    return [...this.#lines, ...keys];
  }

  add(line: string): void {
    this.#lines.add(line);
  }

  /** What is to be said of files before they are read. */
  addAbout(inputs: readonly Input[]): void {
    const entities = new Set(inputs.map(({ entity }) => entity));
    for (const { file, entity, schemaSequence } of inputs) {
      if (schemaSequence !== undefined && !(Number(schemaSequence) <= newestSchema))
        this.add(
          `${file}: its schema is ${schemaSequence}, and the newest that is known is ${newestSchema}; what is new in it may be left out.`,
        );
      if (entity === 'recording') this.add(`${file}: it is not read, since it holds only recordings that are on no release.`);
    }
    if (entities.has('release') && !entities.has('release-group'))
      this.add(
        'Without release-group, nothing says which films releases belong to: each album stands for a production of its own until release-group comes, with this import or a later one.',
      );
  }

  /** What stands in an archive after the dump. */
  addMember(file: string, { name, bytes }: OtherMember): void {
    const content = Buffer.from(bytes).toString('latin1').trim();
    if (name.endsWith('JSON_DUMPS_SCHEMA_NUMBER') && content !== dumpsSchema)
      this.add(
        `${file}: its dumps are of form ${content.slice(0, 20)}, and only ${dumpsSchema} is known; what is new in it may be left out.`,
      );
    if (/(^|\/)mbdump\//.test(name)) this.add(`${file}: ${name} in it is not read; an archive is read for one dump.`);
  }

  addKeys(entity: string, document: Json, known: ReadonlySet<string>): void {
    for (const key of Object.keys(document)) {
      if (known.has(key)) continue;
      const name = `"${key.slice(0, 100)}" of ${entity}`;
      const count = this.#unknownKeys.get(name);
      if (count !== undefined || this.#unknownKeys.size < mostUnknownKeys) this.#unknownKeys.set(name, (count ?? 0) + 1);
    }
  }
}
