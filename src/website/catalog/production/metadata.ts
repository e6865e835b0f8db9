import type { About } from '../../http/page';
import type { Visit } from '../../http/request-context';
import type { ReadProduction } from './load';

/** Of https://schema.org. */
const types = { movie: 'Movie', television: 'TVSeries', episode: 'TVEpisode', videogame: 'VideoGame', other: 'CreativeWork' } as const;

/** What other sites and machines are told of a production. */
export function aboutProduction({ t, to, origin }: Visit, { production, artists, links }: ReadProduction): About {
  const { title, _type: type, year, composers, credits, description, release_date: date, akas } = production.attributes;
  const absolute = (path: string) => origin + path.slice(to.base.length);
  const names = composers.map(({ name }) => name).join(', ');
  const musicBy = composers.map(({ id, name }) => {
    const slug = artists.get(id);
    return { '@type': 'MusicGroup', name, ...(slug !== undefined && { url: absolute(to.artist({ slug })) }) };
  });
  const director = credits
    .filter(({ credit_role: role }) => role === 'director')
    .map(({ id, name }) => {
      const slug = artists.get(id);
      return { '@type': 'Person', name, ...(slug !== undefined && { url: absolute(to.artist({ slug })) }) };
    });
  return {
    description:
      description ?? [t.words.productionTypes[type], year || undefined, names && t.words.musicBy(names)].filter(Boolean).join(' · '),
    canonical: to.production(production.attributes),
    ...(type === 'movie' && { type: 'video.movie' as const }),
    data: {
      '@type': types[type],
      name: title,
      url: absolute(to.production(production.attributes)),
      ...(akas && { alternateName: akas.split('\n') }),
      ...((date || year) && { datePublished: date ?? String(year) }),
      ...(musicBy.length > 0 && { musicBy }),
      ...(director.length > 0 && { director }),
      ...(links.length > 0 && { sameAs: links.map(({ attributes }) => attributes.url) }),
    },
  };
}
