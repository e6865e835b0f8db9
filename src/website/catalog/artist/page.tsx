import { artists } from '../../../catalog/artists';
import { productions } from '../../../catalog/productions';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { editLinkOf, updateLinkOf } from '../../editing/editor-links';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { displayName } from '../../ui/credits';
import { Elsewhere } from '../../ui/elsewhere';
import { RecordFacts } from '../../ui/facts';
import { MarkdownLine } from '../../ui/markdown';
import { Pager } from '../../ui/pager';
import { People, Person } from '../../ui/people';
import { ProductionRows, productionType } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { creditAndYear, ReleaseShelf, Yours } from '../../ui/shelves';
import { Awards } from '../awards';
import { countOfGroups, onceAnAlbum, ownedIn } from '../browse/release-list';
import { yearOfDate } from './age';
import { Biography } from './biography';
import { PortrayedCharacters } from './characters';
import { CreditsByRole } from './credits';
import { ArtistHead } from './head';
import { directedPage, groupsPage, membersPage, portrayersPage, releasesPage } from './lists';
import { loadArtist, type ReadArtist } from './load';
import { aboutArtist } from './metadata';
import { Often } from './often';
import { roleOfArtist } from './one-role';
import { type Portrayal, portrayalsIn } from './portrayals';
import { ArtistLifeLine, ArtistWorks } from './works';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const role = context.query.get('role');
  if (role) return roleOfArtist(context, (await recordOf(context, artists)).data, role);
  const read = await loadArtist(context);
  const { display_name: name, begin_date: begin } = read.artist.attributes;
  return {
    title: displayName(context.t, name),
    year: yearOfDate(begin) ?? read.music.works.find(({ year }) => year > 0)?.year ?? null,
    current: 'artists',
    about: aboutArtist(context, read),
    body: <ArtistPage read={read} edit={editLinkOf(context)} update={updateLinkOf(context)} />,
  };
}

interface ArtistPageProps {
  readonly read: ReadArtist;
  readonly edit: string | undefined;
  readonly update: string | undefined;
}

/** Omits empty parts. */
const ArtistPage = ({ read, edit, update }: ArtistPageProps) => (
  <>
    <ArtistHead read={read} edit={edit} />
    <Biography text={read.artist.attributes.biography} />
    {read.artist.attributes.fictional && <Portrayers read={read} />}
    <ArtistLifeLine read={read} />
    <Members read={read} />
    <ArtistWorks read={read} />
    <DirectedProductions read={read} />
    <Releases read={read} />
    <Groups read={read} />
    {!read.artist.attributes.fictional && <PortrayedCharacters read={read} />}
    <Awards awards={read.awards} productions={includedOf(productions, read.awards)} />
    <CreditsByRole read={read} />
    <Elsewhere links={read.links} />
    <RecordFacts record={read.artist.attributes} edit={edit} update={update} />
  </>
);

/** By year, with frequent composers. */
function DirectedProductions({ read: { artist, directed } }: { readonly read: ReadArtist }) {
  const { t, to, format } = useRequestContext();
  if (!directed || directed.meta.totalItems === 0) return null;
  const { data, meta } = directed;
  return (
    <Section id={directedPage} title={t.artist.directed} aside={t.words.productions({ count: format.counted(meta.totalItems) })}>
      <Often
        word={t.artist.musicBy}
        people={meta.facets?.composer ?? []}
        hrefOf={(composer) => to.productions({ composer, director: artist.attributes._id })}
      />
      <ProductionRows rows={data.map(({ attributes }) => ({ production: attributes, kind: '' }))} />
      <Pager meta={meta} parameter={directedPage} part={directedPage} />
    </Section>
  );
}

