import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact } from '../../library/completeness/figure';
import { CatalogLink, RecordTitle } from '../../ui/catalog-text';
import { CreditLine } from '../../ui/credit-line';
import { Facts, Joined } from '../../ui/facts';
import { ActionLink } from '../../ui/form';
import { coverClass, Sleeve } from '../../ui/pictures';
import { otherTitlesFact } from '../other-titles';
import { relationFacts } from '../relations';
import { editionTitle } from './edition-names';
import type { ReadAlbum } from './load';

export function AlbumHead({ read }: { readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t } = context;
  const { album, editions, comparison } = read;
  const { title, artists: credited, artist_credit: credit } = album.attributes;
  const [first] = editions;
  return (
    <div class="hero">
      {first && (
        <div class={coverClass(first.release, first.formats[0]?.format_type)}>
          <Sleeve of={first.release} size="l" />
        </div>
      )}
      <div>
        <p class="over">{overOf(read, context)}</p>
        <RecordTitle title={title} />
        {(credited.length > 0 || credit) && (
          <p class="credit">
            <CreditLine artists={credited} text={credit} />
          </p>
        )}
        <AlbumFacts read={read} />
        {comparison && (
          <p class="row">
            <ActionLink class="button first" href="#tracks" text={t.albums.compareTracks} />
          </p>
        )}
      </div>
    </div>
  );
}

/** `Score · 4 editions · 1994 to 2013` */
function overOf({ album, editions, meta }: ReadAlbum, { t, format }: RequestContext): string {
  const { album_type: type, release_count: count, year } = album.attributes;
  const years = editions.flatMap(({ release }) => release.year ?? []);
  const isWhole = meta.totalItems === editions.length;
  const [first, last] = isWhole && years.length > 0 ? [Math.min(...years), Math.max(...years)] : [year, year];
  const when = first === last ? first : t.albums.years({ first: String(first), last: String(last) });
  return [t.words.albumTypes[type], t.words.editions({ count: format.counted(count) }), when].filter(Boolean).join(' · ');
}

/** Compilations list theirs below. */
const productionsAtOnce = 4;

function AlbumFacts({ read }: { readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { album, productions } = read;
  const longest = longestOf(read);
  return (
    <Facts
      facts={[
        [t.albums.musicFor, productions.length > 0 && productions.length <= productionsAtOnce && <MusicFor productions={productions} />],
        otherTitlesFact(album.attributes.other_titles, context),
        ...relationFacts(read.related, context),
        haveFact(context, read.completeness, 'editions', to.album(album.attributes)),
        [
          t.albums.longest,
          longest && (
            <>
              {format.length(longest.release.duration_seconds ?? 0)},{' '}
              <CatalogLink href={to.release(longest.release)} text={editionTitle(album.attributes, longest, t)} />
            </>
          ),
        ],
      ]}
    />
  );
}

const MusicFor = ({ productions }: Pick<ReadAlbum, 'productions'>) => {
  const { to } = useRequestContext();
  const parts = productions.map((production) => (
    <>
      <CatalogLink href={to.production(production)} text={production.title} />
      {production.year > 0 && `, ${production.year}`}
    </>
  ));
  return <Joined parts={parts} />;
};

/** If longer than another one. */
function longestOf({ editions }: ReadAlbum) {
  const timed = editions.filter(({ release }) => release.duration_seconds && release.untimed_track_count === 0);
  const [longest] = timed.toSorted((a, b) => (b.release.duration_seconds ?? 0) - (a.release.duration_seconds ?? 0));
  return timed.some(({ release }) => release.duration_seconds !== longest?.release.duration_seconds) ? longest : undefined;
}
