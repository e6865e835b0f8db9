import { artistGroupMembers } from '../../../catalog/artist-group-members';
import type { artists } from '../../../catalog/artists';
import { artistExternalLinks } from '../../../catalog/external-links';
import { portrayals } from '../../../catalog/portrayals';
import { productions } from '../../../catalog/productions';
import type { productionAwards } from '../../../catalog/productions/production-awards';
import { works } from '../../../catalog/tracks/works';
import type { FacetValue, List, Single } from '../../api/client';
import { slugsOf } from '../../api/linked-records';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { framedFields } from '../browse/lists';
import { charactersPage, directedPage, groupsPage, membersPage, portrayersPage } from './lists';
import { type CreditsOfArtist, readCredits } from './read-credits';
import { type ArtistMusic, readArtistMusic } from './read-music';

const [peopleAtOnce, portrayalsAtOnce, linksAtOnce] = [60, 60, 100];

export type Artist = Single<typeof artists>['data'];

export interface ReadArtist {
  readonly artist: Artist;
  readonly members: List<typeof artists> | undefined;
  readonly memberships: List<typeof artistGroupMembers> | undefined;
  /** For a character its performers, else the portrayed characters. */
  readonly portrayals: List<typeof portrayals>;
  readonly music: ArtistMusic;
  readonly directed: Directed;
  readonly credits: CreditsOfArtist;
  /** Number of works. */
  readonly works: number;
  readonly awards: List<typeof productionAwards> | undefined;
  readonly links: List<typeof artistExternalLinks>['data'];
}

/** In parallel. */
export async function loadArtist(visit: RequestContext, artist: Artist): Promise<ReadArtist> {
  const { api } = visit;
  const ids = { artistId: artist.attributes._id };
  const [members, memberships, portrayed, music, directed, credits, written, awards, links] = await Promise.all([
    readMembers(visit, artist),
    readMemberships(visit, artist),
    readPortrayals(visit, artist),
    readArtistMusic(visit, { id: artist.id, uuid: artist.attributes._id }),
    readDirected(visit, artist.id),
    readCredits(api, artist.id),
    api.list(works, { artist: artist.attributes._id, itemsPerPage: 1, 'fields[Work]': '_id' }),
    readAwards(visit, artist),
    api.list(artistExternalLinks, { itemsPerPage: linksAtOnce }, ids),
  ]);
  return {
    artist,
    members,
    memberships,
    portrayals: portrayed,
    music,
    directed,
    credits,
    works: written.meta.totalItems,
    awards,
    links: links.data,
  };
}

const shownArtist = '_id,_type,slug,display_name,fictional,begin_date,country';

function readMembers(visit: RequestContext, { id, relationships }: Artist): Promise<List<typeof artists>> | undefined {
  if ((relationships.members.data ?? []).length === 0) return undefined;
  const query = { itemsPerPage: peopleAtOnce, page: pageNumber(visit, membersPage), 'fields[Artist]': shownArtist };
  return visit.api.read(`${id}/members`, query);
}

const awardsAtOnce = 100;

function readAwards({ api }: RequestContext, { id, relationships }: Artist): Promise<List<typeof productionAwards>> | undefined {
  if ((relationships.awards.data ?? []).length === 0) return undefined;
  return api.read(`${id}/awards`, { include: 'production', itemsPerPage: awardsAtOnce, 'fields[Production]': '_id,slug,title' });
}

function readMemberships(
  visit: RequestContext,
  { attributes, relationships }: Artist,
): Promise<List<typeof artistGroupMembers>> | undefined {
  if ((relationships.groups.data ?? []).length === 0) return undefined;
  const query = { include: 'group', itemsPerPage: peopleAtOnce, page: pageNumber(visit, groupsPage), 'fields[Artist]': shownArtist };
  return visit.api.list(artistGroupMembers, query, { artistId: attributes._id });
}

function readPortrayals(visit: RequestContext, { id, attributes: { fictional } }: Artist): Promise<List<typeof portrayals>> {
  return visit.api.list(portrayals, {
    ...(fictional ? { fictionalArtist: id } : { performer: id }),
    include: fictional ? 'performer,production' : 'fictionalArtist,production',
    itemsPerPage: portrayalsAtOnce,
    page: pageNumber(visit, fictional ? portrayersPage : charactersPage),
    'fields[Artist]': shownArtist,
    'fields[Production]': '_id,_type,title,slug,year',
  });
}

interface Directed {
  /** One page, by year. */
  readonly productions: List<typeof productions>;
  /** Most frequent first. */
  readonly composers: readonly FacetValue[];
  /** By UUID. */
  readonly slugs: ReadonlyMap<string, string>;
}

const directedAtOnce = 40;

const composersAtOnce = 8;

async function readDirected(visit: RequestContext, director: string): Promise<Directed> {
  const found = await visit.api.list(productions, {
    director,
    itemsPerPage: directedAtOnce,
    page: pageNumber(visit, directedPage),
    'order[year]': 'asc',
    facets: 'composer',
    facetValues: composersAtOnce,
    'fields[Production]': framedFields,
  });
  const slugs = await slugsOf(
    visit.api,
    'Artist',
    found.data.flatMap(({ attributes }) => attributes.composers),
  );
  return { productions: found, composers: found.meta.facets?.composer ?? [], slugs };
}
