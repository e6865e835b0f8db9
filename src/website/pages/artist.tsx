import { artists } from '../../catalog/artists';
import { aboutArtist } from '../artist/about';
import { yearOf } from '../artist/age';
import { Biography } from '../artist/biography';
import { Characters } from '../artist/characters';
import { CreditsByRole } from '../artist/credits';
import { DirectedProductions } from '../artist/directed';
import { Groups, Members } from '../artist/groups';
import { ArtistHead } from '../artist/head';
import { roleOfArtist } from '../artist/one-role';
import { Portrayers } from '../artist/portrayers';
import { type ReadArtist, readArtist } from '../artist/read-artist';
import { Releases } from '../artist/releases';
import { ArtistLifeLine, Works } from '../artist/works';
import { Elsewhere } from '../components/elsewhere';
import { RecordFacts } from '../components/record-facts';
import { editLinkOf } from '../editing/edit-link';
import type { Answer } from '../page';
import { recordOf } from '../record';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Answer> {
  const found = await recordOf(visit, artists);
  if (found instanceof Response) return found;
  const role = visit.query.get('role');
  if (role) return roleOfArtist(visit, found.data, role);
  const read = await readArtist(visit, found.data);
  const { display_name: name, begin_date: begin } = read.artist.attributes;
  return {
    title: name,
    year: yearOf(begin) ?? read.music.works.find(({ year }) => year > 0)?.year ?? null,
    current: 'artists',
    about: aboutArtist(visit, read),
    body: <ArtistPage read={read} edit={await editLinkOf(visit)} />,
  };
}

/** Of a person, a group or a character: what there is nothing of is left out. */
const ArtistPage = ({ read, edit }: { readonly read: ReadArtist; readonly edit: string | undefined }) => (
  <>
    <ArtistHead read={read} edit={edit} />
    <Biography text={read.artist.attributes.biography} />
    {read.artist.attributes.fictional && <Portrayers read={read} />}
    <ArtistLifeLine read={read} />
    <Members read={read} />
    <Works read={read} />
    <DirectedProductions read={read} />
    <Releases read={read} />
    <Groups read={read} />
    {!read.artist.attributes.fictional && <Characters read={read} />}
    <CreditsByRole read={read} />
    <Elsewhere links={read.links} />
    <RecordFacts record={read.artist.attributes} edit={edit} />
  </>
);