/** Oldest first, marking owned ones. */
function Releases({ read: { music } }: { readonly read: ReadArtist }) {
  const context = useRequestContext();
  const { t } = context;
  const { meta } = music.releases;
  if (meta.totalItems === 0) return null;
  const ownReleases = ownedIn(music.releases);
  const grouped = onceAnAlbum(music.releases);
  const owned = new Set(grouped.filter(({ ids }) => ids.some((id) => ownReleases.has(id))).map(({ attributes }) => attributes._id));
  return (
    <Section id={releasesPage} title={t.records.albums} aside={countOfGroups(context, music.releases, grouped)}>
      <ReleaseShelf
        releases={grouped}
        below={(release) => (owned.has(release._id) ? <Yours caption={creditAndYear(release)} /> : creditAndYear(release))}
      />
      <Pager meta={meta} parameter={releasesPage} part={releasesPage} />
    </Section>
  );
}

function Members({ read: { members } }: { readonly read: ReadArtist }) {
  const { t, format } = useRequestContext();
  if (!members || members.meta.totalItems === 0) return null;
  const { data, meta } = members;
  const byId = new Map(data.map(({ attributes }) => [attributes._id, attributes]));
  const below = ({ _id }: { readonly _id: string }) => {
    const { begin_date: begin, country, fictional, _type: type } = byId.get(_id) ?? {};
    const born = !fictional && type === 'person' && begin && t.artist.bornIn({ year: String(yearOfDate(begin)) });
    return [born, country && format.country(country)].filter(Boolean).join(', ');
  };
  return (
    <Section id={membersPage} title={t.artist.members} aside={t.artist.membersCount({ count: format.counted(meta.totalItems) })}>
      <People artists={data} below={below} />
      <Pager meta={meta} parameter={membersPage} part={membersPage} />
    </Section>
  );
}

/** With the member's name there, if different. */
function Groups({ read: { memberships } }: { readonly read: ReadArtist }) {
  const { t, format } = useRequestContext();
  if (!memberships || memberships.meta.totalItems === 0) return null;
  const groups = includedOf(artists, memberships);
  return (
    <Section id={groupsPage} title={t.fields['group-memberships']} aside={t.artist.groupsAside}>
      <ul class="people">
        {memberships.data.map(({ id, attributes: { name_variation: name }, relationships }) => {
          const group = groups.get(relationships.group.data?.id ?? '')?.attributes;
          if (!group) return null;
          const details = [name.type !== 'name' && t.artist.as({ name: name.variation }), group.country && format.country(group.country)];
          return (
            <Person key={id} artist={group}>
              {details.filter(Boolean).join(', ')}
            </Person>
          );
        })}
      </ul>
      <Pager meta={memberships.meta} parameter={groupsPage} part={groupsPage} />
    </Section>
  );
}

/** Grouped by production. */
function Portrayers({ read: { portrayals } }: { readonly read: ReadArtist }) {
  const byProduction = Map.groupBy(portrayalsIn(portrayals), ({ production }) => production?._id);
  return (
    <>
      {[...byProduction.values()].map((all) => (
        <PortrayersIn key={all[0]?.id} portrayals={all} />
      ))}
      <Pager meta={portrayals.meta} parameter={portrayersPage} />
    </>
  );
}

function PortrayersIn({ portrayals }: { readonly portrayals: readonly Portrayal[] }) {
  const { t, to } = useRequestContext();
  const production = portrayals[0]?.production;
  const performed = portrayals.filter(({ performer }) => performer !== undefined);
  const title = production ? <CatalogLink href={to.production(production)} text={production.title} /> : t.artist.portrayedBy;
  return (
    <Section title={title} aside={production && [productionType(t, production._type), production.year || ''].filter(Boolean).join(', ')}>
      {performed.length === 0 && <p class="soft">{t.artist.unknownPerformer}</p>}
      <ul class="people">
        {performed.map((portrayal) => (
          <Portrayer key={portrayal.id} portrayal={portrayal} />
        ))}
      </ul>
    </Section>
  );
}

function Portrayer({ portrayal: { performer, aspects, notes } }: { readonly portrayal: Portrayal }) {
  const { t } = useRequestContext();
  if (!performer) return null;
  const how = aspects.map((aspect) => t.words.portrayalAspects[aspect]).join(', ');
  return (
    <Person artist={performer}>
      {how.charAt(0).toUpperCase() + how.slice(1)}
      {notes && (
        <>
          {how && <br />}
          <MarkdownLine text={notes} />
        </>
      )}
    </Person>
  );
}
