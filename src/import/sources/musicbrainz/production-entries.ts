import type { GivenRecord } from '../../../records/write/given-record';
import type { Context } from './context';
import { child, isUuid, type Json } from './json';
import { isByMany, isCompilation, isSingle } from './production';
import { between, given, iri, own, reference } from './records';

/** What releases leave for their groups, and groups for their releases: neither knows which of them comes first. */
const releaseSource = 'musicbrainz/release';
const groupSource = 'musicbrainz/release-group';

type Kind = 'compilation' | 'songs' | 'score';

/** What a release has of the productions of its group. */
export const kindOf = (release: Json): Kind => {
  const group = child(release, 'release-group');
  if (isCompilation(group)) return 'compilation';
  return isByMany(release) || isSingle(group) ? 'songs' : 'score';
};

/** The place of a release under a production. */
export const entryOf = (production: string, release: string, kind: Kind, position: number): GivenRecord =>
  given(
    own,
    'ProductionEntry',
    iri.entry(production, release),
    { kind, position },
    { release: reference('Release', iri.release(release)) },
  );

/** The places of a release under the productions that its group named. */
export function entriesByGroup(group: string, release: string, kind: Kind, context: Context): GivenRecord[] {
  return productionsOf(group, context).map((production, index) => entryOf(production, release, kind, index + 1));
}

/** The productions that a group has named by now, where its releases cannot know them. */
export const productionsOf = (group: string, { notes }: Context): string[] =>
  notes.read(groupSource, group)?.split(',').filter(isUuid) ?? [];

/** The same of all releases that came before their group. They may have been refused. */
export function entriesOfReleases(group: string, productions: readonly string[], context: Context): GivenRecord[] {
  return releasesOf(group, context).flatMap(([release, kind]) =>
    productions.map((production, index) => ({ ...entryOf(production, release, kind, index + 1), ...between })),
  );
}

type Note = readonly [name: string, value: string];

/** Leaves a release for its group; nothing, where it is there already. */
export function noteRelease(group: string, release: string, kind: Kind, context: Context): Note[] {
  const name = `group ${group}`;
  const others = releasesOf(group, context).filter(([id]) => id !== release);
  const value = [...others.map((other) => other.join(' ')), `${release} ${kind}`].sort().join(',');
  if (context.notes.read(releaseSource, name) === value) return [];
  context.notes.write(releaseSource, name, value);
  return [[name, value]];
}

/** What a group leaves for its releases. */
export const noteProductions = (group: string, productions: readonly string[]): Note => [group, productions.join(',')];

function releasesOf(group: string, { notes }: Context): (readonly [release: string, kind: Kind])[] {
  const items = notes.read(releaseSource, `group ${group}`)?.split(',') ?? [];
  return items.flatMap((item) => {
    const [release, kind] = item.split(' ');
    return isUuid(release) && isKind(kind) ? [[release, kind] as const] : [];
  });
}

const isKind = (text: string | undefined): text is Kind => text === 'compilation' || text === 'songs' || text === 'score';
