import { partialDateOf } from '../shared/values';
import type { Gathering } from './context';
import { artistCredit } from './credits';
import { type Json, short, text } from './json';
import { isByMany, isCompilation, isScore, isSingle } from './production';
import { given, guessing, iri, type Manner } from './records';

/** Gathers the album that a release group is, by its own document or by a release in it, and its artists. */
export function gatherAlbum(group: Json, id: string, manner: Manner, gathering: Gathering): void {
  const credit = artistCredit(group, () => undefined, gathering);
  const type = albumType(group);
  gathering.add(
    given(type === undefined ? guessing(manner, 'album_type') : manner, 'Album', iri.album(id), {
      title: short(text(group, 'title')) ?? '[untitled]',
      album_type: type ?? 'score',
      first_release_date: partialDateOf(text(group, 'first-release-date')),
      artist_credit: credit?.text,
      artists: credit?.credits,
    }),
  );
}

/** What an album has, where the group says it; a soundtrack that is credited to somebody is a score as a rule. */
function albumType(group: Json): string | undefined {
  if (isCompilation(group)) return 'compilation';
  if (isSingle(group)) return 'single';
  if (isByMany(group)) return 'songs';
  return isScore(group) ? 'score' : undefined;
}
