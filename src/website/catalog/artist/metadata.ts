import { absolute } from '../../http/addresses';
import type { About } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { displayName } from '../../ui/credits';
import { webAddress } from '../../ui/markdown';
import { plainBeginning } from './biography';
import { summaryOf } from './head';
import type { Artist, ReadArtist } from './load';

export function aboutArtist(context: RequestContext, read: ReadArtist): About {
  const { attributes: artist } = read.artist;
  const summary = [displayName(context.t, artist.display_name), summaryOf(context, read)].filter(Boolean).join(' · ');
  const description = artist.biography ? plainBeginning(artist.biography) : summary;
  return {
    description,
    canonical: context.to.artist(artist),
    type: 'profile',
    data: {
      '@type': artist._type === 'person' ? 'Person' : 'MusicGroup',
      name: artist.name,
      url: absolute(context, context.to.artist(artist)),
      ...(artist.biography && { description }),
      ...(artist.variations.length > 0 && { alternateName: artist.variations.map(({ variation }) => variation) }),
      ...lifeOf(artist),
      ...membersOf(context, read),
      ...sameAs(read),
    },
  };
}

/** Dates of a character are not a life. */
function lifeOf({
  _type: type,
  fictional,
  begin_date: begin,
  end_date: end,
  begin_city: city,
  begin_country: country,
}: Artist['attributes']) {
  if (fictional) return {};
  const [began, ended, place] =
    type === 'person' ? ['birthDate', 'deathDate', 'birthPlace'] : ['foundingDate', 'dissolutionDate', 'foundingLocation'];
  const where = [city, country].filter(Boolean).join(', ');
  return { ...(begin && { [began]: begin }), ...(end && { [ended]: end }), ...(where && { [place]: { '@type': 'Place', name: where } }) };
}

function membersOf(context: RequestContext, { artist, members }: ReadArtist) {
  if (!members || artist.attributes._type === 'person') return {};
  const member = members.data.map(({ attributes }) => ({
    '@type': attributes._type === 'person' ? 'Person' : 'MusicGroup',
    name: attributes.display_name,
    url: absolute(context, context.to.artist(attributes)),
  }));
  return { member };
}

function sameAs({ links }: ReadArtist) {
  const addresses = links.flatMap(({ attributes }) => webAddress(attributes.url) ?? []);
  return addresses.length > 0 ? { sameAs: addresses } : {};
}
