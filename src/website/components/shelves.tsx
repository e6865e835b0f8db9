import type { ComponentChildren } from 'preact';
import { useVisit } from '../visit';
import { CatalogText, shortTitle } from './catalog-text';
import { Frame, type FramedProduction, Sleeve, type SleevedRelease } from './pictures';

type ShelvedRelease = SleevedRelease & { readonly slug: string };

interface ReleaseShelfProps {
  readonly releases: readonly { readonly attributes: ShelvedRelease }[];
  readonly size?: 'tight' | 'wide' | 'dozen';
  /** What stands below a title; else the credit and the year. */
  readonly below?: (release: ShelvedRelease) => ComponentChildren;
}

/** Releases as a grid of sleeves. */
export function ReleaseShelf({ releases, size, below = creditAndYear }: ReleaseShelfProps) {
  const { to } = useVisit();
  return (
    <ul class={size ? `shelf ${size}` : 'shelf'}>
      {releases.map(({ attributes: release }) => (
        <li key={release._id}>
          <a href={to.release(release)}>
            <Sleeve of={release} />
            <b>
              <CatalogText text={shortTitle(release.title)} />
            </b>
            <small>{below(release)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** `Vangelis · 1994`. */
export const creditAndYear = ({ artist_credit: credit, year }: ShelvedRelease): string =>
  [credit, year].filter((one) => one !== null && one !== '').join(' · ');

/** What stands below one's own release. */
export function Yours({ said }: { readonly said: string }) {
  const { t } = useVisit();
  return (
    <>
      {said && `${said} · `}
      <span class="yes">{t.words.yours}</span>
    </>
  );
}

type ShelvedProduction = FramedProduction & { readonly slug: string | null };

interface ProductionShelfProps<P extends ShelvedProduction> {
  readonly productions: readonly { readonly attributes: P }[];
  readonly below?: (production: P) => ComponentChildren;
  /** Whether there are eight of them, or a multiple: they stand in full rows then. */
  readonly isInEights?: boolean;
}

/** Productions as a grid of frames. */
export function ProductionShelf<P extends ShelvedProduction>({
  productions,
  below = ({ year }) => year,
  isInEights,
}: ProductionShelfProps<P>) {
  const { to } = useVisit();
  return (
    <ul class={isInEights ? 'shelf wide eights' : 'shelf wide'}>
      {productions.map(({ attributes: production }) => (
        <li key={production._id}>
          <a href={to.production(production)}>
            <Frame of={production} />
            <b>
              <CatalogText text={production.title} />
            </b>
            <small>{below(production)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}
