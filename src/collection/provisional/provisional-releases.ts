import { filmsTitled } from '../../matching/release-titles';
import { productionTitleOf } from '../../matching/titles/production-title';
import { artistsNamed, type CreditedArtist, entryNamed, labelNamed, productionNamed } from '../../matching/typed-records';
import { type Contributor, type Pending, UnreviewedReleases } from '../../records/edit/unreviewed';
import { authorities } from '../../records/provenance/ranks';
import { noRights } from '../../records/provenance/sources';
import { RecordWriter } from '../../records/sources/writer';
import { refusalOf } from '../../records/write/record';
import type { Store } from '../../store/database/open';
import { Savepoint } from '../../store/database/transactions';
import { ownReleaseId, uuidOf } from '../../store/values/identifiers';
import { type Disc, idOfDisc, namedFilmId, namedId } from './disc';
import { linksOf, ownersSource, pendingOfDisc, recordOfLink, recordsOfDisc, rowOfDisc } from './records';

/** Records created rows for an undo. */
export type Noted = (table: 'release' | 'label', id: string) => void;

/** Creates provisional releases, inside the caller's transactions. */
export class ProvisionalReleases {
  readonly #writer: RecordWriter;
  readonly #savepoint: Savepoint;
  readonly #unreviewed: UnreviewedReleases;

  /** @param contributor whose releases need review, if anyone */
  constructor(
    private readonly store: Store,
    private readonly note: Noted,
    private readonly contributor?: Contributor,
  ) {
    this.#unreviewed = new UnreviewedReleases(store.writer);
    this.#writer = new RecordWriter(store);
    this.#savepoint = new Savepoint(store.writer, 'provisional_release');
  }

  /** Call at the start of each transaction. */
  begin(): void {
    this.#writer.begin(true);
    this.#writer.declareRights(ownersSource, noRights);
  }

  /** @returns the UUID, or why none was created */
  make(disc: Disc): { readonly id: string } | { readonly refused: string } {
    const id = idOfDisc(disc, this.contributor);
    const noted: [table: 'release' | 'label', id: string][] = [];
    try {
      this.#savepoint.run(() => this.#write(disc, id, (table, id) => noted.push([table, id])));
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.#writer.forget();
      return { refused: reason };
    } finally {
      this.#writer.takeDeferredOutcomes();
      this.#writer.takeRefused();
    }
    for (const [table, id] of noted) this.note(table, id);
    return noted.some(([, noted]) => noted === id) ? { id } : { refused: 'An editor deleted the release here.' };
  }

