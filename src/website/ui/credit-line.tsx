import { absolute } from '../http/addresses';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { CatalogLink, CatalogText } from './catalog-text';

export interface CreditedArtist {
  readonly id: string;
  readonly name: string;
  readonly name_variation: string | null;
  readonly join_phrase: string | null;
}

interface CreditLineProps {
  readonly artists: readonly CreditedArtist[];
  readonly slugs: ReadonlyMap<string, string>;
  /** As printed, if no artists are linked. */
  readonly text?: string | null;
}

/** Linked artists with join phrases. */
export function CreditLine({ artists, slugs, text }: CreditLineProps) {
  if (artists.length === 0) return text ? <CatalogText text={text} /> : null;
  return (
    <>
      {artists.map((artist, index) => (
        <>
          <ArtistLink artist={artist} slug={slugs.get(artist.id)} />
          {artist.join_phrase ?? (index < artists.length - 1 ? ', ' : '')}
        </>
      ))}
    </>
  );
}

/** As credited. */
export function ArtistLink({ artist, slug }: { readonly artist: CreditedArtist; readonly slug: string | undefined }) {
  const { to } = useRequestContext();
  return <CatalogLink href={slug === undefined ? undefined : to.artist({ slug })} text={artist.name_variation ?? artist.name} />;
}

/** A credited artist as linked data (https://schema.org). */
export function creditData(
  visit: RequestContext,
  type: 'MusicGroup' | 'Person',
  credited: readonly Pick<CreditedArtist, 'id' | 'name'>[],
  slugs: ReadonlyMap<string, string>,
) {
  return credited.map(({ id, name }) => {
    const slug = slugs.get(id);
    return { '@type': type, name, ...(slug !== undefined && { url: absolute(visit, visit.to.artist({ slug })) }) };
  });
}
