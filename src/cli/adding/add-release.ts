import { lists } from '../../collection/files/lists';
import { type ReleaseInShort, releasesInShort } from '../../collection/releases-shown';
import { areTitlesAlike } from '../../matching/score';
import { artistsNamed, type Candidates, candidatesFor, entryNamed, labelNamed } from '../../matching/typed-records';
import type { Store } from '../../store/database/open';
import { fold } from '../../store/values/folding';
import { byCommand, revisionNumberOf, type WriteByHand, writeByHand } from './by-hand';
import { attributesOf, type DescribedRelease, type ReferencedRecords } from './described-release';

export interface Added {
  /** IRI of the release; in a dry run, of one that does not exist. */
  readonly release: string;
  readonly slug: string;
  /** IRI of the collection item. */
  readonly item: string | undefined;
  /** Number of the revision; undefined for an existing release and in a dry run. */
  readonly revision: number | undefined;
}

export interface Owner {
  readonly key: number;
  readonly id: string;
  readonly username: string;
}

interface FoundReleases {
  readonly foundBy: Candidates['foundBy'];
  readonly releases: readonly ReleaseInShort[];
  /** Whether one of them is meant. */
  readonly isClear: boolean;
}

/** Releases with a barcode, catalog number or title. */
export function findReleases(store: Store, line: string): FoundReleases {
  return store.read(() => {
    const { foundBy, keys, isClear } = candidatesFor(store.reader, line.trim());
    return { foundBy, releases: releasesInShort(store, keys), isClear };
  });
}

/** Releases with a barcode or catalog number. Labels share numbers, so the title must match, too. */
export function findByCode(store: Store, code: string, title = ''): Omit<FoundReleases, 'foundBy'> {
  const { foundBy, releases, isClear } = findReleases(store, code);
  if (foundBy === 'title') return { releases: [], isClear: false };
  return { releases, isClear: isClear && (foundBy === 'barcode' || areTitlesAlike(fold(releases[0]?.title ?? ''), fold(title))) };
}

export function referencedRecords({ reader }: Store, { artist, label }: DescribedRelease): ReferencedRecords {
  return {
    artists: artistsNamed(reader, artist ?? ''),
    label: label === undefined ? undefined : labelNamed(reader, label),
  };
}

/** Adds a release with the records it names and its collection item, in one transaction. */
export function addRelease(
  store: Store,
  described: DescribedRelease,
  owner: Owner | undefined,
  { note, dryRun = false }: { note?: string | undefined; dryRun?: boolean | undefined },
): Promise<Added> {
  return writeByHand(store, dryRun, (byHand) => {
    const named = referencedRecords(store, described);
    const label = named.label ?? (described.label === undefined ? undefined : addLabel(byHand, described.label, note));
    const release = `/api/releases/${Bun.randomUUIDv7()}`;
    const attributes = attributesOf(described, { ...named, label });
    const { revision, revisionId } = byHand((editing) => {
      const edited = editing.edit({ action: 'add', record: { type: 'Release', id: release, attributes } }, byCommand(note));
      const entry = entryNamed(store.writer, idOf(release));
      if (entry) editing.edit({ action: 'add', record: entry }, byCommand(note));
      return edited;
    });
    const slug = String(revision?.after?.attributes.slug ?? '');
    return {
      release,
      slug,
      item: owner && addItem(store, owner, release),
      revision: dryRun ? undefined : revisionNumberOf(store, revisionId),
    };
  });
}

function addLabel(byHand: WriteByHand, name: string, note: string | undefined): string {
  const id = `/api/labels/${Bun.randomUUIDv7()}`;
  byHand((editing) => editing.edit({ action: 'add', record: { type: 'Label', id, attributes: { name } } }, byCommand(note)));
  return id;
}

/** Adds an existing release to a collection. */
export function addOwned(store: Store, owner: Owner, release: string): Promise<string> {
  return store.write(() => addItem(store, owner, release));
}

function addItem(store: Store, { key, id }: Owner, release: string): string {
  const items = lists[0].itemsOf(store);
  const releaseKey = items.findRelease(idOf(release), null);
  if (releaseKey === undefined) throw new Error(`${release} is gone within the transaction that found it.`);
  return `/api/users/${id}/collection/${items.insert(key, releaseKey, {})}`;
}

const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
