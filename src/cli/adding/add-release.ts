import { lists } from '../../accounts/files/lists';
import { candidatesFor } from '../../accounts/look-ups/candidates';
import { type ReleaseInShort, releasesInShort } from '../../accounts/releases-shown';
import { fold } from '../../database/folding';
import type { Store } from '../../database/open';
import { Statements } from '../../database/statements';
import { byCommand, numberOf, type WriteByHand, writeByHand } from '../by-hand';
import { attributesOf, type DescribedRelease, type Named } from './described-release';

/** What came of it. */
export interface Added {
  /** The IRI of the release; on a dry run, of one that is not there. */
  readonly release: string;
  readonly slug: string;
  /** The IRI of the item that somebody has of it now. */
  readonly item: string | undefined;
  /** The number of the revision; none where the release was there already, and on a dry run. */
  readonly revision: number | undefined;
}

/** Whose collection a release goes into. */
export interface Owner {
  readonly key: number;
  readonly id: string;
  readonly username: string;
}

/** The releases of the catalog that a barcode or a catalogue number means. */
export function lookUp(store: Store, code: string): { readonly releases: readonly ReleaseInShort[]; readonly isClear: boolean } {
  return store.read(() => {
    const statements = new Statements(store);
    try {
      const { foundBy, keys, isClear } = candidatesFor(statements, code.trim());
      return foundBy === 'title'
        ? { releases: [], isClear: false }
        : { releases: releasesInShort(statements, keys), isClear: isClear && foundBy === 'barcode' };
    } finally {
      statements.close();
    }
  });
}

/** The records of the catalog that are meant by the names of a release: an artist only where one alone has the name. */
export function namedIn({ reader }: Store, { artist, label }: DescribedRelease): Named {
  const idsOf = (table: 'artist' | 'label', name: string) =>
    reader
      .query(`SELECT id FROM ${table} WHERE name_folded = ? ORDER BY substr(id, 15, 1) = '5', id LIMIT 2`)
      .all(fold(name))
      .map((row) => (row as { id: string }).id);
  const [artistId, another] = artist === undefined ? [] : idsOf('artist', artist);
  const [labelId] = label === undefined ? [] : idsOf('label', label);
  return {
    ...(artistId !== undefined && another === undefined && { artist: `/api/artists/${artistId}` }),
    ...(labelId !== undefined && { label: `/api/labels/${labelId}` }),
  };
}

/** Writes a release, with the label that it names and its owner's item: all of it, or nothing. */
export function addRelease(
  store: Store,
  described: DescribedRelease,
  owner: Owner | undefined,
  { note, dryRun = false }: { note?: string | undefined; dryRun?: boolean | undefined },
): Promise<Added> {
  return writeByHand(store, dryRun, (byHand) => {
    const named = namedIn(store, described);
    const label = named.label ?? (described.label === undefined ? undefined : addLabel(byHand, described.label, note));
    const release = `/api/releases/${Bun.randomUUIDv7()}`;
    const attributes = attributesOf(described, { ...named, label });
    const { revision, revisionId } = byHand((editing) =>
      editing.edit({ action: 'add', record: { type: 'Release', id: release, attributes } }, byCommand(note)),
    );
    const slug = String(revision?.after?.attributes.slug ?? '');
    return { release, slug, item: owner && addItem(store, owner, release), revision: dryRun ? undefined : numberOf(store, revisionId) };
  });
}

function addLabel(byHand: WriteByHand, name: string, note: string | undefined): string {
  const id = `/api/labels/${Bun.randomUUIDv7()}`;
  byHand((editing) => editing.edit({ action: 'add', record: { type: 'Label', id, attributes: { name } } }, byCommand(note)));
  return id;
}

/** Puts a release that is there into a collection. */
export function addOwned(store: Store, owner: Owner, release: string): Promise<string> {
  return store.write(() => addItem(store, owner, release));
}

function addItem(store: Store, { key, id }: Owner, release: string): string {
  const items = lists[0].itemsOf(store);
  const releaseKey = items.findRelease(release.slice(release.lastIndexOf('/') + 1), null);
  if (releaseKey === undefined) throw new Error(`${release} is gone within the transaction that found it.`);
  return `/api/users/${id}/collection/${items.insert(key, releaseKey, {})}`;
}
