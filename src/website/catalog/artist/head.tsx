import { CorrectLink } from '../../editing/correct-link';
import { useVisit, type Visit } from '../../http/request-context';
import { CatalogText, languageOf } from '../../ui/catalog-text';
import { Mark } from '../../ui/pictures';
import { BiographyLead } from './biography';
import { Life } from './life';
import type { ReadArtist } from './load';

/** Who it is: mark, name, the beginning of the biography, and the dates of the life. */
export function ArtistHead({ read, edit }: { readonly read: ReadArtist; readonly edit?: string | undefined }) {
  const visit = useVisit();
  const { attributes: artist } = read.artist;
  return (
    <div class="hero">
      <div class="bearer">
        <div>
          <Mark of={artist} />
        </div>
        <div>
          <p class="over">{saidOf(visit, read)}</p>
          <ArtistName artist={artist} />
          <BiographyLead text={artist.biography} />
        </div>
        <Life artist={read.artist} />
      </div>
      {artist.fictional && <p class="tiny soft">{visit.t.artist.fictionalNote(artist.begin_date !== null, artist._type !== 'person')}</p>}
      <CorrectLink edit={edit} />
    </div>
  );
}

/** The name as the heading; what tells it from the same name of others stands below it, smaller. */
function ArtistName({ artist: { name, display_name: shown } }: { readonly artist: ReadArtist['artist']['attributes'] }) {
  const added = shown.startsWith(name) ? shown.slice(name.length).replace(/^ \((.*)\)$/s, '$1') : '';
  return (
    <h1 {...languageOf(name)}>
      {name}
      {added && (
        <span class="sub">
          <CatalogText text={added} />
        </span>
      )}
    </h1>
  );
}

/** Of a person the one or two roles credited most, of others what they are; and the country. */
export function saidOf({ t, format }: Visit, { artist: { attributes: artist }, credits }: ReadArtist): string {
  const country = artist.country && format.country(artist.country);
  return [whatIs(), country].filter(Boolean).join(' · ');

  function whatIs(): string | undefined {
    if (artist.fictional) return artist._type === 'person' ? t.words.fictional : t.words.fictionalGroup;
    if (artist._type !== 'person') return t.words.artistTypes[artist._type];
    const roles = credits.meta.roles.slice(0, 2).map(({ role }) => role);
    if (roles.length > 0) return t.artist.roles(roles);
    return country ? undefined : t.words.artistTypes.person;
  }
}
