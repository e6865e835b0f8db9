import { plainPresentation } from '../api/read/reading';
import type { Reads } from '../api/read/reads';
import { Invalid } from '../api/schema/checks';
import { idsOfIri } from '../api/schema/registry';
import type { Ids } from '../api/schema/resource';
import { conflict, DomainError } from '../errors';
import type { Kind, Kinds } from '../kinds';
import type { Attributes } from '../kinds/attribute';
import { artistsNamed, entryNamed, labelNamed } from '../matching/typed-records';
import { isVarious } from '../matching/various';
import type { Shown } from '../records/edit/edit';
import type { RecordEditing } from '../records/edit/editor';
import { type Contributor, type Pending, UnreviewedReleases, type UnreviewedRow } from '../records/edit/unreviewed';
import type { Author, Edited } from '../records/history/revisions';
import { byHand } from '../records/sources/writer';
import type { Fields, RecordObject } from '../records/write/record';
import type { Store } from '../store/database/open';
import { Savepoint } from '../store/database/transactions';
import { normalizeBarcode, normalizeCatalogNumber } from '../store/values/identifiers';

const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

interface PendingLabel {
  readonly iri: string | null;
  readonly name: string | null;
  readonly catalog_number: string | null;
}

interface PendingFormat {
  readonly format_type: string;
  readonly quantity?: number;
}

function countsOf(formats: readonly PendingFormat[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { format_type: type, quantity = 1 } of formats) counts[type] = (counts[type] ?? 0) + quantity;
  return counts;
}

const proposedRow = 'SELECT title, title_folded, artist_credit, release_date, country, barcode FROM "release" WHERE id = :id';

/** Releases proposed by contributors, until editors accept them. */
export class Proposals {
  readonly unreviewed: UnreviewedReleases;
  readonly #rehearsal: Savepoint;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds,
    /** Reads within the write transaction. */
    private readonly reads: Reads,
  ) {
    this.unreviewed = new UnreviewedReleases(store.writer);
    this.#rehearsal = new Savepoint(store.writer, 'proposal');
  }

  /** Adds a record for review. It must be valid for editors too; related records are added on acceptance only. */
  add(kind: Kind, record: RecordObject, productions: readonly string[], contributor: Contributor): Edited {
    this.unreviewed.requireRoom(contributor, 1);
    const { edited, row, labels } = this.#rehearsal.undone(() => {
      const edited = byHand(this.store, this.kinds, (editing) => {
        const added = editing.edit({ action: 'add', record }, contributor.author);
        addScores(editing, record.id, productions, contributor.author);
        return added;
      });
      const ids = recordIds(kind, record.id);
      const { labels } = this.reads.document(kind, plainPresentation, ids).document.data.attributes as { labels: readonly PendingLabel[] };
      const row = this.store.writer.get<UnreviewedRow>(proposedRow, { id: ids.id as string }) as UnreviewedRow;
      return { edited, row, labels };
    });
    const attributes: Attributes = Object.fromEntries(
      Object.entries(record.attributes).filter(
        ([name]) => Object.hasOwn(kind.deserializer.schema.properties, name) || Object.hasOwn(kind.contains, name),
      ),
    );
    const pending = {
      attributes: {
        provisional: false,
        ...(isVarious(row.artist_credit ?? '') && { artists: [] }),
        ...attributes,
        labels: labels.map(({ iri, name, catalog_number }) => ({ iri, name, catalog_number })),
      },
      relationships: record.relationships,
      ...(productions.length > 0 && { productions }),
      links: [],
      known: {
        ids: [],
        barcode: row.barcode === null ? null : normalizeBarcode(row.barcode),
        numbers: labels.flatMap(({ catalog_number }) => normalizeCatalogNumber(catalog_number ?? '') || []),
        formats: countsOf((attributes.formats ?? []) as readonly PendingFormat[]),
      },
    };
    const id = recordIds(kind, record.id).id as string;
    return { ...edited, revisionId: this.unreviewed.add(contributor, id, row, pending) };
  }

  /** Publishes an unreviewed record with its pending parts and the editor's changes. */
  accept(kind: Kind, iri: string, key: number, { attributes, relationships }: Fields, author: Author, current: Shown): Edited {
    const { reviewed, ...own } = attributes;
    if (reviewed !== true) throw conflict('review_attribute', { kind: kind.noun });
    const pending = this.unreviewed.pending(key) as Pending;
    this.unreviewed.accept(key);
    return byHand(this.store, this.kinds, (editing) => {
      // First, so that its title is not linked to them again. They may be deleted.
      for (const production of pending.productions ?? []) unlessRefused(() => addScores(editing, iri, [production], author));
      const { artists, ...others }: Attributes = pending.attributes;
      const areThere = (artists as readonly { iri: string }[] | undefined)?.every(({ iri }) => this.unreviewed.finds('Artist', iri));
      const all: Attributes = { ...others, ...(areThere && { artists }), ...own };
      // Labels may be sent back as they were read: with a name instead of a record.
      const labels = Array.isArray(all.labels) ? all.labels.map((label) => this.#labelOf(label, editing, author)) : all.labels;
      const record = {
        type: kind.type,
        id: iri,
        attributes: { ...all, ...(labels !== undefined && { labels }) },
        relationships: { ...pending.relationships, ...relationships },
      };
      const edited = linkNamed(this.store, editing, record, author, (linked) =>
        editing.edit({ action: 'change', record: linked, shown: current }, author),
      );
      // A link that another release has by now stays there.
      for (const attributes of pending.links) unlessRefused(() => addLink(editing, iri, attributes, author));
      return edited;
    });
  }

  /** A label of a release; by its name, created if missing, where it has no record. */
  #labelOf(label: unknown, editing: RecordEditing, author: Author): unknown {
    const { iri = null, name = null, ...members } = (label ?? {}) as Partial<PendingLabel>;
    if (typeof name !== 'string' || (iri !== null && this.unreviewed.finds('Label', iri))) return label;
    const found = labelNamed(this.store.writer, name);
    const added = found ?? `/api/labels/${Bun.randomUUIDv7()}`;
    if (!found) editing.edit({ action: 'add', record: { type: 'Label', id: added, attributes: { name }, relationships: {} } }, author);
    return { ...members, iri: added };
  }
}

