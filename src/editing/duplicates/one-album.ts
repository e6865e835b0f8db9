import type { Kinds } from '../../kinds';
import type { RecordEditing } from '../../records/edit/record-editing';
import type { Author, Edited } from '../../records/history/revision';
import { byHand } from '../../records/sources/writer';
import { readText } from '../../records/write/record';
import type { Store } from '../../store/database/open';

export interface Release {
  readonly key: number;
  readonly iri: string;
}

/**
 * Puts two releases under one album, within the caller's transaction: that of the first, else of the other, else a new one with
 * the first one's title. A provisional release may have a provisional album.
 */
export function putUnderOneAlbum(store: Store, kinds: Kinds, releases: readonly [Release, Release], author: Author): void {
  const kind = kinds.ofTable('release');
  const texts = releases.map(({ key }) => readText(store.writer, kind, key));
  const albums = texts.map(({ relationships }) => (relationships.album as { data: Album | null } | undefined)?.data ?? undefined);
  const [first] = texts;
  byHand(store, kinds, (editing) => {
    const album = albums.find((one) => one !== undefined) ?? madeOf(editing, first?.attributes ?? {}, author);
    let edited: Edited | undefined;
    for (const [index, { iri }] of releases.entries()) {
      if (albums[index]?.id === album.id) continue;
      const record = { type: 'Release', id: iri, relationships: { album: { data: album } } };
      edited = editing.edit({ action: 'change', record }, author);
    }
    return edited ?? { revision: undefined, version: undefined, ignored: [] };
  });
}

interface Album {
  readonly type: string;
  readonly id: string;
}

function madeOf(editing: RecordEditing, release: Readonly<Record<string, unknown>>, author: Author): Album {
  const { title, artist_credit, artists } = release;
  const attributes = { title, ...(artist_credit !== undefined && { artist_credit }), ...(artists !== undefined && { artists }) };
  const album = { type: 'Album', id: `/api/albums/${Bun.randomUUIDv7()}` };
  editing.edit({ action: 'add', record: { ...album, attributes } }, author);
  return album;
}
