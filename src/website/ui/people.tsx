import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { CatalogLink } from './catalog-text';
import { displayName } from './credits';
import { Mark, type MarkedArtist } from './pictures';

type ShownArtist = MarkedArtist & { readonly slug: string; readonly display_name: string };

interface PeopleProps<A extends ShownArtist> {
  readonly artists: readonly { readonly attributes: A }[];
  readonly below: (artist: A) => ComponentChildren;
}

export const People = <A extends ShownArtist>({ artists, below }: PeopleProps<A>) => (
  <ul class="people">
    {artists.map(({ attributes: artist }) => (
      <Person key={artist._id} artist={artist}>
        {below(artist)}
      </Person>
    ))}
  </ul>
);

export function Person({ artist, children }: { readonly artist: ShownArtist; readonly children?: ComponentChildren }) {
  const { t, to } = useRequestContext();
  return (
    <li class="person">
      <span class="thumb">
        <Mark of={artist} />
      </span>
      <span>
        <b>
          <CatalogLink href={to.artist(artist)} text={displayName(t, artist.display_name)} />
        </b>
        {children && <small>{children}</small>}
      </span>
    </li>
  );
}
