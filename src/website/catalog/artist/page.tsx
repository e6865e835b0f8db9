import { artists } from '../../../catalog/artists';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/edit-link';
import type { Answer } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { Elsewhere } from '../../ui/elsewhere';
import { RecordFacts } from '../../ui/record-facts';
import { yearOf } from './age';
import { Biography } from './biography';
import { Characters } from './characters';
import { CreditsByRole } from './credits';
import { DirectedProductions } from './directed';
import { Groups, Members } from './groups';
import { ArtistHead } from './head';
import { type ReadArtist, readArtist } from './load';
import { aboutArtist } from './metadata';
import { roleOfArtist } from './one-role';
import { Portrayers } from './portrayers';
import { Releases } from './releases';
import { ArtistLifeLine, Works } from './works';

export async function get(visit: Visit): Promise<Answer> {
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
