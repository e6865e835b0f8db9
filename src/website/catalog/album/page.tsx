import { albums } from '../../../catalog/albums';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { absolute } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type About, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact } from '../../library/completeness/figure';
import { wantOf } from '../../library/own-items';
import { CatalogLink, RecordTitle } from '../../ui/catalog-text';
import { CreditLine, creditData } from '../../ui/credit-line';
import { Elsewhere } from '../../ui/elsewhere';
import { Facts, Joined, RecordFacts } from '../../ui/facts';
import { webAddress } from '../../ui/markdown';
import { Pager } from '../../ui/pager';
import { coverClass, Sleeve } from '../../ui/pictures';
import { productionType } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { ProductionShelf } from '../../ui/shelves';
import { otherTitlesFact } from '../other-titles';
import { relationFacts } from '../relations';
import { editionTitle } from './edition-names';
import { EditionTable } from './edition-table';
import { type ReadAlbum, readAlbum } from './load';
import { TrackByTrack } from './track-by-track';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const read = await readAlbum(context);
  const { title, artist_credit: credit, year } = read.album.attributes;
  return {
    title: credit ? `${title}, ${credit}` : title,
    year,
    current: 'albums',
    about: aboutAlbum(context, read),
    body: <Album read={read} edit={editLinkOf(context)} />,
  };
}

/** Adds the edition `want` to the wishlist. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  if (!context.user) return seeOther(context.to.signIn({ to: context.to.page(context.path) }));
  const found = await recordOf(context, albums, { 'fields[Album]': 'slug' });
  await wantOf(context.api, form);
  return seeOther(context.to.album(found.data.attributes, {}, 'editions'));
}

function Album({ read, edit }: { readonly read: ReadAlbum; readonly edit: string | undefined }) {
  const { to } = useRequestContext();
  const { title } = read.album.attributes;
  return (
    <>
      <AlbumHead read={read} />
      <EditionTable {...read} title={title} page={to.album(read.album.attributes)}>
        <Pager meta={read.meta} part="editions" />
      </EditionTable>
      <TrackByTrack read={read} />
      <Productions read={read} />
      <Elsewhere links={read.links} />
      <RecordFacts record={read.album.attributes} edit={edit} />
    </>
  );
}

/** Compilations have a list of theirs. */
const productionsAtOnce = 48;

function Productions({ read: { productions } }: { readonly read: ReadAlbum }) {
  const { t, format } = useRequestContext();
  const [only, ...others] = productions;
  if (!only) return null;
  const title = others.length === 0 ? t.albums.theProduction[only._type] : t.records.musicFrom.many;
  const first = productions.slice(0, productionsAtOnce);
  const isWhole = first.length === productions.length;
  return (
    <Section
      title={title}
      aside={!isWhole && t.records.production.more({ shown: format.number(first.length), all: format.number(productions.length) })}
    >
      <ProductionShelf
        productions={first.map((attributes) => ({ attributes }))}
        below={({ _type: type, year }) => [productionType(t, type), year || ''].filter(Boolean).join(', ')}
      />
    </Section>
  );
}

/** Search engines show a few. */
const mostEditions = 20;

/** https://schema.org/MusicAlbum */
function aboutAlbum(context: RequestContext, read: ReadAlbum): About {
  const { t, to, format } = context;
  const { title, artist_credit: credit, album_type: type, release_count: count, first_release_date: date, year } = read.album.attributes;
  const canonical = to.album(read.album.attributes);
  const [first] = read.editions;
  const picture = first && to.sleevePicture(first.release._id);
  const parts = [title, credit, t.words.albumTypes[type], t.words.editions({ count: format.counted(count) }), year];
  const sameAs = read.links.flatMap(({ attributes }) => webAddress(attributes.url) ?? []);
  return {
    description: parts.filter(Boolean).join(' · '),
    canonical,
    ...(picture && { picture }),
    type: 'music.album',
    data: {
      '@type': 'MusicAlbum',
      name: title,
      url: absolute(context, canonical),
      ...(picture && { image: absolute(context, picture) }),
      ...(date && { datePublished: date }),
      byArtist: creditData(context, 'MusicGroup', read.album.attributes.artists),
      albumRelease: read.editions.slice(0, mostEditions).map(({ release }) => ({
        '@type': 'MusicRelease',
        name: release.title,
        url: absolute(context, to.release(release)),
        ...(release.release_date && { datePublished: release.release_date }),
        ...(release.barcode && { gtin: release.barcode }),
      })),
      ...(sameAs.length > 0 && { sameAs }),
    },
  };
}

function AlbumHead({ read }: { readonly read: ReadAlbum }) {
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
const productionsAmongFacts = 4;

function AlbumFacts({ read }: { readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { album, productions } = read;
  const longest = longestOf(read);
  return (
    <Facts
      facts={[
        [
          t.albums.musicFor,
          productions.length > 0 && productions.length <= productionsAmongFacts && <MusicFor productions={productions} />,
        ],
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
