import { absolute } from '../http/addresses';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { CatalogLink, CatalogText } from './catalog-text';

export interface CreditedArtist {
  readonly id: string;
  readonly name: string;
  readonly name_variation: string | null;
  readonly join_phrase: string | null;
  /** As reads with names have it. */
  readonly slug?: string;
}

interface CreditLineProps {
  readonly artists: readonly CreditedArtist[];
  /** As printed, if no artists are linked. */
  readonly text?: string | null;
}

/** Linked artists with join phrases. */
export function CreditLine({ artists, text }: CreditLineProps) {
  if (artists.length === 0) return text ? <CatalogText text={text} /> : null;
  return (
    <>
      {artists.map((artist, index) => (
        <>
          <ArtistLink artist={artist} />
          {artist.join_phrase ?? (index < artists.length - 1 ? ', ' : '')}
        </>
      ))}
    </>
  );
}

/** As credited. */
export function ArtistLink({ artist }: { readonly artist: CreditedArtist }) {
  const { to } = useRequestContext();
  const { slug } = artist;
  return <CatalogLink href={slug === undefined ? undefined : to.artist({ slug })} text={artist.name_variation ?? artist.name} />;
}

/** A credited artist as linked data (https://schema.org). */
export const creditData = (
  visit: RequestContext,
  type: 'MusicGroup' | 'Person',
  credited: readonly Pick<CreditedArtist, 'name' | 'slug'>[],
) =>
  credited.map(({ name, slug }) => ({
    '@type': type,
    name,
    ...(slug !== undefined && { url: absolute(visit, visit.to.artist({ slug })) }),
  }));
