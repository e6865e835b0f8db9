import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { CatalogTitle, shortTitle } from './catalog-text';
import { Frame, type FramedProduction, Sleeve, type SleevedRelease } from './pictures';

type ShelvedRelease = SleevedRelease & { readonly slug: string };

/** All editions of a release. */
export interface ShelvedAlbum {
  readonly title: string;
  readonly slug: string;
  readonly release_count: number;
}

/** A release, or an album represented by it. */
export interface Shelved {
  readonly attributes: ShelvedRelease;
  readonly album?: ShelvedAlbum | undefined;
}

interface ReleaseShelfProps {
  readonly releases: readonly Shelved[];
  readonly size?: 'tight' | 'wide' | 'dozen';
  /** Defaults to credit and year. */
  readonly below?: (release: ShelvedRelease) => ComponentChildren;
}

export const ReleaseShelf = ({ releases, size, below = creditAndYear }: ReleaseShelfProps) => (
  <ul class={size ? `shelf ${size}` : 'shelf'}>
    {releases.map((shelved) => (
      <OnShelf key={shelved.attributes._id} shelved={shelved} below={below} />
    ))}
  </ul>
);

function OnShelf({
  shelved: { attributes: release, album },
  below,
}: Required<Pick<ReleaseShelfProps, 'below'>> & { readonly shelved: Shelved }) {
  const { t, to, format } = useRequestContext();
  const caption = below(release);
  return (
    <li>
      <a href={album ? to.album(album) : to.release(release)}>
        <Sleeve of={release} />
        <CatalogTitle text={shortTitle(album?.title ?? release.title)} />
        <small>
          {caption}
          {album && (caption ? ' · ' : '') + t.words.editions({ count: format.counted(album.release_count) })}
        </small>
      </a>
    </li>
  );
}

/** `Vangelis · 1994` */
export const creditAndYear = ({ artist_credit: credit, year }: ShelvedRelease): string =>
  [credit, year].filter((one) => one !== null && one !== '').join(' · ');

export function Yours({ caption }: { readonly caption: string }) {
  const { t } = useRequestContext();
  return (
    <>
      {caption && `${caption} · `}
      <span class="yes">{t.words.yours}</span>
    </>
  );
}

type ShelvedProduction = FramedProduction & { readonly slug: string | null };

interface ProductionShelfProps<P extends ShelvedProduction> {
  readonly productions: readonly { readonly attributes: P }[];
  readonly below?: (production: P) => ComponentChildren;
  /** Fills rows of eight. */
  readonly isInEights?: boolean;
}

export function ProductionShelf<P extends ShelvedProduction>({
  productions,
  below = ({ year }) => year,
  isInEights,
}: ProductionShelfProps<P>) {
  const { to } = useRequestContext();
  return (
    <ul class={isInEights ? 'shelf wide eights' : 'shelf wide'}>
      {productions.map(({ attributes: production }) => (
        <li key={production._id}>
          <a href={to.production(production)}>
            <Frame of={production} />
            <CatalogTitle text={production.title} />
            <small>{below(production)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}
