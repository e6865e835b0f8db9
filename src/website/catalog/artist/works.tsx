import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { LifeLine } from '../../ui/charts';
import { CreditLine } from '../../ui/credit-line';
import { Joined } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { ProductionRow, productionType } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { yearOfDate } from './age';
import type { ReadArtist } from './load';
import { Often } from './often';

/** Older artists without date of death are not drawn as living. */
const longestLife = 122;

/** A single bar adds nothing to its row. */
const fewestBars = 2;

export function ArtistLifeLine({ read: { artist, music } }: { readonly read: ReadArtist }) {
  const { t, to, format, now } = useRequestContext();
  const works = music.works.flatMap(({ title, slug, year }) => (year ? [{ title, year, href: to.production({ slug }) }] : []));
  if (artist.attributes.fictional || works.length < fewestBars) return null;
  const isWhole = music.works.length === music.productions.meta.totalItems;
  const [begin, end] = [yearOfDate(artist.attributes.begin_date), yearOfDate(artist.attributes.end_date)];
  const thisYear = now.getUTCFullYear();
  const isEndUnknown = begin !== null && end === null && artist.attributes._type === 'person' && thisYear - begin > longestLife;
  return (
    <Section
      title={t.artist.lifeLine}
      aside={isWhole ? t.artist.lifeLineAside : t.artist.lifeLineFirst({ count: format.number(music.works.length) })}
    >
      <LifeLine begin={isEndUnknown ? null : begin} end={end} thisYear={thisYear} works={works} label={t.artist.lifeLineLabel} />
    </Section>
  );
}

/** By year, each shown once. */
export function ArtistWorks({ read: { artist, music } }: { readonly read: ReadArtist }) {
  const { t, to, format } = useRequestContext();
  const { data, meta } = music.productions;
  if (meta.totalItems === 0) return null;
  const summary = t.artist.musicFor({ productions: t.words.productions({ count: format.counted(meta.totalItems) }) });
  return (
    <Section title={t.fields.productions} aside={[summary, yearsOf(music.works)].filter(Boolean).join(', ')}>
      <Often
        word={t.artist.writtenFor}
        people={meta.facets?.director ?? []}
        hrefOf={(director) => to.productions({ composer: artist.attributes._id, director })}
      />
      <ol class="years">
        {data.map(({ attributes }, index) => (
          <Work
            key={attributes._id}
            production={attributes}
            isFirstOfYear={attributes.year !== data[index - 1]?.attributes.year}
            artistId={artist.attributes._id}
          />
        ))}
      </ol>
      <Pager meta={meta} />
    </Section>
  );
}

/** `1966–1995` */
function yearsOf(works: ReadArtist['music']['works']): string {
  const years = works.map(({ year }) => year).filter((year) => year > 0);
  if (years.length === 0) return '';
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return first === last ? String(first) : `${first}–${last}`;
}

interface WorkProps {
  readonly production: ReadArtist['music']['productions']['data'][number]['attributes'];
  readonly isFirstOfYear: boolean;
  readonly artistId: string;
}

function Work({ production, isFirstOfYear, artistId }: WorkProps) {
  const { t, format } = useRequestContext();
  const { year, release_count: releases, recording_count: recordings } = production;
  const there = [
    releases > 0 && t.words.releases({ count: format.counted(releases) }),
    recordings > 0 && t.words.recordings({ count: format.counted(recordings) }),
  ];
  return (
    <ProductionRow production={production} year={isFirstOfYear ? year : 0} aside={there.filter(Boolean).join(' · ')}>
      <BelowTitle production={production} artistId={artistId} />
    </ProductionRow>
  );
}

/** Other title, type unless a film, and co-composers. */
function BelowTitle({ production, artistId }: Omit<WorkProps, 'isFirstOfYear'>) {
  const { t } = useRequestContext();
  const [aka = ''] = (production.akas ?? '').split('\n');
  const others = production.composers.filter(({ id }) => id !== artistId).map((composer) => ({ ...composer, join_phrase: null }));
  const parts = [
    aka !== '' && <CatalogText text={aka} />,
    production._type !== 'movie' && productionType(t, production._type),
    others.length > 0 && (
      <>
        {t.artist.with} <CreditLine artists={others} />
      </>
    ),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <>
      <br />
      <span class="soft tiny">
        <Joined parts={parts} by=" · " />
      </span>
    </>
  );
}
