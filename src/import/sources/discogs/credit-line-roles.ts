import { artistTypeOf } from './artist-types';
import { rolesOf } from './roles';
import { nameOf } from './values';
import { listed, ownText, textOf, type Value } from './xml';

/** Roles that say who wrote the music, as Discogs names them. */
const composing = new Set(['Composed By', 'Music By', 'Score', 'Written-By']);

/**
 * What those of the credit line of a release or master did, which Discogs does not say: an orchestra and a choir are
 * what they are; who is credited for the music below, or alone stands on a score that credits nobody for it, wrote it;
 * all others perform.
 */
export function markReleaseArtists(release: Value): (artist: Value) => string {
  const composers = new Set(
    listed(release, 'extraartists', 'artist')
      .filter((artist) => rolesOf(textOf(artist, 'role')).some((role) => composing.has(role)))
      .map((artist) => textOf(artist, 'id')),
  );
  const isScore = composers.size === 0 && listed(release, 'styles', 'style').some((style) => ownText(style) === 'Score');
  return (artist) => {
    const type = artistTypeOf(nameOf(textOf(artist, 'name')), false);
    if (type === 'orchestra') return 'Orchestra';
    if (type === 'choir') return 'Chorus';
    return composers.has(textOf(artist, 'id')) || isScore ? 'Composed By' : 'Performer';
  };
}
