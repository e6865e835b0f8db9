import { albums } from '../../../catalog/albums';
import { labelSeries } from '../../../catalog/labels';
import { productionEntries } from '../../../catalog/production-entries';
import { productions } from '../../../catalog/productions';
import { releaseFormats } from '../../../catalog/release-formats';
import { releases } from '../../../catalog/releases';
import type { releaseTracks } from '../../../catalog/tracks/release-tracks';
import type { Api, Item, Single } from '../../api/client';
import { includedOf, roleNames } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { formatOf } from '../../catalog/release/load';
import { readTracks } from '../../catalog/release/read-tracks';
import type { RequestContext } from '../../http/request-context';
import { isAddedByHand, type LastEdits, locksIn, readRevisions } from '../locked-field';

export type Track = Item<typeof releaseTracks>;

export interface EditedDisc {
  readonly id: string;
  readonly attributes: Item<typeof releaseFormats>['attributes'];
  readonly tracks: readonly Track[];
}

/** A link between a release and a production. */
export interface EditedEntry {
  readonly iri: string;
  readonly attributes: Item<typeof productionEntries>['attributes'];
  readonly production: Item<typeof productions>['attributes'];
}

/** With the ETag of that version. */
export interface EditedRelease {
  readonly tag: string;
  readonly release: Single<typeof releases>['data'];
  readonly discs: readonly EditedDisc[];
  readonly entries: readonly EditedEntry[];
  readonly album: Item<typeof albums> | undefined;
  readonly series: Item<typeof labelSeries> | undefined;
  readonly locks: LastEdits;
  /** Whether it was created by hand, without any source. */
  readonly isOwn: boolean;
  /** By slug. */
  readonly roles: ReadonlyMap<string, string>;
}

/** The release at the address, or a redirect. */
export async function readEdited(visit: RequestContext): Promise<EditedRelease | Response> {
  const id = await findEdited(visit);
  return id instanceof Response ? id : readEditedById(visit.api, id);
}

/** The UUID, or a redirect. */
export async function findEdited(visit: RequestContext): Promise<string | Response> {
  const found = await recordOf({ ...visit, path: pathOfRecord(visit.path) }, releases, { 'fields[Release]': '_id,slug' });
  return found instanceof Response ? movedOn(visit, found) : found.data.attributes._id;
}

/** Reads the ETag first, so that later changes are noticed on save. */
async function readEditedById(api: Api, id: string): Promise<EditedRelease> {
  const { record, tag } = await api.tagged(releases, id);
  const { attributes } = record.data;
  const [whole, tracks, hands, roles] = await Promise.all([
    api.single(releases, id, { include: 'entries.production,formats,series,album' }),
    readTracks(api, id, { count: attributes.track_count }),
    readHands(api, record),
    roleNames(
      api,
      attributes.credits.map(({ credit_role: role }) => role),
    ),
  ]);
  const onDiscs = Map.groupBy(tracks, formatOf);
  const formats = includedOf(releaseFormats, whole);
  return {
    tag,
    release: record.data,
    discs: whole.data.relationships.formats.data.flatMap(({ id: iri }) => {
      const format = formats.get(iri);
      if (!format) return [];
      const own = format.attributes._id;
      return [{ id: own, attributes: format.attributes, tracks: onDiscs.get(own) ?? [] }];
    }),
    entries: entriesOf(whole),
    album: [...includedOf(albums, whole).values()][0],
    series: [...includedOf(labelSeries, whole).values()][0],
    ...hands,
    roles,
  };
}

/** Read only for releases with locked fields. */
async function readHands(api: Api, { data, meta }: Single<typeof releases>): Promise<Pick<EditedRelease, 'locks' | 'isOwn'>> {
  const { provisional } = data.attributes;
  const names = meta?.lockedFields ?? [];
  if (!provisional && names.length === 0) return { locks: new Map(), isOwn: false };
  const revisions = await readRevisions(api, data.id);
  const isOwn = provisional && isAddedByHand(revisions);
  return { locks: isOwn ? new Map() : locksIn(revisions, names), isOwn };
}

function entriesOf(whole: Single<typeof releases>): EditedEntry[] {
  const entries = includedOf(productionEntries, whole);
  const named = includedOf(productions, whole);
  return whole.data.relationships.entries.data.flatMap(({ id: iri }) => {
    const entry = entries.get(iri);
    const production = named.get(entry?.relationships.production.data?.id ?? '');
    return entry && production ? [{ iri, attributes: entry.attributes, production: production.attributes }] : [];
  });
}

/** `/releases/psycho` of `/releases/psycho/edit` */
const pathOfRecord = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Redirects to the form of the current record. */
function movedOn(visit: RequestContext, { headers }: Response): Response {
  const [path = ''] = (headers.get('location') ?? '').split('?');
  return new Response(null, { status: 301, headers: { location: `${path}${visit.path.slice(visit.path.lastIndexOf('/'))}` } });
}
