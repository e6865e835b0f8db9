import { productions } from '../../../catalog/productions';
import { recordOf } from '../../api/record';
import { CorrectLink, editLinkOf, updateLinkOf } from '../../editing/editor-links';
import { absolute } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type About, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { wantOf } from '../../library/own-items';
import { CatalogLink, RecordTitle } from '../../ui/catalog-text';
import { CreditLine, creditData } from '../../ui/credit-line';
import { Credits, displayName } from '../../ui/credits';
import { Elsewhere } from '../../ui/elsewhere';
import { RecordFacts } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { Frame } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { ProductionShelf, ReleaseShelf, Yours } from '../../ui/shelves';
import { CharacterList } from '../artist/characters';
import type { Portrayal } from '../artist/portrayals';
import { Awards } from '../awards';
import { countOfGroups, onceAnAlbum, ownedIn } from '../browse/release-list';
import { Editions } from './editions';
import { type ReadProduction, readProduction } from './load';
import { furtherPeople, ProductionFacts } from './production-facts';
import { Recordings } from './recordings';
import { RelatedProductions } from './related';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const read = await readProduction(context);
  const { title, year } = read.production.attributes;
  return {
    title: year ? `${title} (${year})` : title,
    year,
    current: 'productions',
    about: aboutProduction(context, read),
    body: <Production read={read} edit={editLinkOf(context)} update={updateLinkOf(context, ['wikidata'])} />,
  };
}

/** Adds the edition `want` to the wishlist. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  if (!context.user) return seeOther(context.to.signIn({ to: context.to.page(context.path) }));
  const { data } = await recordOf(context, productions, { 'fields[Production]': 'slug' });
  await wantOf(context.api, form);
  return seeOther(`${context.to.production(data.attributes)}#editions`);
}

interface ProductionProps {
  readonly read: ReadProduction;
  readonly edit: string | undefined;
  readonly update: string | undefined;
}

function Production({ read, edit, update }: ProductionProps) {
  const { t, format } = useRequestContext();
  const people = furtherPeople(read);
  const { recordings, production } = read;
  const credits = recordings.data.flatMap(({ attributes: { credits, orchestras, choirs } }) => [...credits, ...orchestras, ...choirs]);
  const isWhole = recordings.meta.totalItems === recordings.data.length;
  return (
    <>
      <Head read={read} edit={edit} />
      <Releases read={read} />
      <Editions production={production.attributes} editions={read.editions} />
      {people.length > 0 && (
        <Section title={t.records.production.people} aside={t.words.credits({ count: format.counted(people.length) })}>
          <Credits credits={people} />
        </Section>
      )}
      <Awards awards={read.awards} />
      {read.episodes.data.length > 0 && (
        <Section title={t.fields.episodes} aside={t.words.productions({ count: format.counted(read.episodes.meta.totalItems) })}>
          <ProductionShelf productions={read.episodes.data} below={({ year }) => year || ''} />
        </Section>
      )}
      <Recordings read={read} />
      {credits.length > 0 && (
        <Section title={t.fields.credits} aside={isWhole && t.records.credits.ofAll}>
          <Credits credits={credits} />
        </Section>
      )}
      <ProductionCharacters portrayals={read.portrayals} />
      <RelatedProductions related={read.related} production={production.id} />
      <Elsewhere links={read.links} />
      <RecordFacts record={production.attributes} edit={edit} update={update} />
    </>
  );
}

function Head({ read, edit }: { readonly read: ReadProduction; readonly edit: string | undefined }) {
  const { t, format } = useRequestContext();
  const { title, _type: type, year, country, duration, composers, description } = read.production.attributes;
  const minutes = duration === null ? undefined : t.words.minutes({ count: format.number(duration) });
  const mark = read.creator === 'import' && t.records.edition.provisionalMarks.import;
  const over = [mark, t.words.productionTypes[type], year || undefined, country && format.country(country), minutes].filter(Boolean);
  return (
    <div class="hero">
      <div class="cover screen">
        <Frame of={read.production.attributes} />
      </div>
      <div>
        <p class="over">{over.join(' · ')}</p>
        <RecordTitle title={title} />
        {composers.length > 0 && (
          <p class="credit">
            {t.records.production.musicBy} <CreditLine artists={composers} />
          </p>
        )}
        {description && <p class="prose lines">{description}</p>}
        {read.creator && <p class="prose soft">{t.records.edition.provisionalNotes[read.creator]}</p>}
        <ProductionFacts read={read} />
        <CorrectLink edit={edit} />
      </div>
    </div>
  );
}

/** Oldest first; editions of an album are grouped. */
function Releases({ read: { releases, kinds } }: { readonly read: ReadProduction }) {
  const context = useRequestContext();
  const { t } = context;
  const { totalItems } = releases.meta;
  const owned = ownedIn(releases);
  const grouped = onceAnAlbum(releases);
  const howMany = countOfGroups(context, releases, grouped);
  const own = new Set(grouped.filter(({ ids }) => ids.some((id) => owned.has(id))).map(({ attributes }) => attributes._id));
  return (
    <Section title={t.records.albums} aside={totalItems > 0 && howMany}>
      {totalItems === 0 && <p class="prose soft">{t.records.production.noReleases}</p>}
      <ReleaseShelf
        releases={grouped}
        below={({ _id, year }) => {
          const kind = kinds.get(`/api/releases/${_id}`);
          const caption = [kind && t.words.entryKinds[kind], year].filter(Boolean).join(' · ');
          return own.has(_id) ? <Yours caption={caption} /> : caption;
        }}
      />
      <Pager meta={releases.meta} />
    </Section>
  );
}

