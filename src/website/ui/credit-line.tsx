import { useRequestContext } from '../http/request-context';
import { CatalogText } from './catalog-text';

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
  const name = <CatalogText text={artist.name_variation ?? artist.name} />;
  return slug === undefined ? name : <a href={to.artist({ slug })}>{name}</a>;
}