/** Adds entries of a release to the productions, each named once, whose score it has. */
export function addScores(editing: RecordEditing, release: string, productions: readonly string[], author: Author): void {
  const relationships = { release: { data: { type: 'Release', id: release } } };
  for (const production of productions) {
    const id = `${production}/entries/${Bun.randomUUIDv7()}`;
    editing.edit({ action: 'add', record: { type: 'ProductionEntry', id, attributes: { kind: 'score' }, relationships } }, author);
  }
}

/** Adds the artists and the production named by a provisional release, unless stated. */
export function linkNamed(
  store: Store,
  editing: RecordEditing,
  record: RecordObject,
  author: Author,
  write: (record: RecordObject) => Edited,
): Edited {
  if (record.type !== 'Release') return write(record);
  const { artist_credit: credit, artists: statedArtists } = record.attributes;
  const artists = statedArtists === undefined && typeof credit === 'string' ? artistsNamed(store.writer, credit) : [];
  const edited = write(artists.length === 0 ? record : { ...record, attributes: { ...record.attributes, artists } });
  const entry = entryNamed(store.writer, idOf(record.id));
  if (entry) editing.edit({ action: 'add', record: entry }, author);
  return edited;
}

function addLink(editing: RecordEditing, iri: string, attributes: Pending['links'][number], author: Author): void {
  const record = { type: 'ReleaseExternalLink', id: `${iri}/external-links/${Bun.randomUUIDv7()}`, attributes, relationships: {} };
  editing.edit({ action: 'add', record }, author);
}

function unlessRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Invalid || error instanceof DomainError)) throw error;
  }
}

/** UUIDs of a record and its parents, by path parameter. */
export function recordIds(kind: Kind, iri: string): Ids {
  const ids = idsOfIri(kind, iri) ?? [];
  const names = [...kind.ancestors.map(({ parameter }) => parameter), 'id'];
  return Object.fromEntries(names.map((name, index) => [name, ids[index] as string]));
}
