import { albums } from '../../catalog/albums';
import { productionEntries } from '../../catalog/production-entries';
import { releases } from '../../catalog/releases';
import type { Sent, Single } from '../api/client';
import { includedOf } from '../api/linked-records';
import type { RequestContext } from '../http/request-context';
import { type NameKind, namedKinds } from './names';

export const createdDocumentOf = (
  type: string,
  { attributes = {}, relationships = {} }: { readonly attributes?: object; readonly relationships?: object },
  note: string,
  id?: string,
): object => ({
  data: {
    type,
    ...(id !== undefined && { id }),
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
  },
  ...(note !== '' && { meta: { note } }),
});

/** Records created for a form, deleted again if the form is rejected. */
export class CreatedRecords {
  readonly #added: { readonly iri: string; readonly name: string; readonly tag: string; readonly key: string }[] = [];
  readonly #ids = new Map<string, string>();

  constructor(
    private readonly visit: Pick<RequestContext, 'api' | 't' | 'format'>,
    private readonly note: string,
  ) {}

  /**
   * Creates a record once per name.
   * @param more further attributes
   * @returns its UUID, or the API's error
   */
  async add(kind: NameKind, name: string, more: object = {}): Promise<string | Sent> {
    const key = `${kind} ${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const { kind: of, created } = namedKinds[kind];
    const attributes = { ...created(name), ...more };
    const sent = await this.visit.api.send('POST', of.path, createdDocumentOf(of.type, { attributes }, this.note));
    if (!sent.ok) return sent;
    const { id: iri, attributes: shown } = sent.document.data;
    this.#added.push({ iri, name, tag: sent.headers.get('etag') ?? '*', key });
    this.#ids.set(key, shown._id);
    return shown._id;
  }

  /** Keeps what was created. */
  commit(): void {
    this.#added.length = 0;
  }

  /**
   * Deletes uncommitted records.
   * @returns errors naming those that could not be deleted
   */
  async rollBack(): Promise<string[]> {
    const { api, t, format } = this.visit;
    const left: string[] = [];
    for (const { iri, name, tag, key } of this.#added.splice(0)) {
      this.#ids.delete(key);
      const { ok } = await api.send('DELETE', iri, undefined, { 'if-match': tag });
      if (!ok) left.push(name);
    }
    return left.length === 0 ? [] : [t.releaseForm.partly.left(format.list(left))];
  }
}

type Release = Single<typeof releases>;

/**
 * Completes an album that was created by name from its only edition.
 * @param release UUID
 */
export async function fillNewAlbum({ api }: RequestContext, release: string, note: string): Promise<void> {
  const found = await api.single(releases, release, { include: 'album,entries' });
  const [album] = includedOf(albums, found).values();
  if (!album) return;
  const attributes = saidOfAlbum(found);
  if (Object.keys(attributes).length === 0) return;
  const { tag } = await api.tagged(albums, album.attributes._id);
  // A concurrent edit wins.
  await api.send('PATCH', album.id, createdDocumentOf('Album', { attributes }, note, album.id), { 'if-match': tag });
}

function saidOfAlbum(found: Release): Readonly<Record<string, unknown>> {
  const { artist_credit: credit, artists, release_date: date } = found.data.attributes;
  const kinds = new Set([...includedOf(productionEntries, found).values()].map(({ attributes }) => attributes.kind));
  const [type, another] = kinds;
  return {
    ...(credit && { artist_credit: credit }),
    ...(artists.length > 0 && { artists: artists.map(({ iri, name_variation, join_phrase }) => ({ iri, name_variation, join_phrase })) }),
    ...(date && { first_release_date: date }),
    ...(type !== undefined && another === undefined && { album_type: type }),
  };
}
