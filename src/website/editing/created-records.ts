import { albums } from '../../catalog/albums';
import { productionEntries } from '../../catalog/production-entries';
import { releases } from '../../catalog/releases';
import { etagOf } from '../../http/respond';
import { type Sent, type Single, uuidOfIri } from '../api/client';
import { includedOf } from '../api/linked-records';
import type { RequestContext } from '../http/request-context';
import { problemsIn, problemText } from '../i18n/api-errors';
import type { FieldError } from './error-summary';
import { type NameKind, namedKinds } from './names';

interface DocumentParts {
  readonly attributes?: object;
  readonly relationships?: object;
  readonly included?: readonly object[];
  readonly meta?: object;
}

export const createdDocumentOf = (
  type: string,
  { attributes = {}, relationships = {}, included = [], meta = {} }: DocumentParts,
  note: string,
  id?: string,
): object => ({
  data: {
    type,
    ...(id !== undefined && { id }),
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
  },
  ...(included.length > 0 && { included }),
  ...((note !== '' || Object.keys(meta).length > 0) && { meta: { ...(note !== '' && { note }), ...meta } }),
});

interface CreatedRecord {
  readonly key: string;
  readonly name: string;
  /** The field that names it. */
  readonly field: Omit<FieldError, 'message'>;
  readonly document: { readonly type: string; readonly lid: string; readonly attributes: object };
}

/** Records that are created from names in a form, together with the record that it saves. */
export class CreatedRecords {
  readonly #pending: CreatedRecord[] = [];
  readonly #ids = new Map<string, string>();
  /** Of those that exist now. */
  readonly names: string[] = [];

  /**
   * A record, once per name.
   * @param more further attributes
   * @returns its UUID, or one that stands for it in the document
   */
  add(kind: NameKind, name: string, field: CreatedRecord['field'], more: object = {}): string {
    const key = `${kind} ${name}`;
    const known = this.#ids.get(key) ?? this.#pending.find((one) => one.key === key)?.document.lid;
    if (known !== undefined) return known;
    const lid = crypto.randomUUID();
    const { kind: of, created } = namedKinds[kind];
    const document = { type: of.type, lid, attributes: { ...created(name), ...more } };
    this.#pending.push({ key, name, field, document });
    return lid;
  }

  /** For the document that names them. */
  get included(): readonly object[] {
    return this.#pending.map(({ document }) => document);
  }

  /** Notes the ids of created records, or drops those of a rejected document. */
  settle({ ok, document }: Sent): void {
    const created: readonly string[] = ok ? (document?.meta?.created ?? []) : [];
    for (const [index, iri] of created.entries()) {
      const { key = '', name = '' } = this.#pending[index] ?? {};
      this.#ids.set(key, uuidOfIri(iri));
      this.names.push(name);
    }
    this.#pending.length = 0;
  }

  /** Why a created record was rejected, at the field that names it. */
  refusal({ t, format }: Pick<RequestContext, 't' | 'format'>, { document }: Sent): FieldError | undefined {
    for (const problem of problemsIn(document)) {
      const [, index] = /^\/included\/(\d+)/.exec(problem.source?.pointer ?? '') ?? [];
      const refused = index === undefined ? undefined : this.#pending[Number(index)];
      if (refused) {
        const message = t.releaseForm.wrong.notAdded({ name: refused.name, why: problemText({ t, format }, problem) });
        return { ...refused.field, message };
      }
    }
    return undefined;
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
  const tag = etagOf(JSON.stringify(await api.single(albums, album.attributes._id)));
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