  /** Adds pages at other sites to a placeholder that has none there, by which it can be looked up. */
  addPages(key: number, user: number, disc: Pick<Disc, 'id' | 'discogsId'>): void {
    const release = this.store.writer.get<Placeholder>(placeholder, { key, user, isContributor: Number(this.contributor !== undefined) });
    if (!release) return;
    const pending: Pending | undefined = release.pending === null ? undefined : JSON.parse(release.pending);
    const sites: readonly string[] = pending?.links.map(({ provider }) => provider) ?? JSON.parse(release.sites);
    const links = linksOf(disc).filter(({ attributes }) => !sites.includes(attributes.provider));
    if (links.length === 0) return;
    if (pending) {
      const ids = links.map(({ attributes: { provider, external_id: id } }) => (provider === 'discogs' ? ownReleaseId(id) : id));
      this.#unreviewed.change(key, {
        ...pending,
        links: [...pending.links, ...links.map(({ attributes }) => attributes)],
        known: { ...pending.known, ids: [...new Set([...pending.known.ids, ...ids])] },
      });
    } else for (const link of links) this.#writer.write(recordOfLink(release.id, link), place);
  }

  close(): void {
    this.#writer.close();
    this.#savepoint.close();
  }

  #write(disc: Disc, id: string, note: Noted): void {
    if (this.contributor) {
      const { writer } = this.store;
      const labels = disc.labels.map(({ name = '' }) => labelNamed(writer, name));
      const artists = artistsNamed(writer, disc.artist ?? '');
      const production = productionNamed(writer, disc.title, artists);
      this.#unreviewed.requireRoom(this.contributor, 1);
      this.#unreviewed.add(this.contributor, id, rowOfDisc(disc), pendingOfDisc(disc, { labels, artists, production }));
      note('release', id);
      return;
    }
    const labels = disc.labels.map(({ name }) => (name === undefined ? undefined : this.#label(name, note)));
    const artists = artistsNamed(this.store.writer, disc.artist ?? '', (name) =>
      this.#named('Artist', namedId('artist', name), { name, _type: artistTypeOf(name) }),
    );
    const [release, ...others] = recordsOfDisc(disc, id, labels, artists);
    if (this.#writer.write(release, place) !== 'added') return;
    note('release', id);
    for (const record of others) this.#writer.write(record, place);
    const record = entryNamed(this.store.writer, id);
    if (record) this.#writer.write({ record, mode: 'whole', authority: authorities.owner }, place);
    else this.#addFilm(disc, id, artists);
  }

  /** Adds the film that a soundtrack names, if none has that title. Its composers are those on the cover, as in imports. */
  #addFilm({ title, date }: Disc, release: string, artists: readonly CreditedArtist[]): void {
    const { films, type, year, isMarked } = productionTitleOf(title);
    const [name, ...others] = films;
    if (!isMarked || name === undefined || others.length > 0 || artists.length === 0) return;
    const composers = artists.map(({ iri }) => iri);
    const id = namedFilmId(name, composers);
    const isKnown = 'SELECT 1 FROM production WHERE key IN (SELECT value FROM json_each(:keys)) AND id <> :id LIMIT 1';
    if (this.store.writer.get(isKnown, { keys: JSON.stringify(filmsTitled(this.store.writer, name)), id })) return;
    const released = year ?? (date === undefined ? undefined : Number(date.slice(0, 4)));
    const attributes = {
      title: name,
      _type: type ?? 'other',
      ...(released !== undefined && { year: released }),
      composers: artists.map(({ iri, join_phrase }) => ({ iri, join_phrase, credit_role: 'composer' })),
      provisional: true,
    };
    const film = this.#named('Production', id, attributes);
    const entry = film && {
      type: 'ProductionEntry',
      id: `${film}/entries/${uuidOf(`provisional:entry:${release}`)}`,
      attributes: { kind: 'score' },
      relationships: { release: { data: { type: 'Release', id: `/api/releases/${release}` } } },
    };
    if (entry) this.#writer.write({ record: entry, mode: 'whole', authority: authorities.owner }, place);
  }

  /** The IRI of a record of a name, created if missing; `undefined` if it was deleted, and stays so. */
  #named(type: 'Label' | 'Artist' | 'Production', id: string, attributes: object, note?: Noted): string | undefined {
    const iri = `/api/${type.toLowerCase()}s/${id}`;
    const outcome = this.#writer.write({ record: { type, id: iri, attributes }, mode: 'whole', authority: authorities.owner }, place);
    if (outcome === 'added') note?.('label', id);
    return outcome === 'kept' ? undefined : iri;
  }

  /** Finds or creates a label. */
  #label(name: string, note: Noted): string | undefined {
    const found = labelNamed(this.store.writer, name);
    if (found !== undefined) return found;
    return this.#named('Label', namedId('label', name), { name }, note);
  }
}

interface Placeholder {
  readonly id: string;
  readonly pending: string | null;
  readonly sites: string;
}

/** Members without edit rights change only their own. */
const placeholder = `
  SELECT id, (SELECT pending FROM unreviewed_release WHERE release_key = r.key) AS pending,
    (SELECT json_group_array(provider) FROM release_external_link WHERE release_key = r.key) AS sites
  FROM "release" AS r WHERE key = :key AND provisional = 1 AND (unreviewed_by = :user OR (unreviewed_by IS NULL AND :isContributor = 0))`;

/** A guess: a better record corrects it. */
const artistTypeOf = (name: string): string =>
  /\b(?:orchest|orkest|philharmon|sinf|symphon)/i.test(name)
    ? 'orchestra'
    : /\b(?:choir|chorus|chor|choeur|coro)\b/i.test(name)
      ? 'choir'
      : /^the \S|&|\bband\b/i.test(name)
        ? 'group'
        : 'person';

const place = { source: ownersSource, file: ownersSource, line: 1, offset: 0 };
