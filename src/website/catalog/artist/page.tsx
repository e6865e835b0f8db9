import { artists } from '../../../catalog/artists';
import { productions } from '../../../catalog/productions';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { editLinkOf, updateLinkOf } from '../../editing/editor-links';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { displayName } from '../../ui/credits';
import { Elsewhere } from '../../ui/elsewhere';
import { RecordFacts } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { ProductionRows } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { creditAndYear, ReleaseShelf, Yours } from '../../ui/shelves';
import { Awards } from '../awards';
import { countOfGroups, onceAnAlbum, ownedIn } from '../browse/release-list';
import { yearOfDate } from './age';
import { Biography } from './biography';
import { PortrayedCharacters } from './characters';
import { CreditsByRole } from './credits';
import { Groups, Members } from './groups';
import { ArtistHead } from './head';
import { directedPage, releasesPage } from './lists';
import { loadArtist, type ReadArtist } from './load';
import { aboutArtist } from './metadata';
import { Often } from './often';
import { roleOfArtist } from './one-role';
import { Portrayers } from './portrayers';
import { ArtistLifeLine, ArtistWorks } from './works';

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const role = visit.query.get('role');
  if (role) return roleOfArtist(visit, (await recordOf(visit, artists)).data, role);
  const read = await loadArtist(visit);
  const { display_name: name, begin_date: begin } = read.artist.attributes;
  return {
    title: displayName(visit.t, name),
    year: yearOfDate(begin) ?? read.music.works.find(({ year }) => year > 0)?.year ?? null,
    current: 'artists',
    about: aboutArtist(visit, read),
    body: <ArtistPage read={read} edit={editLinkOf(visit)} update={updateLinkOf(visit)} />,
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
  const visit = useRequestContext();
  const { t } = visit;
  const { meta } = music.releases;
  if (meta.totalItems === 0) return null;
  const ownReleases = ownedIn(music.releases);
  const grouped = onceAnAlbum(music.releases);
  const owned = new Set(grouped.filter(({ ids }) => ids.some((id) => ownReleases.has(id))).map(({ attributes }) => attributes._id));
  return (
    <Section id={releasesPage} title={t.records.albums} aside={countOfGroups(visit, music.releases, grouped)}>
      <ReleaseShelf
        releases={grouped}
        below={(release) => (owned.has(release._id) ? <Yours caption={creditAndYear(release)} /> : creditAndYear(release))}
      />
      <Pager meta={meta} parameter={releasesPage} part={releasesPage} />
    </Section>
  );
}
