import { releases as releaseKind } from '../../../catalog/releases';
import type { collectionItems } from '../../../collection/items/collection-items';
import type { wishlistItems } from '../../../collection/wishlist/wishlist-items';
import { etagOf } from '../../../http/respond';
import {
  type Api,
  type ApiQuery,
  type Item,
  type PageMeta,
  readInParts,
  type Sent,
  uuidOfIri,
  valuesAtOnce,
  withQuery,
} from '../../api/client';
import { type Creator, creatorOf } from '../../editing/locked-field';
import type { FormState } from '../../http/form';
import type { PageAnswer } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';

export type FormatType = keyof Texts['words']['formatTypes'];

export type Copy = Item<typeof collectionItems>['attributes'];
export type Wish = Item<typeof wishlistItems>['attributes'] & { readonly priority: 1 | 2 | 3 | 4 | 5 | null };

export interface ItemRelease
  extends Pick<
    Item<typeof releaseKind>['attributes'],
    '_id' | 'title' | 'slug' | 'year' | 'artist_credit' | 'labels' | 'composer' | 'cover' | 'provisional'
  > {
  readonly formats: readonly ReleaseFormat[];
  /** Of a provisional one, after {@link withCreators}. */
  readonly creator?: Creator | undefined;
}

interface ReleaseFormat {
  readonly format_type: FormatType;
  readonly quantity: number;
}

export interface ListedItem<A> {
  readonly item: A;
  readonly release: ItemRelease;
}

export interface ItemPage<A> {
  readonly items: readonly ListedItem<A>[];
  readonly meta: PageMeta;
}

/** With rejected input, if any. */
export interface OpenForm {
  readonly id: string;
  readonly state?: FormState;
  readonly isChanged?: boolean;
  readonly seen?: SeenVersion | undefined;
  /** Of refused photos. */
  readonly photoProblems?: readonly string[];
}

/** The form that a list's address opens. */
export function openFormOf({ query }: RequestContext): OpenForm | undefined {
  const id = query.get('edit');
  return id ? { id } : undefined;
}

/** The version that a form was opened with. */
export interface SeenVersion {
  readonly tag: string;
  /** Its fields, packed. */
  readonly base: string;
}

/** With its ETag. */
export interface SingleItem<A> extends ListedItem<A> {
  readonly tag: string;
}

export const collectionPath = '/api/users/me/collection';
export const wishlistPath = '/api/users/me/wishlist';

const withReleases: ApiQuery = {
  include: 'releaseRecord.formats',
  'fields[Release]': '_id,title,slug,year,artist_credit,labels,composer,cover,provisional,pending,formats',
  'fields[ReleaseFormat]': 'format_type,quantity',
};

export async function readItems<A>(api: Api, path: string, query: ApiQuery): Promise<ItemPage<A>> {
  const document = await api.read<ItemsDocument<A>>(path, { ...withReleases, ...query });
  const releaseOf = releasesOf(document.included);
  return { items: document.data.map((item) => ({ item: item.attributes, release: releaseOf(item) })), meta: document.meta };
}

/** Ids that people's new records get, unlike those derived from files and sources (RFC 9562, section 5.7). */
const isTyped = ({ _id: id }: ItemRelease): boolean => id[14] === '7';

/** Adds who created each provisional release of a page. */
export async function withCreators<A>(context: RequestContext, { items, meta }: ItemPage<A>): Promise<ItemPage<A>> {
  const creatorOfOne = (release: ItemRelease): Promise<Creator | undefined> | Creator =>
    isTyped(release) ? creatorOf(context, { id: `${releaseKind.path}/${release._id}`, attributes: release }) : 'import';
  const marked = items.map(async (item) =>
    item.release.provisional ? { ...item, release: { ...item.release, creator: await creatorOfOne(item.release) } } : item,
  );
  return { items: await Promise.all(marked), meta };
}

/** In this order, skipping missing ones. */
export async function readNamed<A extends { readonly _id: string }>(
  api: Api,
  path: string,
  ids: readonly string[],
): Promise<readonly ListedItem<A>[]> {
  const pages = await readInParts(ids, (id) => readItems<A>(api, path, { id, itemsPerPage: valuesAtOnce }));
  const found = new Map(pages.flatMap(({ items }) => items.map((item) => [item.item._id, item] as const)));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** @throws {ApiError} 404 */
export async function readItem<A extends { readonly _id: string }>(api: Api, path: string, id: string): Promise<SingleItem<A>> {
  // ETags refer to the plain read.
  const [plain, whole] = await Promise.all([
    api.read<{ data: { attributes: A } }>(`${path}/${encodeURIComponent(id)}`),
    api.read<ItemDocument<A>>(`${path}/${encodeURIComponent(id)}`, withReleases),
  ]);
  return { item: plain.data.attributes, release: releasesOf(whole.included)(whole.data), tag: etagOf(JSON.stringify(plain)) };
}

/** @param tag ETag for If-Match */
export const changeItem = (api: Api, list: ItemList, id: string, attributes: object, tag?: string): Promise<Sent> =>
  api.send(
    'PATCH',
    `${list.path}/${encodeURIComponent(id)}`,
    { data: { type: list.type, id, attributes } },
    tag === undefined ? {} : { 'if-match': tag },
  );

export const removeItem = (api: Api, list: ItemList, id: string): Promise<Sent> =>
  api.change('DELETE', `${list.path}/${encodeURIComponent(id)}`);

export interface ItemList {
  readonly path: string;
  readonly type: string;
}

export const copies: ItemList = { path: collectionPath, type: 'CollectionItem' };
export const wishes: ItemList = { path: wishlistPath, type: 'WishlistItem' };

interface Linked {
  readonly relationships: { readonly releaseRecord: { readonly data: { readonly id: string } } };
}

interface ItemsDocument<A> extends Pick<ItemPage<A>, 'meta'> {
  readonly data: readonly (Linked & { readonly attributes: A })[];
  readonly included?: readonly Included[];
}

interface ItemDocument<A> {
  readonly data: Linked & { readonly attributes: A };
  readonly included?: readonly Included[];
}

interface Included {
  readonly id: string;
  readonly attributes: unknown;
  readonly relationships?: { readonly formats?: { readonly data?: readonly { readonly id: string }[] } };
}

function releasesOf(included: readonly Included[] = []): (item: Linked) => ItemRelease {
  const byId = new Map(included.map((one) => [one.id, one]));
  return ({ relationships }) => {
    const release = byId.get(relationships.releaseRecord.data.id);
    if (!release) throw new Error(`The release ${uuidOfIri(relationships.releaseRecord.data.id)} was not brought along.`);
    const formats = release.relationships?.formats?.data ?? [];
    const { pending, ...attributes } = release.attributes as Omit<ItemRelease, 'formats'> & {
      pending?: Pick<ItemRelease, 'formats'> | null;
    };
    const own = formats.flatMap(({ id }) => (byId.get(id)?.attributes as ReleaseFormat | undefined) ?? []);
    return { ...attributes, formats: pending?.formats ?? own };
  };
}

const formats = { 'export.csv': 'csv', 'export.json': 'json' } as const;

/** The page of a list's files, which are those of the API; other names are not found. */
export const filesOf = (list: 'collection' | 'wishlist') => ({
  get(context: RequestContext, { file }: { readonly file: string }): Promise<PageAnswer> | PageAnswer {
    if (!Object.hasOwn(formats, file)) return problemPage(context, undefined, '');
    const format = formats[file as keyof typeof formats];
    return context.api.fetch('GET', withQuery(`/api/users/me/${list}/export`, { format }), undefined, { accept: '*/*' });
  },
});
