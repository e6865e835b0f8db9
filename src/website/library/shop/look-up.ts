import { albums } from '../../../catalog/albums';
import { releases } from '../../../catalog/releases';
import type { ReleaseSource } from '../../../config';
import { readAttributesAt, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { sitesOf } from '../../api/server-meta';
import { withAlbum } from '../../catalog/browse/release-list';
import type { RequestContext } from '../../http/request-context';
import type { ShelvedAlbum } from '../../ui/shelves';
import { type LineFound, type LookUpCandidate, lookUpLines, maximumLineLength } from '../import/look-ups';
import { type Copy, collectionPath, type ListedItem, readItems, type Wish } from '../items/items';
import { readLastCurrency } from '../items/money';
import { type ReleaseThumbnails, readThumbnails } from '../items/release-thumbnails';
import type { OnlineAnswer } from './online';

export type DatedWish = Wish & { readonly created_at: string };

/** The first of them. */
export interface Copies {
  readonly copies: readonly ListedItem<Copy>[];
  readonly count: number;
}

export interface Found {
  readonly code: string;
  readonly state: LineFound['state'];
  /** Most likely first; a single one if unambiguous. */
  readonly candidates: readonly LookUpCandidate[];
  /** By UUID. */
  readonly drawn: ReleaseThumbnails;
  readonly own: Copies;
  readonly others: Copies;
  /** If it has several editions. */
  readonly album: ShelvedAlbum | undefined;
  readonly wish: DatedWish | undefined;
  /** Of the wish, else of the last purchase. */
  readonly currency: string | null;
  /** Whether the reader may add releases. */
  readonly isAddable: boolean;
  /** Of other sites: undefined until they are searched. */
  readonly online?: OnlineAnswer | undefined;
  /** Whether it was just added from another site: its cover may not be there yet. */
  readonly isAdded?: boolean;
  /** Other sites that can be searched. */
  readonly sites?: readonly ReleaseSource[];
}

const copiesShown = 10;

const none: Copies = { copies: [], count: 0 };

/** One line of limited length. */
export const readCode = (typed: string): string =>
  typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maximumLineLength);

/** @param chosen UUID of one of several candidates */
export async function lookUpCode(context: RequestContext, code: string, chosen: string | undefined): Promise<Found> {
  const [line] = await lookUpLines(context.api, [code]);
  const all = line?.releases ?? [];
  const candidates = all.some(({ id }) => id === chosen) ? all.filter(({ id }) => id === chosen) : all;
  const [meant] = candidates;
  if (!meant) {
    const sites = sitesOf(context);
    return { code, state: 'unknown', candidates, drawn: new Map(), ...noHoldings, isAddable: context.user !== undefined, sites };
  }
  const isClear = candidates.length === 1;
  const [drawn, owned] = await Promise.all([
    readThumbnails(
      context.api,
      candidates.map(({ id }) => id),
    ),
    isClear ? readHoldings(context, meant) : noHoldings,
  ]);
  return { code, state: isClear ? meant.state : 'several', candidates, drawn, ...owned, isAddable: false };
}

type Held = Pick<Found, 'own' | 'others' | 'album' | 'wish' | 'currency'>;

const noHoldings: Held = { own: none, others: none, album: undefined, wish: undefined, currency: null };

async function readHoldings(context: RequestContext, { id, state, other_editions: editions, wanted }: LookUpCandidate): Promise<Held> {
  const [own, others, album, wish, lastCurrency] = await Promise.all([
    state === 'owned' ? readCopies(context, [id]) : none,
    editions.length > 0
      ? readCopies(context, [...new Set(editions.map(({ release }) => uuidOfIri(release)))].slice(0, maximumEditions))
      : none,
    editions.length > 0 ? readAlbum(context, id) : undefined,
    wanted === null ? undefined : readAttributesAt<DatedWish>(context.api, wanted),
    wanted === null ? '' : readLastCurrency(context),
  ]);
  return { own, others, album, wish, currency: (wish?.currency ?? lastCurrency) || null };
}

const maximumEditions = 100;

async function readCopies({ api }: RequestContext, release: readonly string[]): Promise<Copies> {
  const { items, meta } = await readItems<Copy>(api, collectionPath, { release, itemsPerPage: copiesShown });
  return { copies: items, count: meta.totalItems };
}

async function readAlbum({ api }: RequestContext, release: string): Promise<ShelvedAlbum | undefined> {
  const found = await api.single(releases, release, { ...withAlbum, 'fields[Release]': 'album' });
  const [album] = includedOf(albums, found).values();
  return album && album.attributes.release_count > 1 ? album.attributes : undefined;
}
