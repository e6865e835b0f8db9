import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { type releaseFormats as formatKind, releaseFormats } from '../../../catalog/release-formats';
import { releases } from '../../../catalog/releases';
import type { LikelyDuplicateObject, SettledPairObject } from '../../../editing/duplicates/documents';
import { type Api, type Item, type PageMeta, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';

export const pairedKinds = ['releases', 'artists', 'labels', 'productions'] as const;

export type PairedKind = (typeof pairedKinds)[number];

/** Each takes most of a screen. */
const pairsAtOnce = 10;

const settledAtOnce = 30;

interface Pairs {
  readonly data: readonly LikelyDuplicateObject[];
  readonly meta: PageMeta & { readonly lookedThrough: number };
}

interface Settled {
  readonly data: readonly SettledPairObject[];
  readonly meta: PageMeta;
}

export type PairCounts = Readonly<Record<PairedKind | 'settled', number>>;

/** With details of releases. */
export type Compared =
  | { readonly kind: 'releases'; readonly record: Item<typeof releases>; readonly formats: readonly Item<typeof formatKind>[] }
  | { readonly kind: 'artists'; readonly record: Item<typeof artists> }
  | { readonly kind: 'labels'; readonly record: Item<typeof labels> }
  | { readonly kind: 'productions'; readonly record: Item<typeof productions> };

export type ReadPair = Awaited<ReturnType<typeof readPairs>>['pairs'][number];

const listOf = (kind: PairedKind): string => `/api/${kind}/duplicates`;

export async function readCounts(api: Api): Promise<PairCounts> {
  const count = async (path: string) => (await api.read<{ meta: PageMeta }>(path, { itemsPerPage: 1 })).meta.totalItems;
  const paths = [...pairedKinds.map(listOf), '/api/settled-pairs'];
  const [releases = 0, artists = 0, labels = 0, productions = 0, settled = 0] = await Promise.all(paths.map(count));
  return { releases, artists, labels, productions, settled };
}

/** A page of pairs, without records merged meanwhile. */
export async function readPairs(api: Api, kind: PairedKind, page: number) {
  const { data, meta } = await api.read<Pairs>(listOf(kind), { page, itemsPerPage: pairsAtOnce });
  const ids = data.flatMap(({ relationships: { one, other } }) => [one.data.id, other.data.id]);
  const records = await readRecords(api, kind, ids);
  const pairs = data.flatMap((pair) => {
    const [one, other] = [records.get(pair.relationships.one.data.id), records.get(pair.relationships.other.data.id)];
    return one && other ? [{ pair, one, other }] : [];
  });
  return { pairs, meta };
}

async function readRecords(api: Api, kind: PairedKind, iris: readonly string[]): Promise<ReadonlyMap<string, Compared>> {
  const id = [...new Set(iris.map(uuidOfIri))];
  if (id.length === 0) return new Map();
  const query = { id, itemsPerPage: 2 * pairsAtOnce };
  if (kind === 'artists') return new Map((await api.list(artists, query)).data.map((record) => [record.id, { kind, record }]));
  if (kind === 'labels') return new Map((await api.list(labels, query)).data.map((record) => [record.id, { kind, record }]));
  if (kind === 'productions') return new Map((await api.list(productions, query)).data.map((record) => [record.id, { kind, record }]));
  const found = await api.list(releases, { ...query, include: 'formats' });
  const formats = includedOf(releaseFormats, found);
  return new Map(
    found.data.map((record) => {
      const { data = [] } = record.relationships.formats as { readonly data?: readonly { readonly id: string }[] };
      return [record.id, { kind, record, formats: data.flatMap(({ id }) => formats.get(id) ?? []) }];
    }),
  );
}

/** A decided pair with names and addresses. */
export type ReadSettled = Awaited<ReturnType<typeof readSettled>>['settled'][number];

export interface PairedName {
  readonly kind: PairedKind;
  readonly name: string;
  readonly slug: string;
}

const kindOf = { Release: 'releases', Artist: 'artists', Label: 'labels', Production: 'productions' } as const;

export async function readSettled(api: Api, page: number) {
  const query = { page, itemsPerPage: settledAtOnce, include: 'records' };
  const { data, meta, included } = await api.read<Settled & { readonly included: readonly Included[] }>('/api/settled-pairs', query);
  const names = new Map(
    included.map(({ id, type, attributes: { title, name, slug } }) => [id, { kind: kindOf[type], name: title ?? name ?? '', slug }]),
  );
  return {
    settled: data.map((pair) => ({
      pair,
      names: [pair.relationships.one, pair.relationships.other].map(({ data }) => names.get(data.id)),
    })),
    meta,
  };
}

interface Included {
  readonly id: string;
  readonly type: keyof typeof kindOf;
  readonly attributes: { readonly title?: string; readonly name?: string; readonly slug: string };
}