/** https://schema.org */
const types = { movie: 'Movie', television: 'TVSeries', episode: 'TVEpisode', videogame: 'VideoGame', other: 'CreativeWork' } as const;

function aboutProduction(context: RequestContext, { production, links }: ReadProduction): About {
  const { title, _type: type, year, composers, credits, description, release_date: date, akas } = production.attributes;
  const { t, to } = context;
  const names = composers.map(({ name }) => name).join(', ');
  const musicBy = creditData(context, 'MusicGroup', composers);
  const directors = credits.filter(({ credit_role: role }) => role === 'director');
  const director = creditData(context, 'Person', directors);
  return {
    description:
      description ?? [t.words.productionTypes[type], year || undefined, names && t.words.musicBy({ names })].filter(Boolean).join(' · '),
    canonical: to.production(production.attributes),
    ...(type === 'movie' && { type: 'video.movie' as const }),
    data: {
      '@type': types[type],
      name: title,
      url: absolute(context, to.production(production.attributes)),
      ...(akas && { alternateName: akas.split('\n') }),
      ...((date || year) && { datePublished: date ?? String(year) }),
      ...(musicBy.length > 0 && { musicBy }),
      ...(director.length > 0 && { director }),
      ...(links.length > 0 && { sameAs: links.map(({ attributes }) => attributes.url) }),
    },
  };
}

function ProductionCharacters({ portrayals }: { readonly portrayals: readonly Portrayal[] }) {
  const { t } = useRequestContext();
  const known = portrayals.filter(({ character }) => character !== undefined);
  if (known.length === 0) return null;
  return (
    <Section title={t.fields.characters} aside={t.records.production.portrayed}>
      <CharacterList portrayals={known} says={(portrayal) => <Portrayed key={portrayal.id} portrayal={portrayal} />} />
    </Section>
  );
}

/** `James Earl Jones, voice` */
function Portrayed({ portrayal: { performer, aspects } }: { readonly portrayal: Portrayal }) {
  const { t, to } = useRequestContext();
  const how = aspects.map((aspect) => t.words.portrayalAspects[aspect]).join(', ');
  if (!performer) return <>{how}</>;
  return (
    <>
      <CatalogLink href={to.artist(performer)} text={displayName(t, performer.display_name)} />
      {how && `, ${how}`}
    </>
  );
}
