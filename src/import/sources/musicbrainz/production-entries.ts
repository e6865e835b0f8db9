import type { GivenRecord } from '../../../records/given-record';
import type { Context, Gathering } from './context';
import { isObject, isUuid } from './json';
import { given, iri, reference } from './records';
import { roleSlug } from './roles';

const source = 'musicbrainz/release';

/** What a release is to the productions of its group. */
export interface Album {
  readonly release: string;
  readonly kind: 'compilation' | 'songs' | 'score';
  /** The IRIs of those whose music it is, as far as the release knows. */
  readonly composers: readonly string[];
}

/** The places of a release under productions; and who composed their music, where it is that of one alone. */
export function gatherEntries(album: Album, productions: readonly string[], context: Context, gathering: Gathering): void {
  const [production] = productions.length === 1 ? productions : [];
  if (production !== undefined && album.composers.length > 0) gathering.add(composersOf(production, album.composers, context, gathering));
  for (const [index, one] of productions.entries()) gathering.add(entry(album, one, index + 1));
}

/** Until a work says who wrote the music of a production. */
function composersOf(production: string, composers: readonly string[], context: Context, gathering: Gathering): GivenRecord {
  const role = roleSlug('Composer', 'recording', context, gathering) ?? 'composer';
  const credit = (address: string, index: number) => ({
    iri: address,
    name_variation: null,
    position: index + 1,
    join_phrase: null,
    credit_role: role,
  });
  return given('fill', 'Production', iri.production(production), { composers: composers.map(credit) });
}

const entry = ({ release, kind }: Album, production: string, position: number): GivenRecord =>
  given(
    'partial',
    'ProductionEntry',
    iri.entry(production, release),
    { kind, position },
    { release: reference('Release', iri.release(release)) },
  );

/** Leaves an album for its group, which has not been read, and may come with a later import. */
export function noteAlbum(group: string, album: Album, context: Context): [name: string, value: string] {
  const others = albumsOf(group, context).filter(({ release }) => release !== album.release);
  const name = `group ${group}`;
  const value = JSON.stringify([...others, album]);
  context.notes.write(source, name, value);
  return [name, value];
}

/** The albums that releases left for their group, in the order in which they came. */
export function albumsOf(group: string, { notes }: Context): readonly Album[] {
  const note = notes.read(source, `group ${group}`);
  const albums: unknown = note === undefined ? [] : JSON.parse(note);
  return Array.isArray(albums) ? albums.filter((album): album is Album => isObject(album) && isUuid(album.release)) : [];
}
