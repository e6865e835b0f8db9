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
  /** The line as printed, where nobody is named in it. */
  readonly text?: string | null;
}

/** Artists as they are credited, with what joins them, each a link. */
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

/** The name of an artist, as it is printed; a link where the slug is known. */
export function ArtistLink({ artist, slug }: { readonly artist: CreditedArtist; readonly slug: string | undefined }) {
  const { to } = useRequestContext();
  const name = <CatalogText text={artist.name_variation ?? artist.name} />;
  return slug === undefined ? name : <a href={to.artist({ slug })}>{name}</a>;
}
