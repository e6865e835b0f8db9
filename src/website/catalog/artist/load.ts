import { artistGroupMembers } from '../../../catalog/artist-group-members';
import { artists } from '../../../catalog/artists';
import { artistExternalLinks } from '../../../catalog/external-links';
import { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import { productionAwards } from '../../../catalog/productions/production-awards';
import { releases } from '../../../catalog/releases';
import type { Item, List, Single } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { withCompleteness } from '../../library/completeness/figure';
import { sleevedAttributes } from '../../ui/pictures';
import type { AwardsRead } from '../awards';
import { framedFields } from '../browse/lists';
import { withAlbum } from '../browse/release-list';
import { charactersPage, directedPage, groupsPage, membersPage, portrayersPage, releasesPage } from './lists';
import { readCredits } from './read-credits';

const [peopleAtOnce, portrayalsAtOnce] = [60, 60];

export type Artist = Single<typeof artists>['data'];

export type ReadArtist = Awaited<ReturnType<typeof loadArtist>>;

/** Reads the artist, then the lists that the credits tell of. */
export async function loadArtist(context: RequestContext) {
  const { api } = context;
  const found = await recordOf(context, artists, {
    include: 'awards.production,externalLinks',
    'fields[Production]': '_id,slug,title',
    ...withCompleteness(context),
  });
  const { data: artist } = found;
  const credits = await readCredits(api, artist.id);
  const isDirector = credits.meta.roles.some(({ credit_role: role }) => role === 'director');
  const [members, memberships, portrayed, music, directed] = await Promise.all([
    readMembers(context, artist),
    readMemberships(context, artist),
    readPortrayals(context, artist),
    readArtistMusic(context, artist.id),
    isDirector ? readDirected(context, artist.id) : undefined,
  ]);
  const links = [...includedOf(artistExternalLinks, found).values()];
  return {
    artist,
    members,
    memberships,
    portrayals: portrayed,
    music,
    directed,
    credits,
    awards: awardsIn(found),
    links,
    meta: found.meta,
  };
}

const shownArtist = '_id,_type,slug,display_name,fictional,begin_date,country';

function readMembers(context: RequestContext, { id, relationships }: Artist): Promise<List<typeof artists>> | undefined {
  if ((relationships.members.data ?? []).length === 0) return undefined;
  const query = { itemsPerPage: peopleAtOnce, page: pageNumber(context, membersPage), 'fields[Artist]': shownArtist };
  return context.api.read(`${id}/members`, query);
}

const awardsAtOnce = 100;

function awardsIn(found: Single<typeof artists>): AwardsRead {
  const awards = includedOf(productionAwards, found);
  const all = found.data.relationships.awards.data.flatMap(({ id }) => awards.get(id) ?? []);
  return { data: all.slice(0, awardsAtOnce), meta: { totalItems: all.length }, included: found.included };
}

function readMemberships(
  context: RequestContext,
  { attributes, relationships }: Artist,
): Promise<List<typeof artistGroupMembers>> | undefined {
  if ((relationships.groups.data ?? []).length === 0) return undefined;
  const query = { include: 'group', itemsPerPage: peopleAtOnce, page: pageNumber(context, groupsPage), 'fields[Artist]': shownArtist };
  return context.api.list(artistGroupMembers, query, { artistId: attributes._id });
}

/** For a character its performers, else the portrayed characters. */
function readPortrayals(context: RequestContext, { id, attributes: { fictional } }: Artist): Promise<List<typeof portrayals>> {
  return context.api.list(portrayals, {
    ...(fictional ? { fictionalArtist: id } : { performer: id }),
    include: fictional ? 'performer,production' : 'fictionalArtist,production',
    itemsPerPage: portrayalsAtOnce,
    page: pageNumber(context, fictional ? portrayersPage : charactersPage),
    'fields[Artist]': shownArtist,
    'fields[Production]': '_id,_type,title,slug,year',
  });
}

const directedAtOnce = 40;

const composersAtOnce = 8;

/** One page, by year, with frequent composers; of directors only. */
const readDirected = (context: RequestContext, director: string): Promise<List<typeof productions>> =>
  context.api.list(productions, {
    director,
    itemsPerPage: directedAtOnce,
    page: pageNumber(context, directedPage),
    'order[year]': 'asc',
    facets: 'composer',
    facetValues: composersAtOnce,
    names: true,
    'fields[Production]': framedFields,
  });

const [productionsAtOnce, releasesAtOnce] = [60, 36];

/** More bars would make the page exceed 200 KB. */
const [worksAtOnce, mostWorks] = [100, 400];

const directorsAtOnce = 8;

async function readArtistMusic(context: RequestContext, artist: string) {
  const [byYear, ofArtist] = await Promise.all([readProductions(context, artist), readReleases(context, artist)]);
  return { productions: byYear, works: await readWorks(context, artist, byYear), releases: ofArtist };
}

/** One page, by year. */
const readProductions = (context: RequestContext, composer: string): Promise<List<typeof productions>> =>
  context.api.list(productions, {
    composer,
    itemsPerPage: productionsAtOnce,
    page: pageNumber(context),
    'order[year]': 'asc',
    facets: 'director',
    facetValues: directorsAtOnce,
    names: true,
    'fields[Production]': '_id,title,slug,_type,year,akas,composers,release_count,recording_count',
  });

const readReleases = (context: RequestContext, artist: string): Promise<List<typeof releases>> =>
  context.api.list(releases, {
    artist,
    itemsPerPage: releasesAtOnce,
    page: pageNumber(context, releasesPage),
    'order[releaseDate]': 'asc',
    holdings: context.user ? true : undefined,
    include: withAlbum.include,
    'fields[Album]': withAlbum['fields[Album]'],
    'fields[Release]': `${sleevedAttributes},album`,
  });

/** Years of all productions for the timeline, from the page if complete. */
async function readWorks({ api }: RequestContext, composer: string, { data, meta }: List<typeof productions>) {
  const attributesOf = (all: readonly Item<typeof productions>[]) => all.map(({ attributes }) => attributes);
  if (meta.totalItems === data.length) return attributesOf(data);
  const reads = Math.ceil(Math.min(meta.totalItems, mostWorks) / worksAtOnce);
  const found = await Promise.all(
    Array.from({ length: reads }, (_, index) =>
      api.list(productions, {
        composer,
        itemsPerPage: worksAtOnce,
        page: index + 1,
        'order[year]': 'asc',
        'fields[Production]': 'title,slug,year',
      }),
    ),
  );
  return found.flatMap(({ data }) => attributesOf(data));
}
