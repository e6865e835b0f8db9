import { artistGroupMembers } from '../../../catalog/artist-group-members';
import { artists } from '../../../catalog/artists';
import { artistExternalLinks } from '../../../catalog/external-links';
import { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import { productionAwards } from '../../../catalog/productions/production-awards';
import type { List, Single } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { withCompleteness } from '../../library/completeness/figure';
import type { AwardsRead } from '../awards';
import { framedFields } from '../browse/lists';
import { charactersPage, directedPage, groupsPage, membersPage, portrayersPage } from './lists';
import { readCredits } from './read-credits';
import { readArtistMusic } from './read-music';

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
