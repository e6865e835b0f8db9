import { albums } from '../../../catalog/albums';
import { releases } from '../../../catalog/releases';
import { idOf } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { withAlbum } from '../../catalog/browse/release-list';
import type { RequestContext } from '../../http/request-context';
import type { ShelvedAlbum } from '../../ui/shelves';
import { type Candidate, type LineFound, lookUpLines, maximumLineLength } from '../import/look-ups';
import type { Copy } from '../items/items';
import { collectionPath, type Wish } from '../items/items';
import { type ReleaseThumbnails, readThumbnails } from '../items/release-thumbnails';

/** A wish for the release, and since when. */
export type DatedWish = Wish & { readonly created_at: string };

/** Copies that the reader has, the first of them. */
export interface Copies {
  readonly copies: readonly Copy[];
  readonly count: number;
}

export interface Found {
  readonly code: string;
  readonly state: LineFound['state'];
  /** The likeliest first; one where it is clear which is meant. */
  readonly candidates: readonly Candidate[];
  /** What their sleeves are drawn of, by UUID. */
  readonly drawn: ReleaseThumbnails;
  readonly own: Copies;
  readonly others: Copies;
  /** The album of several editions that the one that is meant is of. */
  readonly album: ShelvedAlbum | undefined;
  readonly wish: DatedWish | undefined;
  /** That of the wish, else that of what was bought last: what a price is likely to be in. */
  readonly currency: string | null;
  /** Whether the reader may add what is unknown to the catalog. */
  readonly isAddable: boolean;
}

/** Few people have more of one release, and this is read standing. */
const copiesShown = 10;

const none: Copies = { copies: [], count: 0 };

/** A number as it is asked for: on one line, and no longer than the API takes. */
export const readCode = (typed: string): string =>
  typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maximumLineLength);

/**
 * Looks a number up: what it is of, and whether the reader owns or wants that.
 * @param chosen the UUID of one of several releases that have the number
 */
export async function lookUp(visit: RequestContext, code: string, chosen: string | undefined): Promise<Found> {
  const [line] = await lookUpLines(visit.api, [code]);
  const all = line?.releases ?? [];
  const candidates = all.some(({ id }) => id === chosen) ? all.filter(({ id }) => id === chosen) : all;
  const [meant] = candidates;
  if (!meant) return { code, state: 'unknown', candidates, drawn: new Map(), ...nothingHeld, isAddable: visit.user !== undefined };
  const isClear = candidates.length === 1;
  const [drawn, held] = await Promise.all([
    readThumbnails(
      visit.api,
      candidates.map(({ id }) => id),
    ),
    isClear ? readHeld(visit, meant) : nothingHeld,
  ]);
  return { code, state: isClear ? meant.state : 'several', candidates, drawn, ...held, isAddable: false };
}

type Held = Pick<Found, 'own' | 'others' | 'album' | 'wish' | 'currency'>;

const nothingHeld: Held = { own: none, others: none, album: undefined, wish: undefined, currency: null };

async function readHeld(visit: RequestContext, { id, state, other_editions: editions, wanted }: Candidate): Promise<Held> {
  const [own, others, album, wish, lastCurrency] = await Promise.all([
    state === 'owned' ? readCopies(visit, [id]) : none,
    editions.length > 0 ? readCopies(visit, [...new Set(editions.map(({ release }) => idOf(release)))].slice(0, maximumEditions)) : none,
    editions.length > 0 ? readAlbum(visit, id) : undefined,
    wanted === null ? undefined : readWish(visit, wanted),
    wanted === null ? null : readLastCurrency(visit),
  ]);
  return { own, others, album, wish, currency: wish?.currency ?? lastCurrency };
}

const maximumEditions = 100;

async function readCopies({ api }: RequestContext, release: readonly string[]): Promise<Copies> {
  const query = { release, itemsPerPage: copiesShown };
  const { data, meta } = await api.read<Items<Copy>>(collectionPath, query);
  return { copies: data.map(({ attributes }) => attributes), count: meta.totalItems };
}

async function readAlbum({ api }: RequestContext, release: string): Promise<ShelvedAlbum | undefined> {
  const found = await api.single(releases, release, { ...withAlbum, 'fields[Release]': 'album' });
  const [album] = includedOf(albums, found).values();
  return album && album.attributes.release_count > 1 ? album.attributes : undefined;
}

async function readWish({ api }: RequestContext, iri: string): Promise<DatedWish> {
  const { data } = await api.read<{ data: { attributes: DatedWish } }>(iri);
  return data.attributes;
}

async function readLastCurrency({ api }: RequestContext): Promise<string | null> {
  const query = { itemsPerPage: 1, 'order[purchasedAt]': 'desc', 'fields[CollectionItem]': 'currency' };
  const { data } = await api.read<Items<Pick<Copy, 'currency'>>>(collectionPath, query);
  return data[0]?.attributes.currency ?? null;
}

interface Items<A> {
  readonly data: readonly { readonly attributes: A }[];
  readonly meta: { readonly totalItems: number };
}
