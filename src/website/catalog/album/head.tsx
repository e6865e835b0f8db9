import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, RecordTitle } from '../../ui/catalog-text';
import { CreditLine } from '../../ui/credit-line';
import { Facts, Joined } from '../../ui/facts';
import { coverClass, Sleeve } from '../../ui/pictures';
import { otherTitlesFact } from '../other-titles';
import { relationFacts } from '../relations';
import { editionTitle } from './edition-names';
import type { ReadAlbum } from './load';

export function AlbumHead({ read }: { readonly read: ReadAlbum }) {
  const visit = useRequestContext();
  const { t } = visit;
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
        <p class="over">{overOf(read, visit)}</p>
        <RecordTitle title={title} />
        {(credited.length > 0 || credit) && (
          <p class="credit">
            <CreditLine artists={credited} text={credit} />
          </p>
        )}
        <AlbumFacts read={read} />
        {comparison && (
          <p class="row">
            <a class="button first" href="#tracks">
              {t.albums.compareTracks}
            </a>
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
  const visit = useRequestContext();
  const { t, to, format } = visit;
  const { album, productions, meta, held } = read;
  const owned = held?.owned.size ?? 0;
  const longest = longestOf(read);
  return (
    <Facts
      facts={[
        [t.albums.musicFor, productions.length > 0 && productions.length <= productionsAtOnce && <MusicFor productions={productions} />],
        otherTitlesFact(album.attributes.other_titles, visit),
        ...relationFacts(read.related, visit),
        [
          t.albums.yours,
          owned > 0 && <span class="yes">{t.albums.someOf({ owned: format.counted(owned), all: format.counted(meta.totalItems) })}</span>,
        ],
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
